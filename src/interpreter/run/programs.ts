/**
 * The scripts and modules of a page. In: a run. Out: the scope each ran in; a module runs once, whoever asks first.
 */
import type { Node } from '../../syntax/tree.ts';
import { attempt } from '../machine/completions.ts';
import type { Env } from '../machine/scopes.ts';
import { frameOf, namesOf, pageEnv } from '../names/environments.ts';
import { imported, packageExports } from '../names/imports.ts';
import { bindCommonJs, moduleExports } from '../names/modules.ts';
import { UNDEFINED } from '../values/values.ts';
import { guarded } from './guarded.ts';
import type { Run } from './run.ts';

export class Programs {
  readonly #run: Run;
  readonly #moduleEnvs = new Map<number, Env>();
  #global: Env | null = null;

  constructor(run: Run) {
    this.#run = run;
  }

  /** The scope that all classic scripts share. */
  globalEnv(): Env {
    this.#global ??= pageEnv(this.#run, 0, this.#run.windowObject);
    return this.#global;
  }

  /** Runs a script or module; a module once, whoever asks first. */
  run(index: number): Env {
    const known = this.#moduleEnvs.get(index);
    if (known) return known;
    const { unit, program } = this.#run.facts.units[index]!;
    const run = this.#run;
    const isModule = unit.role === 'module';
    const names = namesOf(run.facts.scopeOf(program));
    const env: Env = {
      ...this.globalEnv(),
      unit: index,
      ...(isModule ? { vars: names, parent: this.globalEnv(), frame: frameOf(run, UNDEFINED) } : {}),
    };
    if (!isModule) for (const [name, binding] of names) if (!run.globals.has(name)) run.globals.set(name, binding);
    this.#moduleEnvs.set(index, env);
    const { unit: before, moment } = run;
    this.#bindImports(index, env);
    if (isModule || unit.path !== undefined) bindCommonJs(run, env);
    guarded(run, index, true, () => {
      run.unit = index;
      attempt(() => run.block(program.body, env));
      run.flush();
    });
    run.unit = before;
    run.moment = moment;
    run.heap.stamp = moment;
    return env;
  }

  #bindImports(index: number, env: Env): void {
    const { program, imports } = this.#run.facts.units[index]!;
    for (const target of imports.values()) moduleExports(this.#run, target, (unit) => this.run(unit));
    for (const node of program.body as readonly Node[]) {
      if (node.type !== 'ImportDeclaration') continue;
      const source = String(node.source!.value);
      const target = imports.get(source);
      const exports =
        target === undefined
          ? packageExports(this.#run, source)
          : moduleExports(this.#run, target, (unit) => this.run(unit));
      for (const specifier of node.specifiers)
        env.vars.set(specifier.local.name, {
          v: imported(specifier, exports),
          stale: false,
        });
    }
  }
}
