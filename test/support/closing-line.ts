/**
 * A reporter whose last line counts the tests: `N passed, N failed`. What was skipped is named; with `CI` set the machine
 * must run everything, so there a skip is a failure.
 */
import type { Reporter, TestModule } from 'vitest/node';

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string): typeof tests => tests.filter((test) => test.result().state === state);
    const skipped = inState('skipped');
    const broken = modules.filter((module) => module.state() === 'failed' && module.children.size === 0);
    for (const test of skipped) console.error(`skipped: ${test.module.relativeModuleId} > ${test.fullName}`);
    const failed = inState('failed').length + broken.length + (process.env.CI ? skipped.length : 0);
    if (failed > 0) process.exitCode = 1;
    const rest = process.env.CI || skipped.length === 0 ? '' : `, ${skipped.length} skipped`;
    console.log(`\n${inState('passed').length} passed, ${failed} failed${rest}`);
  }
}
