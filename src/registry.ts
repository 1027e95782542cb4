/**
 * Every part, one line each. Stages never import a part: they receive it from here as an argument.
 * Languages, primitives, engines and formats stand behind `import()`, so that a worker loads what its task needs only.
 */
import type { Engine, Format, Host, Language, Signal } from './contracts.ts';
import { cowork } from './hosts/cowork.ts';
import { coworkLive } from './hosts/cowork-live.ts';
import type { Primitive } from './interpreter/contract.ts';
import type { LanguageName } from './model.ts';
import type { ScanParts } from './pipeline/scan/parts.ts';
import { claimAllTheSame } from './signals/claim-all-the-same.ts';
import { claimBeforeAnswer } from './signals/claim-before-answer.ts';
import { claimWithheld } from './signals/claim-withheld.ts';
import { contradictedClaim } from './signals/contradicted-claim.ts';
import { downloadFallback } from './signals/download-fallback.ts';
import { failureShown } from './signals/failure-shown.ts';
import { identicalOutcome } from './signals/identical-outcome.ts';
import { keptLocally } from './signals/kept-locally.ts';
import { nativeDeparture } from './signals/native-departure.ts';
import { noAnswer } from './signals/no-answer.ts';
import { notUnlocked } from './signals/not-unlocked.ts';
import { unreadResponse } from './signals/unread-response.ts';
import { waitingState } from './signals/waiting-state.ts';

type Load<Part> = () => Promise<Part>;

export const languages: Readonly<Record<LanguageName, Load<Language>>> = {
  html: async () => (await import('./languages/html.ts')).html,
  javascript: async () => (await import('./languages/javascript.ts')).javascript,
  python: async () => (await import('./languages/python.ts')).python,
};

/** In the order they are put in place: a later one may build on an earlier one's globals. */
export const primitives: Readonly<Record<string, Load<Primitive>>> = {
  fetch: async () => (await import('./primitives/fetch.ts')).fetch,
  xhr: async () => (await import('./primitives/xhr.ts')).xhr,
  beacon: async () => (await import('./primitives/beacon.ts')).beacon,
  form: async () => (await import('./primitives/form.ts')).form,
  socket: async () => (await import('./primitives/socket.ts')).socket,
  axios: async () => (await import('./primitives/axios.ts')).axios,
  ky: async () => (await import('./primitives/ky.ts')).ky,
  superagent: async () => (await import('./primitives/superagent.ts')).superagent,
  jquery: async () => (await import('./primitives/jquery.ts')).jquery,
  client: async () => (await import('./primitives/client.ts')).client,
  htmx: async () => (await import('./primitives/htmx.ts')).htmx,
  react: async () => (await import('./primitives/react.ts')).react,
  vue: async () => (await import('./primitives/vue.ts')).vue,
};

/** What scanning a source in a language takes. */
export async function scanParts(name: LanguageName): Promise<ScanParts> {
  const [language, scripts, loaded] = await Promise.all([
    languages[name](),
    languages.javascript(),
    Promise.all(Object.values(primitives).map((load) => load())),
  ]);
  return { language, scripts, primitives: loaded };
}

export const engines: Readonly<Record<string, Load<Engine>>> = {
  jsdom: async () => (await import('./engines/jsdom.ts')).jsdom,
};
export const DEFAULT_ENGINE = 'jsdom';

export const hosts: Readonly<Record<string, Host>> = {
  cowork,
  'cowork-live': coworkLive,
};
/** The hosts of a run that names none; its verdict is the worst over them. */
export const DEFAULT_HOSTS: readonly string[] = ['cowork', 'cowork-live'];

export const signals: readonly Signal[] = [
  nativeDeparture,
  downloadFallback,
  noAnswer,
  contradictedClaim,
  keptLocally,
  claimBeforeAnswer,
  claimAllTheSame,
  waitingState,
  failureShown,
  claimWithheld,
  notUnlocked,
  identicalOutcome,
  unreadResponse,
];

export const formats: Readonly<Record<string, Load<Format>>> = {
  text: async () => (await import('./formats/text.ts')).text,
  json: async () => (await import('./formats/json.ts')).json,
  sarif: async () => (await import('./formats/sarif.ts')).sarif,
  junit: async () => (await import('./formats/junit.ts')).junit,
  github: async () => (await import('./formats/github.ts')).github,
  html: async () => (await import('./formats/html.ts')).html,
};
