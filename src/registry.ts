/**
 * Every part, one line each. Stages never import a part: they receive it from here as an argument.
 * Languages, primitives, engines and formats stand behind `import()`, so that a worker loads what its task needs only.
 */
import type { Engine, Format, Host, Language, Signal } from './contracts.ts';
import { cowork } from './hosts/cowork.ts';
import { coworkLive } from './hosts/cowork-live.ts';
import type { LanguageName } from './model.ts';

type Load<Part> = () => Promise<Part>;

export const languages: Readonly<Partial<Record<LanguageName, Load<Language>>>> = {
  html: async () => (await import('./languages/html.ts')).html,
};

export const engines: Readonly<Record<string, Load<Engine>>> = {};

export const hosts: Readonly<Record<string, Host>> = {
  cowork,
  'cowork-live': coworkLive,
};

export const signals: readonly Signal[] = [];

export const formats: Readonly<Record<string, Load<Format>>> = {};
