/**
 * What a `<script>` element runs, by its attributes. In: the attributes. Out: role and dialect, or null for what is data:
 * JSON, import maps, templates, unknown types, and classic scripts marked `nomodule`.
 */
import type { Dialect, UnitRole } from '../../contracts.ts';

export interface ScriptKind {
  readonly role: UnitRole & ('script' | 'module');
  readonly dialect: Dialect;
}

/** https://mimesniff.spec.whatwg.org/#javascript-mime-type */
const JAVASCRIPT_TYPE =
  /^(?:application|text)\/(?:x-)?(?:ecma|java)script$|^text\/(?:javascript1\.[0-5]|jscript|livescript)$/;

const TRANSPILED: Readonly<Record<string, Dialect>> = {
  'text/babel': 'tsx',
  'text/jsx': 'jsx',
  'text/tsx': 'tsx',
  'text/typescript': 'ts',
  'text/ts': 'ts',
  'application/typescript': 'ts',
  'application/x-typescript': 'ts',
  tsx: 'tsx',
  jsx: 'jsx',
  ts: 'ts',
};

export function scriptKind(attributes: Readonly<Record<string, string>>): ScriptKind | null {
  const type = typeOf(attributes);
  const lang: Dialect | undefined = TRANSPILED[(attributes.lang ?? '').toLowerCase()];
  if (type === 'module') return { role: 'module', dialect: lang ?? bySource(attributes.src) };
  const transpiled = TRANSPILED[type];
  if (transpiled) {
    const module = attributes['data-type'] === 'module' || 'data-plugins' in attributes;
    return { role: module ? 'module' : 'script', dialect: transpiled };
  }
  if (type !== '' && !JAVASCRIPT_TYPE.test(type)) return null;
  if ('nomodule' in attributes) return null;
  return { role: 'script', dialect: lang ?? bySource(attributes.src) };
}

function typeOf(attributes: Readonly<Record<string, string>>): string {
  if (attributes.type !== undefined) return attributes.type.trim().toLowerCase();
  const language = attributes.language?.trim().toLowerCase();
  return language ? `text/${language}` : '';
}

function bySource(src: string | undefined): Dialect {
  const extension = /\.(jsx|tsx?)(?:[?#]|$)/i.exec(src ?? '')?.[1]?.toLowerCase();
  return extension === 'ts' || extension === 'tsx' || extension === 'jsx' ? extension : 'js';
}
