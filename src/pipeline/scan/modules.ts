/**
 * The module graph of one program. In: its units and the source's siblings. Out: the units with the modules they import,
 * loaded once. A sibling that is named and not there is a failure; a package is none.
 */
import type { CodeUnit } from '../../contracts.ts';
import type { ProgramUnit } from '../../interpreter/trees/program-facts.ts';
import type { Source } from '../../model.ts';
import { wholeText } from '../../syntax/mapped-text.ts';
import { pathConfigs } from '../../syntax/path-config.ts';
import { moduleCandidates, resolveModule } from '../../syntax/resolve-module.ts';
import type { Node } from '../../syntax/tree.ts';
import type { Import } from './imports.ts';
import { importsOf } from './imports.ts';
import { besideLibraries, isUnmodelledLibrary } from './libraries.ts';
import type { Dependence } from './missing.ts';
import { missingFile } from './missing.ts';
import type { Scanning } from './parts.ts';

const MODULES = 400;
const MODULE_SYNTAX = /^[ \t]{0,20}(?:import|export)\b/m;

export class ModuleLoader {
  readonly units: ProgramUnit[] = [];
  readonly #scanning: Scanning;
  readonly #source: Source;
  readonly #parse: (unit: CodeUnit) => Node | null;
  readonly #dependence: Dependence;
  readonly #byKey = new Map<string, number>();
  readonly #configs;

  constructor(scanning: Scanning, parse: (unit: CodeUnit) => Node | null, dependence: Dependence) {
    this.#scanning = scanning;
    this.#source = scanning.source;
    this.#parse = parse;
    this.#dependence = dependence;
    this.#configs = pathConfigs(scanning.source.siblings);
  }

  /** Adds a unit of the program and all it imports. */
  add(unit: CodeUnit): void {
    this.#missingScript(unit);
    if (unit.code.text.trim() === '') return;
    const all = this.#parse(unit);
    const program = all && besideLibraries(unit, all, this.#scanning.parts.primitives);
    if (!program) return;
    const name = unit.path ?? (this.#source.language === 'javascript' ? this.#source.path : '');
    if (isUnmodelledLibrary(unit, program, name)) this.#scanning.libraries.push(name);
    else this.#insert(unit, program, false);
  }

  /** Adds a sibling that the page put in by itself: it runs behind the others. */
  addLate(key: string): void {
    if (this.#byKey.has(key)) return;
    const unit = moduleUnit(key, this.#source.siblings[key] ?? '');
    this.add(MODULE_SYNTAX.test(unit.code.text) ? unit : { ...unit, role: 'script' });
  }

  #insert(unit: CodeUnit, program: Node, lazy: boolean): number {
    const imports = new Map<string, number>();
    const index = this.units.length;
    this.units.push({ unit, program, imports, lazy });
    if (unit.path !== undefined) this.#byKey.set(unit.path, index);
    for (const wanted of importsOf(program, unit.code.text)) {
      if (wanted.commonJs && this.#source.language === 'html') continue;
      const target = this.#load(wanted, unit.path ?? fileName(this.#source.path));
      if (target !== null) imports.set(wanted.specifier, target);
    }
    return index;
  }

  #load(wanted: Import, from: string): number | null {
    const { specifier } = wanted;
    const { siblings } = this.#source;
    const key = resolveModule(from, specifier, (candidate) => Object.hasOwn(siblings, candidate), this.#configs);
    if (key === null) {
      this.#missing(wanted, from);
      return null;
    }
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    if (this.units.length >= MODULES) return this.#tooMany();
    const unit = moduleUnit(key, siblings[key]!);
    const program = this.#parse(unit);
    return program ? this.#insert(unit, program, true) : null;
  }

  #tooMany(): null {
    this.#scanning.failures.push({
      stage: 'node-limit',
      code: 'modules',
      path: this.#source.path,
      detail: `more than ${MODULES} modules`,
      candidate: true,
    });
    return null;
  }

  #missing({ specifier, runs, bundled }: Import, from: string): void {
    if (bundled || !/^\.{1,2}\//.test(specifier)) return;
    const first = moduleCandidates(from, specifier, this.#configs)[0] ?? specifier;
    this.#scanning.failures.push(missingFile(this.#source, first, runs, this.#dependence));
  }

  #missingScript(unit: CodeUnit): void {
    const { src } = unit;
    if (src === undefined || unit.path !== undefined || unit.code.text !== '') return;
    if (/^\s*(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(src)) return;
    this.#scanning.failures.push(missingFile(this.#source, src.trim(), true, this.#dependence));
  }
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function moduleUnit(key: string, text: string): CodeUnit {
  const extension = /\.([a-z]+)$/i.exec(key)?.[1]?.toLowerCase() ?? 'js';
  if (extension === 'json')
    return {
      role: 'module',
      dialect: 'js',
      code: { text: `export default (${text.trim() || 'null'});`, at: () => 0 },
      element: -1,
      path: key,
    };
  const dialect = extension === 'tsx' || extension === 'jsx' ? extension : extension.endsWith('ts') ? 'ts' : 'js';
  return { role: 'module', dialect, code: wholeText(text), element: -1, path: key };
}
