/**
 * ES modules of a page, by Node's own module machinery: real bindings, real positions, no bundling.
 * In: module scripts in document order and dynamic imports. Out: their execution; what cannot be had is recorded as
 * missing with its URL. Refuses everything that is not in the artifact or beside it.
 */
import vm from 'node:vm';
import type { DriveState } from './drive-state.ts';
import type { DocumentImpl, ElementImpl, WindowImpl } from './nodes.ts';
import { PAGE_SCRIPT } from './sites.ts';

interface Code {
  readonly text: string;
  readonly url: string;
  readonly lineOffset?: number;
  readonly columnOffset?: number;
}

class MissingModule extends Error {}

export class Modules {
  readonly #session: DriveState;
  readonly #started = new WeakSet<ElementImpl>();
  readonly #loaded = new Map<WindowImpl, Map<string, vm.Module>>();
  #inline = 0;

  constructor(session: DriveState) {
    this.#session = session;
  }

  /** Runs a module script after parsing, or at once when the document was parsed already. */
  prepare(script: ElementImpl, document: DocumentImpl): void {
    const window = document._defaultView;
    if (!window || this.#started.has(script)) return;
    const code = this.#codeOf(script);
    if (!code) return;
    this.#started.add(script);
    const ready = this.#link(code, window).catch((error: unknown) => this.#failed(script, window, code.url, error));
    const execute = async () => {
      const module = await ready;
      if (module) this.#evaluate(module, script, window, code.url);
    };
    const parsing = (this.#session.jsdom.wrapperOf(document) as { readyState: string }).readyState === 'loading';
    if (parsing) document._scriptsToExecuteAfterParsing.push({ ready, execute });
    else void execute();
  }

  /** `import()` from a classic script or a module. */
  async import(specifier: string, window: WindowImpl, referrer: string): Promise<vm.Module> {
    const module = await this.#resolve(specifier, referrer, window);
    await this.#linked(module, window);
    await module.evaluate();
    return module;
  }

  #codeOf(script: ElementImpl): Code | null {
    const { session } = { session: this.#session };
    const src = script.getAttributeNS(null, 'src');
    if (src === null) {
      let text = '';
      let origin = session.sites.inline(null);
      for (const child of script._children()) {
        if (child.sourceCodeLocation) origin = session.sites.inline(child.sourceCodeLocation);
        text += child.data ?? '';
      }
      if (text.trim() === '') return null;
      this.#inline += 1;
      session.recorder.scripts.set(`inline module ${this.#inline}`, 'ran');
      return { text, url: origin.filename, lineOffset: origin.lineOffset, columnOffset: origin.columnOffset };
    }
    const url = URL.parse(src, session.documentUrl)?.href ?? src;
    const served = session.resource(url, script);
    return served.status === 200 ? { text: served.body, url } : { text: 'throw 0', url };
  }

  async #link(code: Code, window: WindowImpl): Promise<vm.Module | null> {
    if (this.#session.recorder.scripts.get(code.url) === 'missing') throw new MissingModule(code.url);
    const module = this.#compile(code, window);
    await this.#linked(module, window);
    return module;
  }

  async #linked(module: vm.Module, window: WindowImpl): Promise<void> {
    if (module.status === 'unlinked')
      await module.link((specifier, referrer) => this.#resolve(specifier, referrer.identifier, window));
  }

  #compile({ text, url, lineOffset, columnOffset }: Code, window: WindowImpl): vm.Module {
    if (typeof vm.SourceTextModule !== 'function') throw new Error('modules need --experimental-vm-modules');
    return new vm.SourceTextModule(text, {
      context: window as unknown as vm.Context,
      identifier: url,
      lineOffset: lineOffset ?? 0,
      columnOffset: columnOffset ?? 0,
      initializeImportMeta: (meta) => {
        meta.url = url;
      },
      importModuleDynamically: (specifier) => this.import(specifier, window, url) as never,
    });
  }

  async #resolve(specifier: string, referrer: string, window: WindowImpl): Promise<vm.Module> {
    const url = this.#urlOf(specifier, referrer);
    let loaded = this.#loaded.get(window);
    if (!loaded) {
      loaded = new Map();
      this.#loaded.set(window, loaded);
    }
    const known = loaded.get(url);
    if (known) return known;
    const found = this.#session.siblings.find(url);
    if (!found) {
      this.#session.recorder.scripts.set(url, 'missing');
      throw new MissingModule(url);
    }
    this.#session.recorder.scripts.set(url, 'ran');
    const text = found.type === 'application/json' ? `export default ${found.text}` : found.text;
    const module = this.#compile({ text, url }, window);
    loaded.set(url, module);
    return module;
  }

  /** By the document's import map, else as a URL; a bare name stays as it is. */
  #urlOf(specifier: string, referrer: string): string {
    const { documentUrl } = this.#session;
    const base = referrer.startsWith('http') ? referrer : documentUrl;
    const map = this.#importMap();
    const exact = map[specifier];
    if (exact !== undefined) return URL.parse(exact, documentUrl)?.href ?? exact;
    const prefix = Object.keys(map)
      .filter((key) => key.endsWith('/') && specifier.startsWith(key))
      .sort((a, b) => b.length - a.length)[0];
    if (prefix !== undefined)
      return URL.parse(`${map[prefix]}${specifier.slice(prefix.length)}`, documentUrl)?.href ?? specifier;
    if (/^\.{0,2}\//.test(specifier)) return URL.parse(specifier, base)?.href ?? specifier;
    return URL.parse(specifier)?.href ?? specifier;
  }

  #importMap(): Readonly<Record<string, string>> {
    const document = this.#session.topDocument();
    const script = document?.querySelector('script[type="importmap"]');
    if (!script) return {};
    try {
      const { imports } = JSON.parse(script.textContent) as { imports?: Record<string, string> };
      return imports ?? {};
    } catch {
      // A map that does not parse maps nothing; browsers say so on the console.
      return {};
    }
  }

  #evaluate(module: vm.Module, script: ElementImpl, window: WindowImpl, url: string): void {
    const { jsdom } = this.#session;
    module.evaluate().catch((error: unknown) => this.#failed(script, window, url, error));
    if (script.hasAttributeNS(null, 'src')) jsdom.fireAnEvent('load', script);
  }

  #failed(script: ElementImpl, window: WindowImpl, url: string, error: unknown): null {
    const { jsdom, errors } = this.#session;
    if (error instanceof MissingModule) {
      errors.resource(`Could not load module: "${error.message}"`);
      jsdom.fireAnEvent('error', script);
    } else jsdom.reportException(window, error, url === PAGE_SCRIPT ? '' : url);
    return null;
  }
}
