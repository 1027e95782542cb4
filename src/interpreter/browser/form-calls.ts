/**
 * Forms that script makes or sends. In: `submit()` on an element, a form in JSX. Out: a request, or a note that a form of
 * the markup is sent past its handlers.
 */

import { holeName } from '../../syntax/holes.ts';
import type { Node } from '../../syntax/tree.ts';
import type { Machine } from '../machine/machine.ts';
import { isCallable, native, object } from '../values/objects.ts';
import { holed } from '../values/texts.ts';
import type { Obj, Value } from '../values/values.ts';
import { alternatives, exact, isNullish, taintOf, text, top, UNDEFINED, UNK } from '../values/values.ts';
import { indexOfElement } from './dom-parts.ts';

/** `submit()`: of a form of the markup by its index, of one made by script by what was set on it. */
export function noteFormSubmit(machine: Machine, element: Value, site: Node): void {
  for (const option of alternatives(element)) {
    const index = indexOfElement(option);
    if (index >= 0 && machine.page.elements[index]?.tag === 'form' && option.t === 'obj') {
      machine.ledger.sentForms.push(index);
      overridden(machine, option, index, site);
    } else if (option.t === 'obj' && option.kind === 'element' && option.props.has('method'))
      sendBuilt(machine, option, site);
    else if (option.t === 'obj' || option.t === 'top') machine.ledger.sentForms.push(-1);
  }
}

const SETTABLE = /^(?:form)?(?:method|action)$/;

/** Script sets where a form of the markup goes, or one of its buttons. */
export function noteFormSet(machine: Machine, element: Obj, key: string, value: Value): void {
  const name = key.toLowerCase();
  const index = indexOfElement(element);
  if (index < 0 || !SETTABLE.test(name)) return;
  const given = exact(value);
  if (given === null && name.endsWith('method')) return;
  const known = machine.ledger.formSets.get(index);
  machine.ledger.formSets.set(index, { ...known, [name]: given ?? holeName(0) });
}

/** `HTMLFormElement.prototype.submit.call(form)`: past whatever the form calls `submit` itself. */
export function formElementGlobal(): Obj {
  const submit = native<Machine>('submit', (machine, form, _args, site) => {
    noteFormSubmit(machine, form, site);
    return UNDEFINED;
  });
  return native<Machine>('HTMLFormElement', () => top(UNK), { prototype: object({ props: { submit } }) });
}

/** A form of the markup whose method or action script has set. */
function overridden(machine: Machine, form: Obj, index: number, site: Node): void {
  if (!form.props.has('method') && !form.props.has('action')) return;
  const { attributes } = machine.page.elements[index]!;
  const method = form.props.get('method')?.v ?? holed(attributes.method ?? 'get');
  const url = form.props.get('action')?.v ?? holed(attributes.action ?? '');
  machine.request({ primitive: 'form', channel: 'form', url, method, site });
}

function sendBuilt(machine: Machine, form: Obj, site: Node): void {
  const url = form.props.get('action')?.v ?? text('');
  machine.request({ primitive: 'form', channel: 'form', url, method: form.props.get('method')!.v!, site });
}

/** `<form method="post">` in JSX: sent natively unless its handler prevents it. */
export function noteJsxForm(machine: Machine, props: Obj, site: Node): void {
  const method = props.props.get('method')?.v;
  if (!method || taintOf(method) & UNK || exact(method)?.toLowerCase() !== 'post') return;
  const action = props.props.get('action')?.v ?? text('');
  if (isCallable(action)) return;
  const handler = props.props.get('onSubmit')?.v;
  const { unit } = machine;
  const send = (prevented: 'must' | 'may' | null): void => {
    if (prevented === 'must') return;
    const before = machine.unit;
    machine.unit = unit;
    machine.request({
      primitive: 'form',
      channel: 'form',
      url: action,
      method,
      site,
      mayBePrevented: prevented === 'may',
    });
    machine.unit = before;
  };
  if (!handler || isNullish(handler)) send(null);
  else if (alternatives(handler).some(isCallable))
    machine.listen({ fn: handler, kind: 'event', event: 'submit', element: -1, settled: send });
  else send('may');
}
