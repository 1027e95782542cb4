import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { primitives } from '../../src/registry.ts';
import { scanText } from '../support/scan-source.ts';

const root = fileURLToPath(new URL('../../fixtures/', import.meta.url));
const texts = readdirSync(root).flatMap((folder) => {
  const artifact = readdirSync(`${root}${folder}`).find((name) => /^artifact\.(?:html|jsx?|tsx?)$/.test(name));
  return artifact
    ? [{ folder, extension: artifact.slice(9), text: readFileSync(`${root}${folder}/${artifact}`, 'utf8') }]
    : [];
});

/** They run a page's components; what is written goes through another primitive. */
const FRAMEWORKS: ReadonlySet<string> = new Set(['react', 'vue']);

describe('what a primitive’s model accepts, its hint accepts', () => {
  test('in every fixture, the hint of the primitive behind a finding fits the text', async () => {
    const seen = new Set<string>();
    for (const { folder, extension, text } of texts) {
      for (const finding of (await scanText(extension, text)).findings) {
        const primitive = await primitives[finding.primitive]!();
        seen.add(primitive.name);
        expect({ folder, fits: primitive.hint.test(text) }).toEqual({ folder, fits: true });
      }
    }
    const writing = Object.keys(primitives).filter((name) => !FRAMEWORKS.has(name));
    expect([...seen].sort()).toEqual(writing.sort());
  });

  test.each(Object.keys(primitives))('%s is registered by its own name, its hint keeps no state', async (key) => {
    const primitive = await primitives[key]!();
    expect(primitive.name).toBe(key);
    expect(primitive.hint.global || primitive.hint.sticky).toBe(false);
  });
});
