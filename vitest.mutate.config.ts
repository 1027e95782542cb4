import { defineConfig } from 'vitest/config';

/** The tests that state rules of the judgement without driving a page: quick enough to be run for every mutant. */
export default defineConfig({
  test: {
    include: [
      'test/{endpoint,write-back-key}.test.ts',
      'test/interpreter/decision/decide.test.ts',
      'test/pipeline/judge/*.test.ts',
      'test/signals/*.test.ts',
    ],
    exclude: ['test/signals/evidence-pages.test.ts'],
  },
});
