import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { everyNth } from './tests/scope.ts';

/** What takes longest, the longest first: begun last, one of them would run on alone. */
const long = [
  'tests/kubectl-parity.test.ts',
  'src/lesson/node/check-lesson.test.ts',
  'tests/kubectl-tour.test.ts',
  'src/cli/grade/hostile.test.ts',
  'src/lesson/node/mutants/check-mutants.test.ts',
  'tests/kubectl-parity-whole.test.ts',
  'tests/simulation.test.ts',
  'tests/kubectl-parity-core-kinds.test.ts',
  'tests/kubectl-parity-other-kinds.test.ts',
  'tests/exec-parity.test.ts',
  'tests/prose.test.ts',
  'tests/etcd-differential.test.ts',
  'src/engine/raft/simulation.test.ts',
];

/** First those with a thread of their own: between the others they would end the threads that those share. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification): number => {
      if (project.name === 'isolated') return -1;
      const found = long.findIndex((each) => moduleId.endsWith(each));
      return found < 0 ? long.length : found;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** The real kubectl beside ours, by topic: the verbs always, of the other topics every tenth, where none is named and not all are wanted. */
const parity = globSync('tests/kubectl-parity-*.test.ts').map((path) => path.replaceAll('\\', '/')).sort();
const drawnTopics = process.argv.some((word) => word.includes('parity')) ? parity : everyNth(10, parity);
const notDrawn = parity.filter((path) => !drawnTopics.includes(path));

const unitTests = globSync('src/**/*.test.ts').map((path) => path.replaceAll('\\', '/'));
/** A document is shared by all tests of its thread. */
const withDocument = unitTests.filter((path) => readFileSync(path, 'utf8').startsWith('// @vitest-environment'));
/** Freezes the globals of its thread. */
const freezing = ['src/lesson/universes/forged-verdicts.test.ts'];
/** Puts another version of a package in its place. */
const mocking = ['src/kit/client-node-1.test.ts'];
/** What they import has words of Svelte or Vite, or takes Node for a browser. */
const inVite = ['src/components/**/*.test.ts', 'src/lesson/page/**/*.test.ts', 'src/lesson/words/**/*.test.ts', 'tests/typescript-checker.test.ts'];
/** These have a thread each. The others share threads: each file of theirs would load the engine anew, and run it before it is compiled well. */
const isolated = [...withDocument, ...freezing, ...mocking];
const exclude = ['tests/browser/**', 'node_modules/**', ...notDrawn];

const sourceOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [svelte()],
  resolve: {
    ...(process.env['VITEST'] && { conditions: ['browser'] }),
    // The package as it is in the source: its bundle is tried by tests/engine-package.test.ts.
    alias: {
      '@converge/engine/sdk': sourceOf('src/engine/sdk/index.ts'),
      '@converge/engine/testing': sourceOf('src/kit/index.ts'),
    },
  },
  test: {
    setupFiles: ['tests/setup.ts'],
    pool: 'threads',
    // One more than the smallest machine has cores: tests beside a real program mostly wait for it.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    testTimeout: 60_000,
    // A busy machine may stop a real process longer than a test allows for. `npm test` names the tests that passed only when tried again.
    retry: 1,
    // Generous, as the browser's: what is awaited comes, however busy the cores are.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      { extends: true, test: { name: 'isolated', include: isolated, exclude, setupFiles: ['tests/setup.ts', 'tests/setup-document.ts'] } },
      { extends: true, test: { name: 'vite', include: inVite, exclude: [...exclude, ...isolated], isolate: false } },
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['src/**/*.test.ts', 'tests/**/*.test.ts', 'packages/*/examples/**/*.test.ts'],
          exclude: [...exclude, ...isolated, ...inVite],
          isolate: false,
          // Node reads TypeScript by itself: what Vite makes of a module takes a seventh more CPU.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
    ],
  },
});
