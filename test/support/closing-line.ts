/** A reporter whose last line counts the tests: `N passed, N failed`. A skip on a machine that must run all is a failure. */
import type { Reporter, TestModule } from 'vitest/node';

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    let passed = 0;
    let failed = 0;
    for (const module of modules) {
      if (module.state() === 'failed' && module.children.size === 0) failed += 1;
      for (const test of module.children.allTests()) {
        const state = test.result().state;
        if (state === 'passed') passed += 1;
        else {
          failed += 1;
          if (state === 'skipped')
            console.error(`skipped, and a skip is a failure here: ${module.moduleId} > ${test.fullName}`);
        }
      }
    }
    if (failed > 0) process.exitCode = 1;
    console.log(`\n${passed} passed, ${failed} failed`);
  }
}
