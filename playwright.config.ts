import { defineConfig, devices } from '@playwright/test';
import { findBrowser } from './scripts/machine/find-browser.ts';
import { port } from './tests/browser/serve.ts';
import { everyNth, triesAll } from './tests/scope.ts';

const executablePath = findBrowser();

/** Files with the longest tests: begun last, one of them would run on alone. The others' tests are dealt out one by one. */
const long = ['webcontainer', 'subjects-keyboard', 'keyboard', 'subpath', ...(triesAll ? ['course-package'] : []), 'firefox', 'webkit', 'editor', 'sharing', 'pane'].map((name) => `${name}.test.ts`);

/** An exercise of one lesson each: failed, run in the cluster and passed. They take the most time, and much the same path: by default one of them. */
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
  'work-queue',
  'compare-and-swap',
  'fixes',
  'take-home',
].map((name) => `${name}.test.ts`);
/** What isn't drawn. */
const without = (drawn: readonly string[], all: readonly string[]): readonly string[] => all.filter((each) => !drawn.includes(each));
const drawn = everyNth(exercises.length, exercises, 16);
/** What two cores have no time for in fifteen minutes: by default every eighth of these. */
const topics = [
  'lesson',
  'reading',
  'notebook',
  'promises',
  'hostile-grading',
  'hostile-link',
  'offline',
  'home',
  'incidents',
  'final',
  'pieces',
  'replay',
  'time-machine',
  'endless',
  'bad-input',
  'glossary',
  'certificate',
  'checkpoint',
  'lanes',
  'terminal',
].map((name) => `${name}.test.ts`);
const notDrawn = [...without(everyNth(8, topics), topics), ...without(drawn, exercises), ...(triesAll ? [] : ['course.test.ts', 'course-package.test.ts', 'container-lessons.test.ts', 'first-use.test.ts'])];

/** Each takes long, and goes much the way of another: by default every tenth. */
const alike = [
  'a check of an endless loop ends, says so',
  'an endless loop in the learner’s controller is survived',
  'what the learner’s loop logs stands under the editor',
  'a new version is offered, and taken by a click alone',
  'an exercise on a fresh page: Run, a failing universe',
  'a cluster is broken in the panel, wrong evidence',
  'cells are chosen, edited, run and restarted by keys',
  'the lesson after all cells, a failed check, an open hint',
  'the editor is no trap: Tab goes through',
  'a loop has stopped: wrong evidence gets a question',
  'reset asks first, then puts the start back',
  'a learner predicts, runs all cells, sees a wrong loop fail',
  'an endless loop in a cell is survived',
  'an endless loop that waits for nothing in a cell ends too',
  'an endless loop that waits for nothing in the controller ends too',
  'an endless loop in a watch expression is named',
  'an endless loop and a memory that grows without end are survived',
  'a cell that prints without end is stopped',
  'on a phone: every view of the sheet',
  'what a deletion waits for stands below its owner',
  'many Pods are squares with their numbers',
  'a process that dies comes back; a frame that goes',
  'the container’s shell has kubectl',
  'the WebContainer runtime comes back from code',
  'sees a wrong loop fail and comes back$',
  'two exercises are written, checked by keyboard',
  'a cluster of five nodes, broken and rewritten',
  'the two dialogs are accessible in both themes',
  'the file is checked as a whole: one wrong line',
  'a session of the minimal profile needs the core alone',
  'edges fade where a line goes on',
  'who wants less motion gets none',
  'a cell’s editor is no trap either',
  'a fork goes another way, the original stands still',
  'going back for good asks first',
  'etcd’s keys move with the scrubber',
  'by keyboard alone: read, run, predict',
  'a built-in controller is opened from the palette',
  'a session outlives a reload, goes out as a link',
  'the picture of a failing universe is up to date',
  'kept for offline is loaded and runs',
  'a cell runs in a page of another site, and its frame',
  'a check that fails, one that passes and the finished lesson',
  'a draw is kept, counted by idea and followed',
  'passes of a loop are read from the reader’s run',
  'in the drawer of a phone a page is kept',
  'a tab and its duplicate begin with one session',
];
/** Single steps in a page that others of its file open as well: by default every fourth. */
const steps = [
  'a prediction is settled by its cell',
  'what would give a prediction away',
  'long lines of the exercise are wrapped',
  'a press on a line of the exercise opens the editor',
  'the check is there to be read, and comes when',
  'a name is completed with the types of converge/sdk',
  'type errors stand under their line',
  'Run and Check go ahead with type errors',
  'a page that was visited runs and checks without a network',
  'under the sub-path a kept page runs and checks',
  'at 360 px nothing scrolls sideways while looking back',
  'at 800 px nothing scrolls sideways while looking back',
  'lesson 1: the promised refusal happens',
  'lesson 12: the figure is the set of the text',
  'lesson 3: the apply goes through validation and etcd',
  'a lesson opens before its first cell has run',
  'a browser that refuses all storage runs the cell',
  'a cell of lesson 1 runs in another site',
  'where data is saved, the engine is fetched',
  'a click that waits for the engine says how much',
  'one finds the way: home, lesson, sections',
  'the final can be read: every question',
  'lanes say what every pass did',
  'a checkpoint can be read: what it is about',
  'a lesson that isn’t translated stays',
  'a Pod that is clicked in the panel is evidence',
];
const notDrawnTests = [...without(everyNth(10, alike, 1), alike), ...without(everyNth(4, steps), steps)];

export default defineConfig({
  testDir: 'tests/browser',
  // Node reads TypeScript by itself. Compiled here, what the tests import of the engine would take half a minute.
  build: { external: ['**/*.ts'] },
  // The texts of README's pictures: the only ones.
  snapshotPathTemplate: 'docs/pictures/{arg}{ext}',
  ...(notDrawnTests.length > 0 && { grepInvert: new RegExp(notDrawnTests.join('|')) }),
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
        // Lessons that prefer a WebContainer look for one.
        '--host-resolver-rules=MAP stackblitz.com ~NOTFOUND',
      ],
    },
  },
});
