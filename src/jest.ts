/** `import 'savecheck/jest'`: adds `expect(pathOrHtml).toHaveNoLostWriteBack()` to jest's global `expect`. Await it. */
import './needed-node.ts';
import type { MatcherOptions } from './assert/matcher.ts';
import { toHaveNoLostWriteBack } from './assert/matcher.ts';

declare global {
  namespace jest {
    interface Matchers<R> {
      toHaveNoLostWriteBack(options?: MatcherOptions): Promise<R>;
    }
  }
}

interface Extendable {
  extend(matchers: Readonly<Record<string, unknown>>): void;
}

const { expect } = globalThis as { readonly expect?: Extendable };
if (!expect) throw new Error('savecheck/jest is imported where jest has no global expect; use expect.extend yourself');
expect.extend({ toHaveNoLostWriteBack });
