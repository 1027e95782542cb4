/**
 * The words for people: consequences, outcomes, actions, advice. In: coded facts. Out: plain English, with every
 * string of an artifact cleaned and quoted. No format has words of its own for these.
 */
import type { Action, ActionKind, Consequence, Endpoint, Outcome, WriteBack } from '../model.ts';
import { clean } from '../untrusted.ts';

const CONSEQUENCES: Readonly<Record<Consequence, string>> = {
  'claims-unread': 'claims success without having checked the answer',
  'acts-as-saved': 'goes on as if saved, whatever the answer is',
  optimistic: 'claims success before the answer comes and never takes it back',
  beacon: 'is a beacon, whose answer nobody can read',
  'no-answer': 'goes over a channel whose answer nobody can read',
  'native-form': 'is a native form submission: the host answers with an error page and what was typed is gone',
  'download-fallback': 'falls back to a download, which the host does not deliver',
  checked: 'checks the answer and shows the failure',
  'checked-silent': 'checks the answer and shows nothing when it fails',
  'implicit-check': 'notices a failed write only when the error page is not JSON',
  degraded: 'says something else when the write fails',
  'unread-silent': 'never looks at the answer and says nothing',
  escapes: 'hands the answer to code that could not be followed',
  'native-form-maybe': 'is a native form submission that a script may prevent',
  'unproved-url': 'goes to an address that could not be worked out',
  'unproved-method': 'uses a method that could not be worked out',
  'unproved-receiver': 'looks like a write, on an object that could not be identified',
  'unproved-guard': 'runs only under a condition that could not be decided',
};

/** What a consequence says of a write, as a predicate: "it …". An unknown one is shown by its name. */
export function consequenceWords(consequence: string): string {
  return Object.hasOwn(CONSEQUENCES, consequence) ? CONSEQUENCES[consequence as Consequence] : clean(consequence, 60);
}

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  departed: 'The form leaves the page for the host’s error page; what was typed is gone.',
  'download-fallback': 'Refused, the page saves a file instead, and this host delivers no downloads.',
  'no-answer': 'The data goes over a channel that gives no answer; nobody learns that it is lost.',
  contradicted: 'Refused, the page gives a message and then claims success all the same.',
  'kept-locally': 'Refused, the page keeps the data on this device and says so.',
  untold: 'The page looks the same whether or not the data arrived.',
  stuck: 'Refused, the page goes on waiting and never says that it failed.',
  told: 'Refused, the page shows something that it does not show otherwise.',
  silent: 'Accepted, the page says so; refused, it says nothing.',
  'never-fired': 'The source has this write; no drive reached it.',
  undecided: 'The page looks at the answer, and no other answer could be tried to the end.',
};

/** What became of a write-back, as a sentence. */
export function outcomeWords({ outcome, seen, channel }: Pick<WriteBack, 'outcome' | 'seen' | 'channel'>): string {
  if (outcome === 'undecided' && channel === 'form') return 'A script that is missing may be what sends this form.';
  if (outcome === 'never-fired' && seen !== 'source')
    return 'The page writes this only where earlier writes are accepted.';
  return OUTCOMES[outcome];
}

const ADVICE: Readonly<Partial<Record<Outcome, string>>> = {
  departed: 'Handle the submit event, send with fetch, and show whether it arrived.',
  'download-fallback': 'Do not rely on a download here: show the text so that it can be copied.',
  'no-answer': 'Send with fetch, check response.ok, and show a failure.',
  contradicted: 'Claim success only after response.ok was true; leave the failure standing.',
  untold: 'Check response.ok before claiming success; on failure say so and keep the text.',
  stuck: 'End the waiting state when the write fails, and say that it failed.',
  silent: 'Say that it failed, and keep the text so that it can be copied.',
  'never-fired': 'Check response.ok before claiming success; on failure say so and keep the text.',
};

/** What a source-only write would end as, where the advice for that fits better. */
const LIKE: Readonly<Partial<Record<Consequence, Outcome>>> = {
  beacon: 'no-answer',
  'no-answer': 'no-answer',
  'native-form': 'departed',
  'native-form-maybe': 'departed',
  'download-fallback': 'download-fallback',
  'checked-silent': 'silent',
};

/** What to do about it, or null where nothing has to be done. */
export function adviceFor({ outcome, label, consequence }: WriteBack): string | null {
  if (label !== 'lost' && outcome !== 'silent' && outcome !== 'stuck') return null;
  const like = outcome === 'never-fired' && consequence ? LIKE[consequence] : undefined;
  return ADVICE[like ?? outcome] ?? null;
}

const ACTIONS: Readonly<Record<ActionKind, string>> = {
  load: 'Opened the page',
  edit: 'Edited',
  commit: 'Pressed',
  submit: 'Submitted',
  key: 'Typed',
  pointer: 'Clicked',
  blur: 'Left the field',
  drag: 'Dragged',
  wait: 'Waited',
  hide: 'Hid the page',
  leave: 'Left the page',
};

export function actionVerb(kind: ActionKind): string {
  return ACTIONS[kind];
}

/** `Pressed “Save” (button#save)`. */
export function actionWords(action: Pick<Action, 'kind' | 'name'> & { readonly on: string }): string {
  return [actionVerb(action.kind), actionObject(action)].filter((part) => part !== '').join(' ');
}

/** The same for a step of a trace. */
export function stepWords({ kind, name, on }: Action): string {
  return actionWords({ kind, name, on: on.selector ?? on.tag });
}

/** `“Save” (button#save)`, or what there is of it; nothing for the page as a whole. */
export function actionObject({ name, on }: { readonly name: string; readonly on: string }): string {
  const control = clean(on, 60);
  if (name === '') return control === 'html' ? '' : control;
  return control === '' || control === 'html' || control === clean(name)
    ? quoted(name)
    : `${quoted(name)} (${control})`;
}

export function endpointWords({ method, url }: Endpoint): string {
  return `${clean(method, 20)} ${clean(url, 120)}`;
}

/** A string of an artifact in quotation marks, on one line. */
export function quoted(text: string): string {
  return `“${clean(text, 80)}”`;
}
