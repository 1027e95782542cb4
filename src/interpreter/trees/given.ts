/**
 * What each variable may hold, over all trees of a program. In: origins, which may be added to. Out: those of one variable; the scope
 * of a script's name in another script. Linear.
 */
import type { Origin, Origins } from './origins.ts';
import type { ScopeFacts } from './scope-facts.ts';
import { declaring } from './scope-facts.ts';

const NOTHING: readonly Origin[] = [];

export class Given {
  readonly #origins: Origins;
  #indexed = 0;
  readonly #byScope = new Map<ScopeFacts, Map<string, Origin[]>>();
  /** Scripts of a page see each other's names. */
  readonly #shared = new Map<string, ScopeFacts>();

  constructor(origins: Origins) {
    this.#origins = origins;
  }

  /** Takes in what was added to the origins. */
  index(): void {
    const { given } = this.#origins;
    for (; this.#indexed < given.length; this.#indexed += 1) {
      const origin = given[this.#indexed]!;
      const home = declaring(origin.name, origin.scope);
      if (home) this.#put(home, origin);
    }
  }

  #put(home: ScopeFacts, origin: Origin): void {
    const names = this.#byScope.get(home) ?? new Map<string, Origin[]>();
    this.#byScope.set(home, names);
    const known = names.get(origin.name);
    if (known) known.push(origin);
    else names.set(origin.name, [origin]);
    if (!home.parent) this.#shared.set(origin.name, home);
  }

  of(name: string, home: ScopeFacts | null): readonly Origin[] {
    return (home && this.#byScope.get(home)?.get(name)) || NOTHING;
  }

  /** The scope of a name, in this tree or as a name of another script. */
  home(name: string, scope: ScopeFacts): ScopeFacts | null {
    return declaring(name, scope) ?? this.#shared.get(name) ?? null;
  }
}
