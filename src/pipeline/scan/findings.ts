/**
 * Decided writes to findings. In: an analysis and where its units stand. Out: findings with places in the file on disk, and
 * failures for sinks that nothing explains.
 */
import type { Analysis, Program } from '../../interpreter/analyse.ts';
import type { DecidedWrite } from '../../interpreter/decision/decided-writes.ts';
import type { FormFinding } from '../../interpreter/decision/forms.ts';
import type { UrlChoice } from '../../interpreter/ledger/ledger.ts';
import type { Spot } from '../../interpreter/values/values.ts';
import { ENV, HOLE, UNK } from '../../interpreter/values/values.ts';
import type { ElementRef, Endpoint, Failure, Finding, Place, Source } from '../../model.ts';
import type { LineIndex } from '../../syntax/line-index.ts';
import { lineIndex } from '../../syntax/line-index.ts';
import { directoryOf, normalizePath } from '../../syntax/references.ts';
import { isWrittenAsLibrary } from './libraries.ts';

export interface Found {
  readonly findings: readonly Finding[];
  readonly failures: readonly Failure[];
}

export function findingsOf(source: Source, program: Program, analysis: Analysis, lines: LineIndex): Found {
  const places = new Places(source, { elements: program.elements, units: analysis.units }, lines);
  const findings = [
    ...analysis.writes.map((write) => ofWrite(write, places, { ...program, units: analysis.units })),
    ...analysis.forms.map((form) => ofForm(form, places, program)),
  ];
  const failures = analysis.unexplained.map((spot): Failure => {
    const place = places.of(spot);
    const code = analysis.truncated ? 'budget' : 'unreached';
    return {
      stage: 'scan',
      code,
      ...place,
      detail: 'a call that may be a write-back was not reached',
      candidate: true,
      ...(spot.isCode && places.isInLibrary(spot) ? { library: true } : {}),
    };
  });
  for (const { code, detail, spot } of analysis.opaque)
    failures.push({
      stage: 'scan',
      code,
      ...places.of(spot),
      detail,
      candidate: true,
      ...(code === 'dynamic-code' && places.isInLibrary(spot) ? { library: true } : {}),
    });
  return { findings, failures };
}

class Places {
  readonly #source: Source;
  readonly #program: Pick<Program, 'elements' | 'units'>;
  readonly #lines: LineIndex;
  readonly #siblings = new Map<string, LineIndex>();

  constructor(source: Source, program: Pick<Program, 'elements' | 'units'>, lines: LineIndex) {
    this.#source = source;
    this.#program = program;
    this.#lines = lines;
  }

  of(spot: Spot): Place {
    if (spot.unit < 0)
      return { path: this.#source.path, ...this.#lines.position(this.#program.elements[spot.start]?.offset ?? 0) };
    const unit = this.#program.units[spot.unit]!.unit;
    const offset = unit.code.at(spot.start);
    if (unit.path === undefined) return { path: this.#source.path, ...this.#lines.position(offset) };
    return { path: beside(this.#source.path, unit.path), ...this.#indexOf(unit.path).position(offset) };
  }

  isInLibrary(spot: Spot): boolean {
    const unit = this.#program.units[spot.unit]?.unit;
    return unit !== undefined && isWrittenAsLibrary(unit);
  }

  #indexOf(key: string): LineIndex {
    const known = this.#siblings.get(key) ?? lineIndex(this.#source.siblings[key] ?? '');
    this.#siblings.set(key, known);
    return known;
  }
}

/** The path of a sibling, written like the source's own. */
export function beside(path: string, key: string): string {
  const folder = directoryOf(path);
  const joined = normalizePath(folder === '' ? key : `${folder}/${key}`);
  return path.startsWith('/') ? `/${joined}` : joined;
}

function ofWrite({ write, decision, replies }: DecidedWrite, places: Places, program: Program): Finding {
  const method = [...write.methods][0] ?? '?';
  const alternatives = write.urls.map((url) => endpointOf(method, url));
  const local =
    write.urls.find((url) => url.reach === 'own-origin' || url.reach === 'loopback') ??
    write.urls.find((url) => url.reach === 'unresolved');
  const site = places.of(write.site);
  const sink = places.of(write.sink);
  const { proof } = decision;
  const place = proof ? places.of(proof.spot) : null;
  const element = write.element >= 0 ? elementRef(program, write.element) : elementOfUnit(program, write.site);
  return {
    ...site,
    sink: { line: sink.line, column: sink.column },
    primitive: write.primitive,
    channel: write.channel,
    endpoint: local ? endpointOf(method, local) : alternatives[0]!,
    alternatives,
    consequence: decision.consequence,
    ...(proof && place
      ? {
          proof: {
            line: place.line,
            column: place.column,
            kind: proof.kind,
            name: proof.name,
            text: proof.texts[0] ?? '',
            replies,
          },
        }
      : {}),
    ...(element ? { element } : {}),
    guard:
      write.masks.every((mask) => (mask & (ENV | HOLE | UNK)) !== 0) && write.masks.length > 0 ? 'unknown' : 'live',
  };
}

function endpointOf(method: string, choice: UrlChoice): Endpoint {
  return { method, url: choice.url, reach: choice.reach };
}

function ofForm(form: FormFinding, places: Places, program: Program): Finding {
  const place = places.of({ unit: -1, start: form.element });
  const endpoint: Endpoint = { method: form.method, url: form.url, reach: form.reach };
  return {
    ...place,
    sink: { line: place.line, column: place.column },
    primitive: 'form',
    channel: 'form',
    endpoint,
    alternatives: [endpoint],
    consequence: form.consequence,
    element: elementRef(program, form.element)!,
    guard: 'live',
  };
}

function elementRef(program: Program, index: number): ElementRef | null {
  const element = program.elements[index];
  if (!element) return null;
  const { id, name, class: className } = element.attributes;
  const selector = id ? `${element.tag}#${id}` : name ? `${element.tag}[name="${name}"]` : element.tag;
  return {
    tag: element.tag,
    ...(id ? { id } : {}),
    ...(name ? { name } : {}),
    ...(className ? { className } : {}),
    selector,
  };
}

/** A write in an attribute's code hangs on that attribute's element. */
function elementOfUnit(program: Program, spot: Spot): ElementRef | null {
  const unit = program.units[spot.unit]?.unit;
  return unit && unit.element >= 0 ? elementRef(program, unit.element) : null;
}
