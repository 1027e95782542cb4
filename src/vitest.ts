/** `import 'savecheck/vitest'`: adds `expect(pathOrHtml).toHaveNoLostWriteBack()` to vitest. Await it. */
import './needed-node.ts';
import { expect } from 'vitest';
import type { MatcherOptions } from './assert/matcher.ts';
import { toHaveNoLostWriteBack } from './assert/matcher.ts';

declare module 'vitest' {
  // The parameters have to be those of the interface that is added to.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    toHaveNoLostWriteBack(
      options?: MatcherOptions,
    ): R extends unknown ? Promise<T extends unknown ? void : never> : never;
  }
}

expect.extend({ toHaveNoLostWriteBack });
