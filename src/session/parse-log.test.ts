import { expect, test } from 'vitest';
import { parseLog } from './parse-log.ts';
import type { SessionLog } from './types.ts';

const log: SessionLog = {
  version: 1,
  seed: 7,
  cluster: { nodes: 2, nodeCapacity: { cpu: '1', memory: '1Gi', pods: 10 }, withoutControllers: ['deployment'], withoutEvents: true, kubeProxyPods: true, addons: ['network-policies'] },
  files: { 'a.yaml': 'x' },
  inputs: [
    { type: 'manifest', path: 'a.yaml', text: 'x', cell: 'a', notBeyond: 5, at: 0 },
    { type: 'command', text: 'ls', after: 'now', at: 1, interruptedAt: 2 },
    { type: 'script', source: '1', at: 2 },
    { type: 'edit', path: 'b', text: null, at: 3 },
    { type: 'swap', controller: 'replicaset', entry: 'b', at: 3 },
    { type: 'unswap', controller: 'replicaset', at: 3 },
    { type: 'fault', fault: { type: 'link', from: '*', to: 'apiserver', cut: 0.5, hold: true }, forMs: 9, at: 4 },
    { type: 'fault', fault: { type: 'refuse', component: 'scheduler', chance: 1, verb: 'create' }, at: 4 },
    { type: 'fault', fault: { type: 'crash', component: 'apiserver', downMs: 3 }, at: 4 },
    { type: 'advance', at: 4, to: 10 },
  ],
};

test('a log that was written is read back as it was', () => {
  expect(parseLog(JSON.parse(JSON.stringify(log)))).toEqual(log);
});

test('unknown fields are left behind', () => {
  expect(parseLog({ ...log, evil: 1, inputs: [{ type: 'script', source: '1', at: 0, evil: 2 }] })).toEqual({
    ...log,
    inputs: [{ type: 'script', source: '1', at: 0 }],
  });
});

test.each([
  [null, 'the log should be an object'],
  [{ ...log, version: 2 }, 'version 2'],
  [{ ...log, cluster: { withoutEvents: 1 } }, 'cluster.withoutEvents should be true or false'],
  [{ ...log, seed: 'x' }, 'seed should be a number'],
  [{ ...log, files: { a: 'x'.repeat(4_000_001) } }, 'each of files should be at most 4000000 characters'],
  [{ ...log, files: Object.fromEntries([...'abcde'].map((name) => [name, 'x'.repeat(4_000_000)])) }, 'files should be at most 16000000 characters together'],
  [{ ...log, files: { a: 1 } }, 'files["a"] should be text'],
  [{ ...log, inputs: [{ type: 'format', at: 0 }] }, 'inputs[0].type should be command'],
  [{ ...log, inputs: [{ type: 'script', at: 0 }] }, 'inputs[0].source should be text'],
  [
    {
      ...log,
      inputs: [
        { type: 'script', source: '', at: 9 },
        { type: 'script', source: '', at: 8 },
      ],
    },
    'inputs[1].at should be not before',
  ],
  [{ ...log, cluster: { nodes: 1e9 } }, 'cluster.nodes should be at most 5000'],
])('a log that is none is refused with the place: %#', (value, message) => {
  expect(() => parseLog(value)).toThrow(message);
});
