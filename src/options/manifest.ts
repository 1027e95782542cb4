/**
 * The manifest of a directory before a run: `savecheck snapshot` writes it, `--before` reads it.
 * Paths are relative to the directory, with `/`; `sha256` is of the bytes, in lower-case hexadecimal.
 */
import { z } from 'zod';
import { readDocument } from './validate.ts';

const file = z.object({
  path: z.string().min(1),
  size: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'not a SHA-256 in hexadecimal'),
});

const root = z.object({
  /** As it was named when the manifest was taken. */
  directory: z.string().default('.'),
  files: z.array(file),
  /** Paths that could not be read when the manifest was taken. */
  unread: z.array(z.object({ path: z.string(), code: z.string() })).default([]),
});

export type ManifestRoot = z.output<typeof root>;

/** One entry a directory. */
export interface Manifest {
  readonly roots: readonly ManifestRoot[];
}

const version = {
  schemaVersion: z.literal(1, { error: 'not a manifest of schema version 1' }),
  tool: z.literal('savecheck'),
};

/** One directory stands at the top of the document, several stand in `roots`. */
export const manifestSchema = z
  .looseObject({ ...version, roots: z.array(root).min(1).optional() })
  .transform((document, context): Manifest => {
    if (document.roots) return { roots: document.roots };
    const single = root.safeParse(document);
    if (single.success) return { roots: [single.data] };
    for (const { path, message } of single.error.issues) context.addIssue({ code: 'custom', path, message });
    return z.NEVER;
  });

/** Throws a UsageError when the file is missing or is no manifest. */
export function readManifest(path: string): Manifest {
  return readDocument(manifestSchema, path, 'manifest');
}

/** The document of a manifest, as `readManifest` takes it. */
export function manifestDocument(manifest: Manifest): string {
  const [only] = manifest.roots;
  const body = only && manifest.roots.length === 1 ? only : { roots: manifest.roots };
  return `${JSON.stringify({ schemaVersion: 1, tool: 'savecheck', ...body }, null, 1)}\n`;
}
