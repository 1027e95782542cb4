/**
 * Attributes that changed within one look. In: mutation records. Out: each attribute once, with what it was at first. A
 * builder of perception.
 */

export interface AttributeChange {
  readonly element: Element;
  readonly name: string;
  readonly before: string | null;
}

export function attributeChanges(records: readonly MutationRecord[]): Map<Element, Map<string, AttributeChange>> {
  const changes = new Map<Element, Map<string, AttributeChange>>();
  for (const record of records) {
    if (record.type !== 'attributes') continue;
    const element = record.target as Element;
    const name = record.attributeName ?? '';
    const own = changes.getOrInsertComputed(element, () => new Map<string, AttributeChange>());
    if (!own.has(name)) own.set(name, { element, name, before: record.oldValue });
  }
  return changes;
}
