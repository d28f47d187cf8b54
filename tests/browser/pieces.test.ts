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

test('a piece that can’t be fetched is told, changes nothing, and is fetched at the next try', async ({ page }) => {
  await openPage(page);
  await page.route('**/engine/kubectl.txt', (route) => route.abort(), { times: 1 });
  const { refusal, now, output } = await page.evaluate(() => runtimeTests.retried('kubectl create configmap made'));
  expect(refusal).toContain('could not be loaded');
  expect(now).toBe(0);
  expect(output).toContain('configmap/made created');
});
