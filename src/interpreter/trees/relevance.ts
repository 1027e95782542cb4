/**
 * Which functions can send something. In: the facts of all trees of a program. Out: the names by which a sender is known;
 * the functions are marked.
 */
import type { Facts } from './facts.ts';
import type { FunctionFacts } from './function-facts.ts';
import type { Mention } from './mentions.ts';

/**
 * Marks every function that can reach a sink by the names it mentions, over all trees of a program.
 * Returns the names by which something that can send is known.
 */
export function spreadRelevance(all: readonly Facts[]): ReadonlySet<string> {
  const done = new Set<string>();
  const names: string[] = all.flatMap((facts) => [...facts.seedNames]);
  for (const facts of all) for (const fn of facts.functions) if (fn.relevant) names.push(...fn.names);
  const mentions = mentionsOf(all);
  while (names.length > 0) {
    const name = names.pop()!;
    if (done.has(name)) continue;
    done.add(name);
    for (const list of mentions.get(name) ?? []) {
      for (const { fn, into } of list) {
        for (const other of into) if (!done.has(other)) names.push(other);
        for (let at: FunctionFacts | null = fn; at && !at.relevant; at = at.parent) {
          at.relevant = true;
          names.push(...at.names);
        }
      }
    }
  }
  return done;
}

/** By name, the places of each tree: a name is asked for once, not once a tree. */
function mentionsOf(all: readonly Facts[]): ReadonlyMap<string, readonly (readonly Mention[])[]> {
  const byName = new Map<string, (readonly Mention[])[]>();
  for (const facts of all) {
    for (const [name, list] of facts.mentions) {
      const lists = byName.get(name);
      if (lists) lists.push(list);
      else byName.set(name, [list]);
    }
  }
  return byName;
}
