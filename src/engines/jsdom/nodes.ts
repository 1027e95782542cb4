/**
 * What the engine touches of jsdom's implementation objects, as types, and facts read from them.
 * In: an implementation element. Out: the ElementRef both halves know it by, and positions in the artifact.
 */
import type { ElementRef } from '../../model.ts';

interface SourceLocation {
  readonly startLine: number;
  readonly startCol: number;
  readonly startOffset: number;
  readonly endOffset: number;
  readonly attrs?: Readonly<Record<string, SourceLocation>>;
}

interface NodeImpl {
  readonly nodeType: number;
  readonly _ownerDocument: DocumentImpl;
  readonly _globalObject: WindowImpl;
  readonly isConnected: boolean;
  readonly sourceCodeLocation?: SourceLocation | null;
  _children(): Iterable<NodeImpl>;
  readonly data?: string;
}

export interface ElementImpl extends NodeImpl {
  readonly localName: string;
  readonly form?: unknown;
  readonly _attributeList: readonly { readonly _qualifiedName: string }[];
  getAttributeNS(namespace: null, name: string): string | null;
  hasAttributeNS(namespace: null, name: string): boolean;
}

export interface DocumentImpl extends NodeImpl {
  readonly URL: string;
  readonly readyState: string;
  readonly _defaultView: WindowImpl | null;
  readonly _parentDocument: DocumentImpl | null;
  readonly _scriptsToExecuteAfterParsing: { ready: unknown; execute: () => unknown }[];
  _currentScript: ElementImpl | null;
  _scriptingDisabled?: boolean;
  baseURL(): object;
  encodingParseAURL(url: string): object | null;
  _delayLoadEvent(): () => void;
  _queueATask(steps: () => void): Promise<void>;
}

export interface WindowImpl {
  readonly _document: DocumentImpl;
  readonly _globalProxy: Window;
  readonly _parent: unknown;
  readonly _settings: Record<string, unknown>;
  close(): void;
}

/** The globals of a page as the engine uses them; everything behind it is the page's and may lie. */
interface Window {
  readonly document: { readonly title: string };
  [name: string]: unknown;
}

const NAME_CHARS = 120;

/** Tag, id, name and class of an element, capped, with a selector for people. */
export function refOf(element: ElementImpl): ElementRef {
  const tag = element.localName;
  const id = short(element.getAttributeNS(null, 'id'));
  const name = short(element.getAttributeNS(null, 'name'));
  const className = short(element.getAttributeNS(null, 'class'));
  const classes = className ? `.${className.trim().split(/\s+/).join('.')}` : '';
  return {
    tag,
    ...(id ? { id } : {}),
    ...(name ? { name } : {}),
    ...(className ? { className } : {}),
    selector: id ? `${tag}#${id}` : name ? `${tag}[name="${name}"]` : tag + classes,
  };
}

function short(value: string | null): string | undefined {
  return value ? value.slice(0, NAME_CHARS) : undefined;
}
