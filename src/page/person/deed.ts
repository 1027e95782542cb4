/** One thing the person is about to do: what the action's record says, and the doing. */
import type { ActionKind } from '../../model.ts';
import type { Control } from './controls.ts';

export interface Deed {
  readonly kind: ActionKind;
  readonly element: Element;
  readonly control?: Control;
  readonly name: string;
  perform(): void;
}
