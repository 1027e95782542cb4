/**
 * Text that the parser adds a word at a time, without telling anybody of each. In: jsdom's prototypes. Out: the same, changed:
 * setting the data of a text changes the text alone where nobody observes the page and no range ends in it.
 */
import type { Members } from './patching.ts';
import { told, wrap } from './patching.ts';
import type { Session } from './session.ts';

interface TextImpl {
  _data: string;
  readonly _referencedRanges: ReadonlySet<object> | null;
  readonly parentNode: { _childrenChangedSteps(): void } | null;
}

/** The drive in which somebody observes changes. */
let observed: Session | null = null;

export function patchObservers(observer: Members): void {
  wrap(observer, 'observe', (_self, original) => {
    observed = told.session;
    return original();
  });
}

export function patchTexts(text: Members): void {
  const data = Object.getOwnPropertyDescriptor(text, 'data');
  const { set } = data ?? {};
  if (!set) throw new Error('this version of jsdom changes texts elsewhere');
  Object.defineProperty(text, 'data', {
    ...data,
    set(this: TextImpl, value: string) {
      if (observed === told.session || this._referencedRanges !== null) Reflect.apply(set, this, [value]);
      else {
        this._data = value;
        this.parentNode?._childrenChangedSteps();
      }
    },
  });
}
