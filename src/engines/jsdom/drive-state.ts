/** What the parts of one drive share. Types only: each part is given the state, and none of them the whole session. */
import type { DriveRequest } from '../../contracts.ts';
import type { RequestAnswer } from '../../page/channels/protocol.ts';
import type { ErrorLog } from './errors.ts';
import type { JsdomParts } from './hooks.ts';
import type { Entry, Ledger } from './ledger.ts';
import type { ElementImpl } from './nodes.ts';
import type { Recorder } from './recorder.ts';
import type { Served } from './session.ts';
import type { Siblings } from './siblings.ts';
import type { Sites } from './sites.ts';
import type { StandIns } from './stand-ins.ts';

export interface DriveState {
  readonly request: DriveRequest;
  readonly jsdom: JsdomParts;
  readonly documentUrl: string;
  readonly siblings: Siblings;
  readonly sites: Sites;
  readonly ledger: Ledger;
  readonly recorder: Recorder;
  readonly errors: ErrorLog;
  readonly standIns: StandIns;
  /** Records a request and answers it. */
  record(entry: Entry): RequestAnswer;
  /** Answers a script, stylesheet or frame from the artifact's own files. */
  resource(url: string, element: ElementImpl | null): Served;
  topDocument(): { querySelector(selector: string): { readonly textContent: string } | null } | null;
  /** What the page's script said, from JSON; null when it is none. */
  said<Said>(json: string): Said | null;
}
