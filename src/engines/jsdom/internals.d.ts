/** Modules inside jsdom whose behaviour the engine replaces. The version is pinned; `hooks.ts` is their only reader. */
declare module 'jsdom/lib/jsdom/*' {
  const internals: Record<string, unknown>;
  export default internals;
}

declare module 'jsdom/lib/generated/idl/*' {
  const internals: Record<string, unknown>;
  export default internals;
}

declare module 'jsdom/lib/api.js' {
  const internals: Record<string, unknown>;
  export default internals;
}
