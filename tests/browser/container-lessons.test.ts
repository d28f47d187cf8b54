/** Lessons 28 and 30, which prefer a WebContainer, in one: the real client, and the stand-in where StackBlitz would be. With --all. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { type StandIn, startStandIn } from '../webcontainer-stand-in/server.ts';
import { bootFrom, inContainer, openShell, operatorPage, takeHomePage, typeIn } from './container-steps.ts';
import { awake, axe, button, checkedAndFailed, exercise, filesOf, listenForTrouble, openLesson, pane, runAll, runCell, said, writeExercise, wrongAnswer } from './steps.ts';

// The stand-in has another address than the one that pages allow.
test.use({ bypassCSP: true });

let standIn: StandIn;
test.beforeAll(async () => {
  standIn = await startStandIn();
});
test.afterAll(() => standIn.close());
test.beforeEach(({ page }) => bootFrom(page, standIn.url));

const operator = filesOf('6-living-with-loops/28-your-own-operator')('solution/operator.ts');

test('lesson 28 in a WebContainer: cells run, the operator runs in its cluster and is checked, and its shell has it', async ({ page }) => {
  test.setTimeout(300_000);
  const trouble = listenForTrouble(page);
  await openLesson(page, operatorPage);
  await runAll(page, '28-your-own-operator');
  await inContainer(page);
  await checkedAndFailed(page, wrongAnswer('28-your-own-operator', 'no-owner'), ['made a heater that is no Thermostat’s own'], 'ownerReferenceFor');
  await writeExercise(page, operator);
  await button(exercise(page), 'Run').click();
  await expect(said(page)).toContainText('Yours runs in the cluster now');
  await openShell(page, 'Shell of the WebContainer');
  await typeIn(page, 'kubectl apply -f house.yaml; cat operator.ts | head -n 3', ['hall', operator.split('\n')[0] ?? '']);
  await openShell(page, 'Terminal 1');
  await typeIn(page, 'sleep 60; kubectl get th', ['AtTarget']);
  expect(trouble).toEqual([]);
});

/** Commands of the lesson with what it shows below them, in order. */
function commandsOf(text: string): readonly { readonly line: string; readonly shown: readonly string[] }[] {
  return [...text.matchAll(/^```text\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
    block.replaceAll('\\\n', ' ').split(/^\$ /m).slice(1).map((command) => {
      const [line = '', ...shown] = command.trimEnd().split('\n');
      return { line, shown };
    }),
  );
}

test('lesson 30 in a WebContainer: each command that it shows does there what it says, and npm finds the same cluster', async ({ page }) => {
  test.setTimeout(400_000);
  const trouble = listenForTrouble(page);
  await openLesson(page, operatorPage);
  await writeExercise(page, operator);
  await expect(exercise(page).locator('.ed-foot')).toContainText('saved');
  await page.goto(takeHomePage);
  for (const id of ['define', 'house']) await runCell(page, id);
  await inContainer(page);
  const bring = button(page, 'Bring operator.ts of lesson 28 here');
  await awake(bring);
  await bring.click();
  await expect(page.getByText('operator.ts is among the files of this session now')).toBeVisible();
  expect(await axe(page, 'main')).toEqual([]);
  await openShell(page, 'Shell of the WebContainer');
  await expect(pane(page)).toContainText('jsh is running.');
  const commands = commandsOf(readFileSync('src/content/lessons/6-living-with-loops/30-take-it-home/index.mdx', 'utf8'));
  for (const { line, shown } of commands) {
    // What the container’s cluster makes needless.
    if (/ serve |^export|apply/.test(line)) continue;
    if (line.startsWith('kubectl')) await openShell(page, 'Terminal 1');
    // Its address is another, and what … stands for is another each time.
    const parts = shown.flatMap((each) => each.split(/…|https:\/\/[\d.:]+/));
    const below = line.includes('--rbac') ? ['kind: ClusterRole', 'verbs: [get, list, watch]'] : parts;
    await typeIn(page, line, below.filter((each) => each !== ''));
    if (/ run /.test(line) && !/--rbac|--leader-elect/.test(line)) await page.keyboard.press('Control+C');
  }
  await openShell(page, 'Shell of the WebContainer');
  await page.keyboard.press('Control+C');
  const script = "import { CoreV1Api, KubeConfig } from '@kubernetes/client-node'; const config = new KubeConfig(); config.loadFromDefault(); const { items } = await config.makeApiClient(CoreV1Api).listNode(); console.log(items[0].metadata.name + ' found');";
  // `npm install` needs a registry: its packages are those of this project.
  await typeIn(page, `npm init --yes > /dev/null; npm pkg set scripts.nodes="node nodes.mjs"; ln -s ${process.cwd()}/node_modules; echo done`, ['done']);
  await typeIn(page, `echo "${script.replaceAll('"', '\\"')}" > nodes.mjs; npm run nodes`, ['node-1 found']);
  expect(trouble).toEqual([]);
});
