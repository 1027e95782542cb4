/**
 * A plugin on disk: its manifest, and the plugin that encloses a directory. In: a directory. Out: the plugin's root
 * and name. A manifest stands at `.claude-plugin/plugin.json` or at `plugin.json`; the first one counts.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { faultOf } from '../pipeline/collect/file-tree.ts';
import { isFile } from './walk-tree.ts';

export interface Plugin {
  readonly root: string;
  /** Null when the manifest cannot be read as JSON or has no name. */
  readonly name: string | null;
}

const MANIFESTS = [join('.claude-plugin', 'plugin.json'), 'plugin.json'];

/** The plugin whose root is `directory`, or null. */
export function pluginAt(directory: string): Plugin | null {
  for (const manifest of MANIFESTS) {
    const path = join(directory, manifest);
    if (mayBeFile(path)) return { root: directory, name: nameIn(path) };
  }
  return null;
}

/** The nearest plugin at `directory` or above it; `directory` is absolute. */
export function enclosingPlugin(directory: string): Plugin | null {
  for (let at = directory; ; at = dirname(at)) {
    const plugin = pluginAt(at);
    if (plugin || dirname(at) === at) return plugin;
  }
}

/** What cannot be looked at is there: a manifest without a name that anyone may read. */
function mayBeFile(path: string): boolean {
  try {
    return isFile(path);
  } catch (error) {
    return faultOf(error).code === 'unreadable';
  }
}

function nameIn(path: string): string | null {
  try {
    const manifest: unknown = JSON.parse(readFileSync(path, 'utf8').replace(/^\ufeff/, ''));
    const name = (manifest as { readonly name?: unknown } | null)?.name;
    return typeof name === 'string' && name.trim() !== '' ? name.trim() : null;
  } catch (error) {
    if (!(error instanceof SyntaxError)) faultOf(error);
    return null;
  }
}
