/** Input nobody wished for: each gets a message that says where and what to do; the cluster and the reader's text survive. */
import { expect, type Page, test } from '@playwright/test';
import {
  awake,
  button,
  cell,
  exercise,
  exerciseText,
  lessonFile,
  onOneCore,
  openLesson,
  outputOf,
  rewriteCell,
  runCell,
  said,
  writeExercise,
} from './steps.ts';

const set = (spec: string, metadata = 'name: web'): string =>
  `apiVersion: apps/v1\nkind: ReplicaSet\nmetadata: { ${metadata} }\nspec:\n${spec}\n` +
  '  selector:\n    matchLabels: { app: web }\n  template:\n    metadata:\n      labels: { app: web }\n' +
  '    spec:\n      containers:\n        - name: nginx\n          image: nginx:1.29\n';

/** What a cell says to this text; the text is still there afterwards, and the cluster answers. */
async function saidTo(page: Page, id: string, text: string): Promise<string> {
  await rewriteCell(page, id, text);
  await runCell(page, id);
  await expect(outputOf(page, id)).toBeVisible();
  const output = await outputOf(page, id).innerText();
  expect(await cell(page, id).locator('.cm-content').innerText()).toContain(text.slice(0, 60).split('\n')[0]);
  return output;
}

async function theClusterAnswers(page: Page): Promise<void> {
  await rewriteCell(page, 'events', 'kubectl get nodes -o name');
  await runCell(page, 'events');
  await expect(outputOf(page, 'events').locator('pre')).toHaveText(/^node\/\S+\nnode\/\S+\nnode\/\S+$/);
}

/** Each row: what is wrong, the text, and what its message has. */
type Rows = readonly (readonly [wrong: string, text: string, says: RegExp])[];

function each(id: string, rows: Rows): (fixtures: { page: Page }) => Promise<void> {
  return async ({ page }) => {
    await openLesson(page);
    for (const [wrong, text, says] of rows) expect.soft(await saidTo(page, id, text), wrong).toMatch(says);
    await theClusterAnswers(page);
  };
}

test(
  'manifests',
  each('apply', [
    ['malformed', 'kind: ReplicaSet\nmetadata:\n  name: web\n spec: {\n', /parsing web\.yaml: .*line [34]: did not find expected key/],
    ['a tab', 'apiVersion: v1\nkind: Pod\nmetadata:\n\tname: x\n', /parsing web\.yaml: .*line 4: found character that cannot start any token/],
    ['an unknown field', set('  replcias: 4'), /"web\.yaml": .* unknown field "spec\.replcias"/],
    ['a wrong type', set('  replicas: four'), /"web\.yaml": .*string into .*spec\.replicas of type int32/],
    ['no name', set('  replicas: 4', 'labels: { app: web }'), /resource name may not be empty/],
    ['no kind', 'metadata: { name: x }\n', /"web\.yaml": .*apiVersion not set, kind not set/],
    ['an unknown kind', 'apiVersion: apps/v1\nkind: ReplicaSett\nmetadata: { name: x }\n', /from "web\.yaml": no matches for kind "ReplicaSett"/],
    ['a name that is none', set('  replicas: 1', 'name: Web_1'), /metadata\.name: Invalid value: "Web_1": .* must consist of lower case/],
    ['no list of fields', 'hello', /(decode|validating) "web\.yaml"/],
    ['nothing', '', /no objects passed to apply/],
    [
      '1 MB',
      `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: big }\ndata:\n  a: "${'x'.repeat(1_048_576)}"\n`,
      /"big" is invalid: .*Too long: may not be more than \d+ bytes/,
    ],
  ]),
);

test('a manifest of 1 MB survives a reload', async ({ page }) => {
  await openLesson(page);
  const text = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: big }\ndata:\n  a: "${'x'.repeat(1_048_576)}"\n`;
  await rewriteCell(page, 'apply', text);
  await page.reload();
  await awake(cell(page, 'apply'));
  await expect.poll(async () => (await cell(page, 'apply').locator('.cell-in pre').textContent())?.length).toBeGreaterThan(1_048_576);
});

test(
  'commands',
  each('list', [
    ['an unknown command', 'frobnicate', /frobnicate: command not found\nHere you have: .*kubectl/],
    ['an unknown verb', 'kubectl gte pods', /unknown command "gte" for "kubectl"\s+Did you mean this\?\s+get/],
    ['an unknown kind', 'kubectl get pdos', /doesn't have a resource type "pdos"/],
    ['no number', 'kubectl scale rs web --replicas=many', /invalid argument "many" for "--replicas" flag[\s\S]*kubectl scale --help/],
    ['nobody', 'kubectl delete pod nobody', /\(NotFound\): pods "nobody" not found/],
    ['a torn string', 'echo "unclosed', /syntax error: unterminated quoted string/],
    ['a torn path', 'kubectl get pods -o jsonpath={', /parsing jsonpath \{, unclosed action/],
    ['an unknown fault', 'converge fault add nonsense', /converge: .*nonsense/],
  ]),
);

test(
  'scripts',
  each('owners', [
    ['doesn’t parse', 'const x = ;', /SyntaxError[\s\S]*line 1.*look for a missing bracket/],
    ['throws', 'const a = 1\nthrow new Error("mine")', /Error: mine[\s\S]*line 2/],
    ['throws what is no error', 'throw "words"', /Thrown: words[\s\S]*throw new Error\(…\) instead/],
    ['uses what isn’t there', 'nope()', /nope is not defined[\s\S]*line 1.*import it from converge\/sdk/],
    ['is refused', 'await client.get(Pod, "nobody")', /NotFound: pods "nobody" not found[\s\S]*line 1/],
    ['calls itself', 'const f = () => f()\nf()', /Maximum call stack[\s\S]*calls itself without end/],
    [
      'writes 10,000 objects',
      'for (let i = 0; i < 10_000; i += 1) {\n  await client.create(ConfigMap, { metadata: { name: `c-${i}`, namespace: "default" } })\n}',
      /more than 5,000 new objects[\s\S]*Mend it and run it again/,
    ],
  ]),
);

test('a cell that prints without end is stopped, and says why in its place', async ({ page }) => {
  await openLesson(page);
  expect(await saidTo(page, 'owners', 'while (true) print("x".repeat(1000))')).toMatch(/ran without end|too much/);
  await theClusterAnswers(page);
});

const controller = (statement: string): string => {
  const first = 'export const reconcile: Reconcile = async (key, tools) => {\n';
  return lessonFile('solution/reconcile.ts').replace(first, `${first}  ${statement}\n`);
};
const line = controller('').slice(0, controller('').indexOf('=> {\n')).split('\n').length + 1;

const controllers: Rows = [
  // First: what is said of the others has its words.
  ['exports nothing', '// nothing\n', /reconcile/],
  ['doesn’t parse', controller('const = ;'), new RegExp(`SyntaxError.*\\(reconcile\\.ts:${line}\\)`)],
  ['throws', controller('throw new Error("mine");'), new RegExp(`Error: mine \\(reconcile\\.ts:${line}\\)`)],
  ['reads what isn’t there', controller('JSON.parse("{}").a.b;'), new RegExp(`Cannot read properties.*\\(reconcile\\.ts:${line}\\).*can be absent`)],
  [
    'writes 10,000 objects',
    controller('await tools.client.createMany(Pod, podFromTemplate(tools.lister(ReplicaSet).get(key)!, tools.lister(ReplicaSet).get(key)!.spec.template), 10_000);'),
    /more than 5,000 new objects/,
  ],
];

test('controllers', async ({ page }) => {
  await onOneCore(page);
  await openLesson(page);
  await awake(cell(page, 'apply'));
  await runCell(page, 'apply');
  for (const [wrong, text, says] of controllers) {
    await test.step(`that ${wrong}`, async () => {
      await writeExercise(page, text);
      await button(exercise(page), 'Run').click();
      await expect(said(page)).toHaveText(says, { timeout: 20_000 });
      expect(text).toContain((await exerciseText(page)).trim());
      await theClusterAnswers(page);
    });
  }
});
