/**
 * Live lists of elements by tag name that stay as they are while only attributes change. In: jsdom's modules, before whoever
 * copies from them is loaded. Out: the same, changed: `list[i].id = i` over a long list no longer walks the document each time.
 */
import type { ElementImpl } from './nodes.ts';
import type { Members } from './patching.ts';
import { wrap } from './patching.ts';

interface Collection {
  _query(): readonly object[];
}

/** Changes of the tree so far, in whatever document. */
let changes = 0;
/** The element whose attribute is being changed, until it has said so. */
let changing: ElementImpl | null = null;

export function patchTagCollections(collections: Members): void {
  wrap(collections, 'createHTMLCollectionByQualifiedName', (_self, original) => {
    const collection = original() as Collection;
    const query = collection._query;
    let known: readonly object[] | null = null;
    let at = -1;
    collection._query = () => {
      if (known === null || at !== changes) {
        known = query();
        at = changes;
      }
      return known;
    };
    return collection;
  });
}

export function patchTreeChanges(node: Members): void {
  wrap<ElementImpl>(node, '_invalidateCaches', (self, original) => {
    if (changing === self) changing = null;
    else changes += 1;
    return original();
  });
}

export function patchAttributeChanges(element: Members): void {
  wrap<ElementImpl>(element, '_attributeChangeSteps', (self, original) => {
    changing = self;
    return original();
  });
}
