import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, the longest first: begun last, one of them would run on alone. */
const long = [
  'tests/simulation.test.ts',
  'tests/kubectl-tour.test.ts',
  'tests/kubectl-parity.test.ts',
  'src/lesson/node/check-lesson.test.ts',
  'tests/wire-fuzz.test.ts',
  'src/engine/raft/simulation.test.ts',
  'tests/etcd-differential.test.ts',
  'tests/kubectl-parity-whole.test.ts',
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = long.findIndex((each) => moduleId.endsWith(each));
      return found < 0 ? long.length : found;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  plugins: [svelte()],
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
  test: {
    setupFiles: ['tests/setup.ts'],
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    exclude: ['tests/browser/**', 'node_modules/**'],
    pool: 'threads',
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
    testTimeout: 60_000,
  },
});
