/**
 * What makes two requests the same write-back: method, endpoint, channel and the action that caused them. In: a request
 * as recorded and the actions of its drive. Out: a key that is equal in every world. Drive and judge both ask here.
 */

import { isWriteMethod } from './endpoint.ts';
import type { Action, Channel, ElementRef, Recorded } from './model.ts';

const BY_METHOD: ReadonlySet<Channel> = new Set(['fetch', 'xhr', 'form']);
const ALWAYS: ReadonlySet<Channel> = new Set(['beacon', 'socket']);

/** Whether a record is an attempt to persist data outside the page, wherever it goes. */
export function isWrite(request: Recorded): boolean {
  return ALWAYS.has(request.channel) || (BY_METHOD.has(request.channel) && isWriteMethod(request.endpoint.method));
}

/** Whether it goes to the page's own origin or to this machine: what verdicts are about. */
export function isLocal(request: Recorded): boolean {
  return request.endpoint.reach === 'own-origin' || request.endpoint.reach === 'loopback';
}

/** A local write-back: both of the above. */
export function isWriteBack(request: Recorded): boolean {
  return isLocal(request) && isWrite(request);
}

/** The action that was going on when a request was made: the last one that began no later. */
export function actionOf(request: Recorded, actions: readonly Action[]): Action | null {
  return actions.findLast((action) => action.step === request.step) ?? null;
}

/** Equal in two worlds for the same write-back of the same person; the fragment of a URL is no part of it. */
export function writeBackKey(request: Recorded, actions: readonly Action[]): string {
  const { method, url } = request.endpoint;
  const action = actionOf(request, actions);
  const cause = action ? [action.kind, elementName(action.on), action.name] : ['load', '', ''];
  return JSON.stringify([method, url.replace(/#.*$/s, ''), request.channel, ...cause]);
}

/** How an element is called in keys and, where it has no selector, in reports. */
export function elementName(element: ElementRef): string {
  if (element.selector) return element.selector;
  const id = element.id ? `#${element.id}` : '';
  const name = element.name ? `[name=${element.name}]` : '';
  const classes = element.className
    ? element.className
        .trim()
        .split(/\s+/)
        .map((word) => `.${word}`)
        .join('')
    : '';
  return `${element.tag}${id}${name}${id || name ? '' : classes}`;
}
