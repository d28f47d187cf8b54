/** What a page fetches of the engine, and when: one core, and pieces when they are first used. */
import { expect, type Page, test } from '@playwright/test';
import { openPage, prepareScript } from './runtime-site.ts';

test.beforeAll(prepareScript);

/** The engine's files that were served, without the checks' own. */
const engineOf = (served: readonly string[]): readonly string[] =>
  served.filter((path) => path.includes('/engine/')).map((path) => path.replace(/^.*\/engine\/|\.txt$/g, ''));

const outputs = (page: Page, profile: 'full' | 'minimal', commands: readonly string[]): Promise<readonly string[]> =>
  page.evaluate(([name, texts]) => runtimeTests.outputs(name, texts), [profile, commands] as const);

test('a session of the minimal profile needs the core alone', async ({ page }) => {
  const { served } = await openPage(page);
  const [nodes = ''] = await outputs(page, 'minimal', ['kubectl get nodes']);
  expect(nodes).toContain('Ready');
  expect(engineOf(served)).toEqual(['core']);
});

test('the full profile, another verb, etcdctl and descriptions each come once, when they are first used', async ({ page }) => {
  const { served } = await openPage(page);
  const [described, explained, again, keys] = await outputs(page, 'full', [
    'kubectl describe node',
    'kubectl explain pods',
    'kubectl explain services',
    'etcdctl get /registry/namespaces/default --keys-only',
  ]);
  expect(described).toContain('Capacity:');
  expect(explained).toContain('Pod is a collection of containers');
  expect(again).toContain('Service is a named abstraction');
  expect(keys).toContain('/registry/namespaces/default');
  expect([...engineOf(served)].sort()).toEqual(['core', 'descriptions', 'etcd', 'full', 'kubectl']);
});

test('a name put together by the shell finds its verb', async ({ page }) => {
  await openPage(page);
  const [put, quoted, printed] = await outputs(page, 'minimal', [
    'a=kube; ${a}ctl cordon node-1',
    'kube"ctl" uncordon node-1',
    'kubectl get node node-1 -o $(echo jsonpath={.metadata.name})',
  ]);
  expect(put).toContain('node/node-1 cordoned');
  expect(quoted).toContain('node/node-1 uncordoned');
  expect(printed).toContain('node-1');
});

test('a log’s pieces are there before its replay begins', async ({ page }) => {
  const { served } = await openPage(page);
  await page.route('**/engine/kubectl.txt', (route) => route.abort(), { times: 1 });
  const { refusal, output } = await page.evaluate(() => runtimeTests.replayed(['kubectl get nodes', 'kubectl cordon node-1']));
  expect(refusal).toContain('could not be loaded');
  expect(output).toContain('node/node-1 cordoned');
  expect(engineOf(served)).toContain('kubectl');
});

test('a piece that can’t be fetched is told, changes nothing, and is fetched at the next try', async ({ page }) => {
  await openPage(page);
  await page.route('**/engine/kubectl.txt', (route) => route.abort(), { times: 1 });
  const { refusal, now, output } = await page.evaluate(() => runtimeTests.retried('kubectl create configmap made'));
  expect(refusal).toContain('could not be loaded');
  expect(now).toBe(0);
  expect(output).toContain('configmap/made created');
});
