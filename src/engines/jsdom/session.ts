/**
 * What jsdom tells the drive that is going on, in place of doing it. Types only.
 * One thread drives one page at a time, so there is one session at a time.
 */
import type { DocumentImpl, ElementImpl, WindowImpl } from './nodes.ts';

export interface Served {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

export interface Session {
  /** A window was made, top or frame; none of its scripts has run. */
  windowMade(window: WindowImpl): void;
  /** A script, stylesheet or frame wants this URL. */
  resource(url: string, element: ElementImpl | null): Served;
  /** A form is sent natively. The submitter's own action and method win. */
  submitted(form: ElementImpl, submitter: ElementImpl | null): void;
  /** A document is navigated to another one. */
  navigated(window: WindowImpl, url: string): void;
  /** A hyperlink is followed. True: the session has dealt with it. */
  followed(link: ElementImpl): boolean;
  /** An image was given a source. */
  imageWanted(image: ElementImpl, src: string): void;
  /** A module script is ready to be prepared. */
  moduleScript(script: ElementImpl, document: DocumentImpl): void;
  imported(specifier: string, window: WindowImpl, referrer: string): Promise<unknown>;
  /** A frame was given its document as text. */
  frameContent(frame: ElementImpl, html: string): void;
  stored(window: WindowImpl, area: string, key: string, value: string): void;
  cookie(document: DocumentImpl, value: string): void;
  /** Position of an inline script's text in the artifact; null when the script was not in it. */
  scriptRuns(window: WindowImpl, filename: string): ScriptOrigin;
}

export interface ScriptOrigin {
  readonly filename: string;
  readonly lineOffset: number;
  readonly columnOffset: number;
}
