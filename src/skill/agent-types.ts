/**
 * The agents a plugin defines and what a pinned `subagent_type` resolves to. In: a plugin's directory, or a value
 * found in a text. Out: `plugin:agent` names, or a finding. Static: what an agent binary brings along is not known
 * here, and never held against a value.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse, YAMLParseError } from 'yaml';
import { faultOf } from '../pipeline/collect/file-tree.ts';
import { clean } from '../untrusted.ts';
import type { Plugin } from './plugin.ts';
import { pluginAt } from './plugin.ts';
import { readText } from './read-text.ts';
import { textLines } from './text-lines.ts';
import { isDirectory } from './walk-tree.ts';

export type AgentTypeRule =
  | 'subagent-type-not-found-in-plugin'
  | 'subagent-type-unresolvable'
  | 'subagent-type-unknown';

export interface AgentTypeFinding {
  readonly rule: AgentTypeRule;
  /** `warn`: provably wrong. `info`: cannot be confirmed from here, which fails nothing. */
  readonly severity: 'warn' | 'info';
  readonly message: string;
}

export interface PluginAgents {
  readonly plugin: Plugin;
  readonly agents: ReadonlySet<string>;
  /** False when agents, or the file of one, could not be read: then no name is provably wrong. */
  readonly complete: boolean;
}

/** The plugin's agents by their frontmatter name, else by file name. */
export function agentsOf(plugin: Plugin): PluginAgents {
  const folder = join(plugin.root, 'agents');
  const agents = new Set<string>();
  let complete = true;
  try {
    for (const name of isDirectory(folder) ? readdirSync(folder).sort((a, b) => (a < b ? -1 : 1)) : []) {
      const path = join(folder, name);
      if (!/\.md$/i.test(name) || isDirectory(path)) continue;
      const text = readText(path);
      complete &&= typeof text === 'string';
      agents.add((typeof text === 'string' && frontmatterName(text)) || name.replace(/\.md$/i, ''));
    }
  } catch (error) {
    faultOf(error);
    complete = false;
  }
  return { plugin, agents, complete };
}

/** Every `plugin:agent` a directory defines, sorted; empty without a manifest that names the plugin. */
export function agentTypesOf(directory: string): string[] {
  const plugin = pluginAt(directory);
  if (!plugin?.name) return [];
  return [...agentsOf(plugin).agents].map((agent) => `${plugin.name}:${agent}`).sort((a, b) => (a < b ? -1 : 1));
}

/** Why a directory defines no agent type, in words. */
export function whyNoAgentTypes(directory: string): string {
  const plugin = pluginAt(directory);
  if (!plugin) return 'it has neither .claude-plugin/plugin.json nor plugin.json';
  if (!plugin.name) return 'its manifest cannot be read, is no JSON, or has no name';
  return agentsOf(plugin).complete ? 'it has no agents/*.md' : 'its agents cannot be read';
}

/** The `name` of YAML frontmatter, or null. Frontmatter that is no YAML is read line by line, as hosts do. */
export function frontmatterName(text: string): string | null {
  const lines = textLines(text);
  if (lines[0]?.trimEnd() !== '---') return null;
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s*$/.test(line));
  if (end < 0) return null;
  const block = lines.slice(1, end);
  const name = yamlName(block.join('\n')) ?? lineName(block);
  return name === '' ? null : name;
}

function yamlName(block: string): string | null {
  try {
    const fields: unknown = parse(block, { maxAliasCount: 0, logLevel: 'error', uniqueKeys: false });
    const name = (fields as { readonly name?: unknown } | null)?.name;
    return typeof name === 'string' || typeof name === 'number' ? String(name).trim() : null;
  } catch (error) {
    // Too many aliases is a ReferenceError of the library.
    if (!(error instanceof YAMLParseError || error instanceof ReferenceError)) throw error;
    return null;
  }
}

function lineName(block: readonly string[]): string | null {
  const line = block.find((one) => /^name\s*:/.test(one));
  const value = line?.slice(line.indexOf(':') + 1).trim();
  return value?.replace(/^(["'])(.*)\1$/, '$2').trim() ?? null;
}

/**
 * What a pinned value resolves to from inside `home` (null: the text stands in no plugin); null means it is in order.
 */
export function judgeAgentType(value: string, home: PluginAgents | null): AgentTypeFinding | null {
  if (value === 'general-purpose') return null;
  const shown = clean(value);
  const colon = value.indexOf(':');
  if (colon < 0) {
    if (home?.agents.has(value)) return null;
    const message = `subagent_type ${shown} is neither defined in this plugin nor general-purpose: it may be one an agent binary brings along`;
    return { rule: 'subagent-type-unknown', severity: 'info', message };
  }
  const prefix = value.slice(0, colon);
  const isOwn = home !== null && prefix === home.plugin.name;
  if (isOwn && home.agents.has(value.slice(colon + 1))) return null;
  if (isOwn && home.complete) {
    const known = [...home.agents].slice(0, 10).map((agent) => clean(`${prefix}:${agent}`));
    const list = known.length > 0 ? `; it defines ${known.join(', ')}` : '; it defines no agent';
    const message = `subagent_type ${shown} names an agent that plugin ${clean(prefix)} does not define, likely a typo${list}`;
    return { rule: 'subagent-type-not-found-in-plugin', severity: 'warn', message };
  }
  const message = `subagent_type ${shown} belongs to another plugin: whether it resolves cannot be told from here`;
  return { rule: 'subagent-type-unresolvable', severity: 'info', message };
}
