/**
 * What the parts of one drive share: each is given the state, and none of them the whole session. In: a request to drive. Out: its
 * records, and where its artifact's files, places and stand-ins are found.
 */
import type { DriveRequest } from '../../contracts.ts';
import type { RequestAnswer } from '../../page/channels/protocol.ts';
import type { Clock } from './clock.ts';
import { ErrorLog } from './errors.ts';
import type { JsdomParts } from './hooks.ts';
import type { Entry } from './ledger.ts';
import { Ledger } from './ledger.ts';
import type { ElementImpl } from './nodes.ts';
import { Recorder } from './recorder.ts';
import type { Served } from './session.ts';
import { Siblings } from './siblings.ts';
import { Sites } from './sites.ts';
import { StandIns } from './stand-ins.ts';

export abstract class DriveState {
  readonly request: DriveRequest;
  readonly jsdom: JsdomParts;
  readonly documentUrl: string;
  readonly siblings: Siblings;
  readonly sites: Sites;
  readonly ledger: Ledger;
  readonly recorder: Recorder;
  readonly errors: ErrorLog;
  readonly standIns: StandIns;

  constructor(request: DriveRequest, clock: Clock, jsdom: JsdomParts) {
    this.request = request;
    this.jsdom = jsdom;
    const file = request.source.path.slice(request.source.path.lastIndexOf('/') + 1);
    this.documentUrl = request.host.documentUrl.replace('{file}', encodeURIComponent(file));
    this.siblings = new Siblings(request.source, this.documentUrl);
    this.sites = new Sites(request.source, this.documentUrl, this.siblings.urls);
    this.ledger = new Ledger(clock);
    this.recorder = new Recorder(clock);
    this.errors = new ErrorLog(clock, this.sites);
    this.standIns = new StandIns(request.source.text, request.repair);
  }

  /** Records a request and answers it. */
  abstract record(entry: Entry): RequestAnswer;
  /** Answers a script, stylesheet or frame from the artifact's own files. */
  abstract resource(url: string, element: ElementImpl | null): Served;
  abstract topDocument(): { querySelector(selector: string): { readonly textContent: string } | null } | null;
  /** What the page's script said, from JSON; null when it is none. */
  abstract said<Said>(json: string): Said | null;
}
