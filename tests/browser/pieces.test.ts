/** What a page fetches of the engine, and when: one core, and pieces when they are first used. */
import { expect, type Page, test } from '@playwright/test';
import type { InspectionName, Inspections } from '../../src/session/inspections.ts';
import { everyNth } from '../scope.ts';
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
  expect([...engineOf(served)].sort()).toEqual(['core', 'descriptions', 'etcd', 'full', 'kubectl', 'openapi', 'validation']);
});

test('a controller of a piece has what the SDK passes on from the same piece: a CronJob starts its Job', async ({ page }) => {
  await openPage(page);
  const commands = ['kubectl create cronjob report --image=busybox:1.37 --schedule="* * * * *" -- true', 'sleep 65', 'kubectl get jobs'];
  const [, , jobs = ''] = await outputs(page, 'full', commands);
  expect(jobs).toMatch(/^report-\d+ /m);
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

test('the programs of Unix come before an input that runs one, and before a container may', async ({ page }) => {
  const { served } = await openPage(page);
  const [slept, first] = await outputs(page, 'minimal', ['sleep 1; echo done', 'kubectl get nodes -o name | head -n 1']);
  expect([slept, first]).toEqual(['done\n', 'node/node-1\n']);
  const pod = '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"shell"},"spec":{"containers":[{"name":"shell","image":"busybox:1.37","command":["cat","/etc/hostname"]}]}}';
  const [, , logged] = await outputs(page, 'minimal', [`echo '${pod}' > pod.yaml`, 'kubectl apply -f pod.yaml; sleep 5', 'kubectl logs shell']);
  expect(logged).toBe('shell\n');
  expect([...engineOf(served)].sort()).toEqual(['core', 'kubectl', 'programs']);
});

test('a workspace that says what a container runs has the programs from the beginning', async ({ page }) => {
  const { served } = await openPage(page);
  const logged = await page.evaluate(() => runtimeTests.logOfFirstFile());
  expect(logged).toBe('shell\n');
  expect(engineOf(served)).toContain('programs');
});

test('definitions come with CEL before the first text that brings one; what gets past that is answered in a sentence', async ({ page }) => {
  const { served } = await openPage(page);
  const schema = '{"type":"object","properties":{"size":{"type":"integer","x-kubernetes-validations":[{"rule":"self > 1"}]}}}';
  const version = `{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":${schema}}}`;
  const definition = `"metadata":{"name":"shoes.example.com"},"spec":{"group":"example.com","scope":"Namespaced","names":{"plural":"shoes","kind":"Shoe"},"versions":[${version}]}`;
  const shoe = '{"apiVersion":"example.com/v1","kind":"Shoe","metadata":{"name":"small"},"size":1}';
  const [, early, ...late] = await outputs(page, 'full', [
    `a=api b=Custom; echo "{\\"apiVersion\\":\\"\${a}extensions.k8s.io/v1\\",\\"kind\\":\\"\${b}ResourceDefinition\\"," '${definition}}' > kinds.json`,
    'kubectl apply -f kinds.json',
    'kubectl apply -f kinds.json; kubectl get crd -o name; sleep 2',
    `echo '${shoe}' > shoe.json; kubectl apply -f shoe.json`,
  ]);
  expect(early).toContain('CEL is not loaded: write CustomResourceDefinition in the text');
  expect(late[0]).toContain('customresourcedefinition.apiextensions.k8s.io/shoes.example.com');
  expect(late[1]).toContain('failed rule: self > 1');
  expect(engineOf(served)).toContain('expressions');
});

/** One question of each kind; the first part of what is answered, where it comes of a piece. */
const questions: { readonly [N in InspectionName]: readonly { readonly ask: Inspections[N]['ask']; readonly says?: string }[] } = {
  keys: [{ ask: { prefix: '', order: 'key' } }],
  keyHistory: [{ ask: { key: '/registry/pods/default/web' } }],
  complete: [
    { ask: { line: 'kubectl desc', cursor: 12 }, says: 'describe' },
    { ask: { line: 'kubectl get po', cursor: 14 }, says: 'pods' },
    { ask: { line: 'etcdctl ge', cursor: 10 }, says: 'get' },
    { ask: { line: 'hea', cursor: 3 }, says: 'head' },
  ],
  terminal: [{ ask: { terminal: 'one' } }],
  why: [{ ask: { subject: { kind: 'Pod', name: 'web' } }, says: 'web' }],
  effects: [{ ask: { subject: { kind: 'Pod', name: 'web' } }, says: 'web' }],
  trace: [{ ask: {}, says: 'kubelet' }],
  owners: [{ ask: {}, says: 'node-1' }],
  map: [{ ask: {} }],
  queues: [{ ask: null }],
  scheduling: [{ ask: {}, says: 'node-1' }],
  description: [{ ask: { pod: 'UID' }, says: 'Containers:' }],
  reconciles: [{ ask: {} }],
  faults: [{ ask: null }],
  incident: [{ ask: {}, says: 'scheduler' }],
  changeLog: [{ ask: {} }],
};

/** By default every third. */
for (const [name, asked] of everyNth(3, Object.entries(questions) as [InspectionName, (typeof questions)[InspectionName]][]))
  test(`in a worker that has the core alone, ${name} is answered`, async ({ page }) => {
    await openPage(page);
    for (const { ask, says = '' } of asked) {
      const answer = await page.evaluate(([which, what]) => runtimeTests.inspected(which, what), [name, ask] as const);
      expect(JSON.stringify(answer)).toContain(says);
    }
  });
