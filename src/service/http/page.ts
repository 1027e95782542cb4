/**
 * One page of a list that is asked for one entry more than it shows. In: entries. Out: those shown, and where the next page begins.
 */

/** `next`: the last entry shown, where there are more. */
export function firstOf<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  limit: number,
): { readonly page: readonly Entry[]; readonly next: string | null } {
  const page = entries.slice(0, limit);
  return { page, next: entries.length > limit ? (page.at(-1)?.id ?? null) : null };
}
