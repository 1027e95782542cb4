/**
 * Native forms of the markup. In: the elements, what listens on them, which are sent by script. Out: the forms a browser
 * would post by itself, and whether a handler may stop it. Pure.
 */
import type { MarkupElement } from '../../contracts.ts';
import { classifyPattern } from '../../endpoint.ts';
import type { Consequence, Reach } from '../../model.ts';
import { hasHole, splitHoles } from '../../syntax/holes.ts';
import type { Prevention } from '../browser/events.ts';
import type { Listener } from '../run/entry-runner.ts';

export interface FormFinding {
  readonly element: number;
  readonly method: 'POST';
  readonly url: string;
  readonly reach: Reach;
  readonly consequence: Extract<Consequence, 'native-form' | 'native-form-maybe' | 'unproved-url' | 'unproved-method'>;
}

export interface FormFacts {
  readonly elements: readonly MarkupElement[];
  readonly listeners: readonly Listener[];
  /** Elements whose `submit()` script calls; -1 for a form nobody can name. */
  readonly sentByScript: readonly number[];
  /** Templates whose content never stands in the page. */
  readonly untaken: ReadonlySet<string>;
  /** Attributes that script sets, by element. */
  readonly sets: ReadonlyMap<number, Readonly<Record<string, string>>>;
  /** Script submits some form as if by no button. */
  readonly requested: boolean;
  readonly base: string;
}

interface Submission {
  readonly element: number;
  readonly form: number;
  readonly method: string;
  readonly action: string;
}

/** Of the forms as they are written, and as script sets them. */
export function formFindings(facts: FormFacts): readonly FormFinding[] {
  const written = findings(facts);
  if (facts.sets.size === 0) return written;
  const elements = facts.elements.map((element, index) => {
    const set = facts.sets.get(index);
    return set ? { ...element, attributes: { ...element.attributes, ...set } } : element;
  });
  const set = findings({ ...facts, elements });
  const known = new Set(set.map(({ element }) => element));
  return [...set, ...written.filter(({ element }) => !known.has(element))];
}

function findings(facts: FormFacts): readonly FormFinding[] {
  const found: FormFinding[] = [];
  facts.elements.forEach((element, index) => {
    if (element.template !== undefined && facts.untaken.has(element.template)) return;
    if (element.tag === 'form') found.push(...formFinding(facts, element, index));
    else if (isSubmitter(element) && element.form >= 0) found.push(...submitterFinding(facts, element, index));
  });
  return found;
}

/** An element that script drives by itself is no native submission. */
function isDriven(element: MarkupElement): boolean {
  const names = Object.keys(element.attributes);
  return (
    names.some((name) => /^(?:data-)?hx-(?:post|put|patch|delete|get)$/.test(name)) ||
    element.attributes['hx-boost'] === 'true'
  );
}

function formFinding(facts: FormFacts, form: MarkupElement, index: number): FormFinding[] {
  if (isDriven(form) || goesByItsButtonsOnly(facts, index)) return [];
  return judged(facts, { element: index, form: index, method: methodOf(form), action: form.attributes.action ?? '' });
}

function isSubmitter(element: MarkupElement): boolean {
  const type = (element.attributes.type ?? (element.tag === 'button' ? 'submit' : 'text')).toLowerCase();
  return (element.tag === 'button' || element.tag === 'input') && (type === 'submit' || type === 'image');
}

/** Each of its buttons makes another submission than the form says, and Enter goes through the first of them. */
function goesByItsButtonsOnly(facts: FormFacts, index: number): boolean {
  if (facts.requested || facts.sentByScript.includes(index) || facts.sentByScript.includes(-1)) return false;
  const buttons = facts.elements.filter((element) => element.form === index && isSubmitter(element));
  return buttons.length > 0 && buttons.every((button) => overrides(button, facts.elements[index] as MarkupElement));
}

/** A submitter counts by itself only where its own attributes make it another submission than its form's. */
function submitterFinding(facts: FormFacts, submitter: MarkupElement, index: number): FormFinding[] {
  const form = facts.elements[submitter.form];
  if (!form || submitter.disabled || isDriven(submitter) || !overrides(submitter, form)) return [];
  return judged(facts, { element: index, form: submitter.form, ...submissionBy(submitter, form) });
}

function overrides(submitter: MarkupElement, form: MarkupElement): boolean {
  const { method, action } = submissionBy(submitter, form);
  return method !== methodOf(form) || action !== (form.attributes.action ?? '');
}

function submissionBy({ attributes }: MarkupElement, form: MarkupElement): Pick<Submission, 'method' | 'action'> {
  return {
    method: attributes.formmethod === undefined ? methodOf(form) : plainMethod(attributes.formmethod),
    action: attributes.formaction ?? form.attributes.action ?? '',
  };
}

function methodOf({ attributes }: MarkupElement): string {
  return plainMethod(attributes.method ?? 'get');
}

/** What is filled in by a generator stays as it is. */
function plainMethod(written: string): string {
  return hasHole(written) ? written : written.trim().toLowerCase();
}

function judged(facts: FormFacts, submission: Submission): FormFinding[] {
  const isUnknown = hasHole(submission.method);
  if ((submission.method !== 'post' && !isUnknown) || /^\s*javascript:/i.test(submission.action)) return [];
  const reach = classifyPattern(splitHoles(submission.action), facts.base);
  if (reach === null || reach === 'remote') return [];
  const prevention = preventionOf(facts, submission);
  if (prevention === 'must') return [];
  const consequence =
    prevention === 'may'
      ? 'native-form-maybe'
      : reach === 'unresolved'
        ? 'unproved-url'
        : isUnknown
          ? 'unproved-method'
          : 'native-form';
  const url = splitHoles(submission.action)
    .map((part) => part ?? '{…}')
    .join('');
  return [{ element: submission.element, method: 'POST', url, reach, consequence }];
}

function preventionOf(facts: FormFacts, submission: Submission): Prevention | null {
  if (facts.sentByScript.includes(submission.form)) return null;
  let found: Prevention | null = null;
  for (const listener of facts.listeners) {
    const effect = preventionBy(facts, submission, listener);
    if (effect === 'must') return 'must';
    found = effect ?? found;
  }
  return found;
}

function preventionBy(facts: FormFacts, submission: Submission, listener: Listener): Prevention | null {
  if (!listener.prevented) return null;
  const isSubmit = listener.event === 'submit';
  if (isSubmit && listener.element === submission.form) return listener.prevented;
  if (listener.event === 'click' && listener.element === submission.element && submission.element !== submission.form)
    return listener.prevented;
  if (listener.event === 'click' && listener.element >= 0) return clicked(facts, submission, listener);
  // A listener on something we cannot name, or on the whole page, may be the one this form meets.
  if (listener.element === -1 && (isSubmit || listener.event === 'click' || listener.event === '')) return 'may';
  if (listener.element === -2 && (isSubmit || listener.event === 'click'))
    return isSubmit ? reaching(facts, submission, listener) : 'may';
  return null;
}

/** Of what listens on the whole page: the form may keep its events to itself. */
function reaching(facts: FormFacts, submission: Submission, listener: Listener): Prevention | null {
  if (listener.captures) return listener.prevented;
  const stops = facts.listeners.filter(({ element, event }) => element === submission.form && event === 'submit');
  if (stops.some(({ stopped }) => stopped === 'must')) return null;
  return stops.some(({ stopped }) => stopped === 'may') ? 'may' : listener.prevented;
}

/** The click of the form's only submitter is prevented: Enter goes through it as well. */
function clicked(facts: FormFacts, submission: Submission, listener: Listener): Prevention | null {
  const button = facts.elements[listener.element];
  if (!button || button.form !== submission.form || !isSubmitter(button)) return null;
  const others = facts.elements.filter(
    (element) => element !== button && element.form === submission.form && isSubmitter(element) && !element.disabled,
  );
  return others.length === 0 ? listener.prevented : 'may';
}
