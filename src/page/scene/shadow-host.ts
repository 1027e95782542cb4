/** What holds a shadow root. In: a node. Out: its host; null for any other node: a link has a `host` too, which is a name. */
export function shadowHost(node: Node): Element | null {
  return node.nodeType === 11 ? ((node as ShadowRoot).host ?? null) : null;
}
