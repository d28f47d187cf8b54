import { defineConfig, devices } from '@playwright/test';
import { findBrowser } from './scripts/machine/find-browser.ts';
import { port } from './tests/browser/serve.ts';
import { everyNth, triesAll } from './tests/scope.ts';

const executablePath = findBrowser();

/** Files with the longest tests: begun last, one of them would run on alone. The others' tests are dealt out one by one. */
const long = ['webcontainer', 'keyboard', 'subpath', 'firefox', 'webkit', 'editor', 'sharing', 'pane'].map((name) => `${name}.test.ts`);

/** An exercise of one lesson each: failed, run in the cluster and passed. They take the most time, and much the same path: by default every fifth. */
const exercises = [
  'operator',
  'node-lifecycle',
  'scheduler-plugin',
  'lease-rule',
  'validation',
  'webhook',
  'autoscaling',
  'rolling-step',
  'manifests',
  'vote-rule',
  'services',
  'commands',
  'sync-pod',
  'gitops',
  'reflector',
  'load-balancers',
].map((name) => `${name}.test.ts`);
const drawn = everyNth(5, exercises, 1);
const notDrawn = [...exercises.filter((file) => !drawn.includes(file)), ...(triesAll ? [] : ['course.test.ts'])];

export default defineConfig({
  testDir: 'tests/browser',
  projects: [
    { name: 'long', testMatch: long },
    { name: 'others', testMatch: '*.test.ts', testIgnore: [...long, ...notDrawn], fullyParallel: true },
  ],
  timeout: 120_000,
  // Generous: two cores may be busy with the universes a test has just asked for.
  expect: { timeout: 20_000 },
  // Two more than the smallest machine has cores: a test often waits for a page that waits for time to pass.
  workers: 4,
  // `npm test` names the tests that passed only when tried again.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? 'test-results/report.json' }]],
  globalSetup: './tests/browser/serve.ts',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    // A page that is open for a while would store the course. Tests of that allow it.
    serviceWorkers: 'block',
    baseURL: `http://127.0.0.1:${port}`,
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
