/**
 * Opens a page in a real jsdom window with the person's compiled script, and lets a test drive it step by step.
 * In: HTML. Out: what the script told the engine. Timers run in real time zero: tests use none that wait.
 */
import { build } from 'esbuild';
import { JSDOM, VirtualConsole } from 'jsdom';
import type { Action, Coverage, Perceived } from '../../../src/model.ts';
import type { PageEntry, PageHost, PageScript } from '../../../src/page/bridge.ts';

const entries = new Map<string, Promise<string>>();

/** One script text of a module of the page; the named export is the text's value. */
export function compilePage(entry = 'src/page/visit.ts', name = 'visitPage'): Promise<string> {
  return entries.getOrInsertComputed(`${entry} ${name}`, async () => {
    const result = await build({
      entryPoints: [entry],
      bundle: true,
      write: false,
      format: 'iife',
      globalName: 'entry',
      target: 'es2024',
      charset: 'utf8',
    });
    return `(() => {${result.outputFiles[0]!.text}\nreturn entry.${name};})()`;
  });
}

export type Told = Omit<Perceived, 'at' | 'step'>;
type Done = Omit<Action, 'step' | 'at'>;

export interface Visit {
  readonly window: JSDOM['window'];
  readonly script: PageScript;
  readonly told: Told[];
  readonly done: Done[];
  readonly canaries: Map<string, string>;
  readonly errors: string[];
  /** Calls of the page's own `record(text)`, which stand for its writes. */
  readonly records: string[];
  /** What was told since the last call. */
  since(): Told[];
  /** Lets microtasks and zero timers run, then looks. */
  settle(): Promise<void>;
  /** Acts until nothing is left. */
  drive(most?: number): Promise<void>;
  coverage(): Coverage;
}

export async function openPage(html: string, budget = 400): Promise<Visit> {
  const text = await compilePage();
  const transfer = await compilePage('src/page/shims/data-transfer.ts', 'installDataTransfer');
  const told: Told[] = [];
  const done: Done[] = [];
  const records: string[] = [];
  const errors: string[] = [];
  const canaries = new Map<string, string>();
  const wrote: number[] = [];
  let step = 0;
  let left = budget;
  let script: PageScript | undefined;
  const host: PageHost = {
    now: () => 0,
    step: () => step,
    wrote: (of) => wrote.filter((each) => each === of).length,
    perceive: (json) => void told.push(JSON.parse(json) as Told),
    canary: (token, control) => void canaries.set(token, control),
    actionsLeft: () => left--,
    acting: () => void step++,
    shim: () => {},
    listeners: () => '',
    call: () => '',
  };
  const virtualConsole = new VirtualConsole();
  virtualConsole.on('jsdomError', (error) => errors.push(String(error.message)));
  const page = new JSDOM(html, {
    url: 'http://localhost/page.html',
    runScripts: 'dangerously',
    pretendToBeVisual: true,
    virtualConsole,
    beforeParse(window) {
      const record = (line: unknown) => {
        records.push(String(line));
        wrote.push(step);
      };
      Object.assign(window, { record });
      (window.eval(transfer) as (window: unknown, host: PageHost) => void)(window, host);
      const made = (window.eval(text) as PageEntry)(host, window as never);
      made.install();
      script ??= made;
    },
  });
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
    script!.look();
  };
  await settle();
  script!.begin();
  let read = 0;
  return {
    window: page.window,
    script: script!,
    told,
    done,
    canaries,
    errors,
    records,
    settle,
    since() {
      const fresh = told.slice(read);
      read = told.length;
      return fresh;
    },
    async drive(most = 500) {
      for (let count = 0; count < most; count++) {
        const json = script!.act();
        if (json === '') return;
        done.push(JSON.parse(json) as Done);
        await settle();
      }
      throw new Error('the person never stops');
    },
    coverage: () => JSON.parse(script!.coverage()) as Coverage,
  };
}
