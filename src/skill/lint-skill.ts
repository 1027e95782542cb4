/**
 * The lint of one skill text: host-loop footguns and pinned agent types. In: a path and its text. Out: findings in
 * order of line; `warn` is what a strict run fails on, `info` is told and never fails.
 */
import { dirname, resolve } from 'node:path';
import { agentTypeReferences } from './agent-type-references.ts';
import type { AgentTypeRule, PluginAgents } from './agent-types.ts';
import { agentsOf, judgeAgentType } from './agent-types.ts';
import type { PathRule } from './analyze-skill-text.ts';
import { analyzeSkillText } from './analyze-skill-text.ts';
import { enclosingPlugin } from './plugin.ts';

export interface LintFinding {
  readonly rule: PathRule | AgentTypeRule;
  readonly severity: 'warn' | 'info';
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Lints texts; a plugin's agents are read once, however many texts stand in it. */
export function skillLinter(): (path: string, text: string) => LintFinding[] {
  const homes = new Map<string, PluginAgents>();
  return (path, text) => {
    const footguns = analyzeSkillText(text, path).map((found) => ({ ...found, severity: 'warn' as const }));
    const references = agentTypeReferences(text);
    const home = references.length > 0 ? homeOf(path, homes) : null;
    const types = references.flatMap(({ value, line, column }) => {
      const found = judgeAgentType(value, home);
      return found ? [{ ...found, path, line, column }] : [];
    });
    return [...footguns, ...types].sort((a, b) => a.line - b.line || a.column - b.column);
  };
}

function homeOf(path: string, homes: Map<string, PluginAgents>): PluginAgents | null {
  const plugin = enclosingPlugin(dirname(resolve(path)));
  if (!plugin) return null;
  const known = homes.get(plugin.root) ?? agentsOf(plugin);
  homes.set(plugin.root, known);
  return known;
}
