/**
 * Changes the classes behind elements, storage and requests of jsdom: what would leave the page is told to the session.
 * In: the prototypes of implementation classes. Out: the same, changed. Nothing is left that opens a connection.
 */
import type { DocumentImpl, ElementImpl, WindowImpl } from './nodes.ts';
import type { Members } from './patching.ts';
import { told, wrap } from './patching.ts';
import { patchAttributeChanges, patchTreeChanges } from './tag-collections.ts';
import { patchObservers, patchTexts } from './text-changes.ts';

/** Submissions that passed validation and the `submit` event end in jsdom's "not implemented". */
export function patchNotImplemented(missing: Members): void {
  wrap(missing, 'notImplementedMethod', (_self, original, [, , method]) => {
    if (method === 'requestSubmit' && submission) told.session?.submitted(submission.form, submission.submitter);
    else if (method !== 'requestSubmit') original();
  });
}

let submission: { readonly form: ElementImpl; readonly submitter: ElementImpl | null } | null = null;

function patchSubmission(form: Members): void {
  form.submit = function submit(this: ElementImpl) {
    if (this.isConnected) told.session?.submitted(this, null);
  };
  wrap<ElementImpl>(form, 'requestSubmit', (self, original, [submitter]) => {
    const outer = submission;
    submission = { form: self, submitter: (submitter as ElementImpl | null | undefined) ?? null };
    try {
      return original();
    } finally {
      submission = outer;
    }
  });
}

function patchLinks(link: Members): void {
  wrap<ElementImpl>(link, '_followAHyperlink', (self, original) =>
    told.session?.followed(self) ? undefined : original(),
  );
}

function patchImages(image: Members): void {
  wrap<ElementImpl>(image, '_attributeChangeSteps', (self, original, [name, , value]) => {
    const result = original();
    if (name === 'src' && typeof value === 'string' && value !== '') told.session?.imageWanted(self, value);
    return result;
  });
}

function patchModules(script: Members): void {
  wrap<ElementImpl>(script, '_prepare', (self, original) => {
    const type = self.getAttributeNS(null, 'type');
    // Whoever runs modules ignores the fallback for those who cannot.
    if (self.hasAttributeNS(null, 'nomodule')) return undefined;
    if (type?.trim().toLowerCase() !== 'module') return original();
    if (self.isConnected) told.session?.moduleScript(self, self._ownerDocument);
    return undefined;
  });
}

function patchFrames(frame: Members): void {
  const filled = (self: ElementImpl) => {
    const html = self.localName === 'iframe' ? self.getAttributeNS(null, 'srcdoc') : null;
    if (html !== null && self.isConnected) told.session?.frameContent(self, html);
  };
  wrap<ElementImpl>(frame, '_postConnectionSteps', (self, original) => {
    original();
    filled(self);
  });
  wrap<ElementImpl>(frame, '_attributeChangeSteps', (self, original, [name]) => {
    original();
    if (name === 'srcdoc') filled(self);
  });
}

function patchStorage(storage: Members): void {
  wrap<{ _associatedWindow: WindowImpl; _type: string }>(storage, 'setItem', (self, original, [key, value]) => {
    const result = original();
    told.session?.stored(self._associatedWindow, self._type, String(key), String(value));
    return result;
  });
}

export function patchCookies(document: Members): void {
  const own = Object.getOwnPropertyDescriptor(document, 'cookie');
  if (!own?.set) throw new Error('this version of jsdom keeps cookies elsewhere');
  const { set } = own;
  Object.defineProperty(document, 'cookie', {
    ...own,
    set(this: DocumentImpl, value: string) {
      Reflect.apply(set, this, [value]);
      told.session?.cookie(this, String(value));
    },
  });
}

function forbidSending(request: Members): void {
  request.send = () => {
    throw new Error('no connection leaves a drive');
  };
}

type Load = () => Promise<{ default: Record<string, unknown> }>;

export const PROTOTYPES: readonly (readonly [Load, (prototype: Members) => void])[] = [
  [() => import('jsdom/lib/jsdom/living/nodes/Node-impl.js'), patchTreeChanges],
  [() => import('jsdom/lib/jsdom/living/nodes/Element-impl.js'), patchAttributeChanges],
  [() => import('jsdom/lib/jsdom/living/nodes/CharacterData-impl.js'), patchTexts],
  [() => import('jsdom/lib/jsdom/living/mutation-observer/MutationObserver-impl.js'), patchObservers],
  [() => import('jsdom/lib/jsdom/living/nodes/HTMLFormElement-impl.js'), patchSubmission],
  [() => import('jsdom/lib/jsdom/living/nodes/HTMLAnchorElement-impl.js'), patchLinks],
  [() => import('jsdom/lib/jsdom/living/nodes/HTMLAreaElement-impl.js'), patchLinks],
  [() => import('jsdom/lib/jsdom/living/nodes/HTMLImageElement-impl.js'), patchImages],
  [() => import('jsdom/lib/jsdom/living/nodes/HTMLScriptElement-impl.js'), patchModules],
  [() => import('jsdom/lib/jsdom/living/nodes/HTMLFrameElement-impl.js'), patchFrames],
  [() => import('jsdom/lib/jsdom/living/webstorage/Storage-impl.js'), patchStorage],
  [() => import('jsdom/lib/jsdom/living/xhr/XMLHttpRequest-impl.js'), forbidSending],
];
