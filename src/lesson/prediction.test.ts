import { expect, test } from 'vitest';
import { createNodeRuntime } from '../runtimes/node/node-runtime.ts';
import { nodePlatform } from '../runtimes/platforms.ts';
import { sessionParts } from '../session/parts.ts';
import type { ChangeLogEntry } from '../session/change-log.ts';
import { type Judge, judge, orderOf } from './prediction.ts';

const line = (revision: number, does: ChangeLogEntry['does'], object: string, fields: ChangeLogEntry['fields'] = []): ChangeLogEntry => ({
  t: revision * 10,
  revision,
  does,
  object,
  fields,
});
const story = [
  line(1, 'create', 'Pod/old', [['status.phase', 'Running']]),
  line(5, 'create', 'Deployment/web', [['spec.replicas', '3']]),
  line(6, 'create', 'Pod/web-1', [['status.phase', 'Pending']]),
  line(7, 'event', 'Pod/web-1', [['reason', 'Scheduled'], ['message', 'Successfully assigned default/web-1 to node-1']]),
  line(8, 'update', 'Pod/web-1', [['status.phase', 'Running']]),
  line(9, 'update', 'Deployment/web', [['status.readyReplicas', '1']]),
  line(10, 'delete', 'Pod/old'),
];
const output = [{ kind: 'text' as const, text: 'NAME\n\u001b[32mweb-1\u001b[0m 1/1\nother 1/1\n' }];

const check = (how: Judge, expected: string): void =>
  expect(judge(how, { output, story, fromRevision: 4 })).toBe(expected);

test('lines are counted without their colours', () => check({ by: 'count', counts: '^web-' }, '1'));

test('a group is read from the last line that matches', () => {
  check({ by: 'reads', reads: '(\\d)/1$' }, '1');
  check({ by: 'reads', reads: 'heater is (on|off)' }, 'nothing');
});

test('objects are those that are there in the end', () => {
  check({ by: 'objects', objects: '^Pod/' }, '1');
  check({ by: 'objects', objects: '^Service/' }, '0');
});

test('a field is what it held last; one that never was is nothing', () => {
  check({ by: 'value', of: 'Pod/web-1', field: 'status.phase' }, 'Running');
  check({ by: 'value', of: 'Deployment/web', field: 'status.readyReplicas' }, '1');
  check({ by: 'value', of: 'Pod/old', field: 'status.phase' }, 'nothing');
});

test('an order goes by what came first since the cell began; what never came is left out', () => {
  check({ by: 'order', first: ['phase=Running', '^create Pod/', 'Scheduled', '^create Service/'] }, '1 2 0');
  const [first] = orderOf(['^create Deployment/'], { output, story, fromRevision: 4 });
  expect(first).toEqual({ item: 0, t: 50, revision: 5, what: 'create Deployment/web' });
});

test('a cluster tells its story: who was made, bound, started, in that order', async () => {
  const runtime = createNodeRuntime(sessionParts(nodePlatform()));
  await runtime.reset({ version: 1, seed: 3, cluster: { nodes: 2, profile: 'minimal' }, files: {}, inputs: [] });
  const result = await runtime.run({ type: 'command', cell: 'a', text: 'kubectl create deployment web --image=nginx:1.29 --replicas=2' });
  const told = await runtime.inspect('changeLog', { to: result.to });
  const evidence = { output: [], story: told, fromRevision: result.from.revision };
  const first = ['phase=Running', '^update Pod/.*spec.nodeName=node', '^create ReplicaSet/', '^create Pod/', '^create Deployment/web', 'event ReplicaSet/web.*SuccessfulCreate'];
  expect(judge({ by: 'order', first }, evidence)).toMatch(/^4 2 3 (5 1|1 5) 0$/);
  expect(judge({ by: 'objects', objects: '^Pod/web-' }, evidence)).toBe('2');
  expect(judge({ by: 'value', of: 'Deployment/web', field: 'status.readyReplicas' }, evidence)).toBe('2');
  expect(judge({ by: 'value', of: 'Deployment/web', field: 'status.conditions.Available.status' }, evidence)).toBe('True');
  runtime.stop();
});
