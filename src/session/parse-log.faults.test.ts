import { expect, test } from 'vitest';
import type { Fault } from '../engine/index.ts';
import { parseLog } from './parse-log.ts';

const logWith = (fault: unknown): unknown => ({
  version: 1,
  seed: 1,
  cluster: { etcd: 3, controlPlanes: 3, cloud: true, etcdQuotaBytes: 1000 },
  files: {},
  inputs: [{ type: 'fault', fault, at: 0 }],
});

test('every fault goes through a log as it is', () => {
  const faults: readonly Fault[] = [
    { type: 'crash', component: 'etcd-0' },
    { type: 'crash', component: 'etcd-0', downMs: 5 },
    { type: 'restart', component: 'apiserver' },
    { type: 'pause', component: 'scheduler' },
    { type: 'partition', component: 'etcd-0' },
    { type: 'partition', component: 'etcd-0', from: ['etcd-1', 'etcd-2'] },
    { type: 'skew', component: 'kubelet/node-1', byMs: -30_000 },
    { type: 'disk', component: 'etcd-1', disk: { type: 'slow', latencyMs: 100 } },
    { type: 'disk', component: 'etcd-1', disk: { type: 'lost' } },
    { type: 'refuse', component: 'scheduler', chance: 0.5, verb: 'create' },
    { type: 'crash-after-write', component: 'controller/replicaset', write: 3, downMs: 4000 },
    { type: 'stale-after-write', component: 'controller/replicaset', write: 1, lagMs: 5000 },
    { type: 'stale-after-write', component: 'controller/replicaset', write: 2, lagMs: 5000, restart: true },
    { type: 'cloud', component: 'cloud', cloud: { what: 'refuse', chance: 0.5, verb: 'create', code: 504 } },
    { type: 'cloud', component: 'cloud', cloud: { what: 'slow', byMs: 5000 } },
    { type: 'cloud', component: 'cloud', cloud: { what: 'quota' } },
    { type: 'withhold', component: 'controller/replicaset', event: 7 },
    { type: 'withhold', component: 'controller/replicaset', event: 7, lost: true },
    { type: 'link', from: 'etcd-*', to: 'etcd-*', drop: 0.5, duplicate: 0.25 },
  ];
  for (const fault of faults) expect(parseLog(logWith(fault)).inputs[0]).toEqual({ type: 'fault', fault, at: 0 });
  expect(parseLog(logWith(faults[0])).cluster).toEqual({ etcd: 3, controlPlanes: 3, cloud: true, etcdQuotaBytes: 1000 });
});

test('a fault that makes no sense is named', () => {
  expect(() => parseLog(logWith({ type: 'disk', component: 'etcd-1', disk: { type: 'wet' } }))).toThrow(
    'inputs[0].fault.disk.type should be slow, full, lost or torn',
  );
  expect(() => parseLog(logWith({ type: 'skew', component: 'scheduler' }))).toThrow('inputs[0].fault.byMs should be a number');
  expect(() => parseLog(logWith({ type: 'flood' }))).toThrow('inputs[0].fault.type should be link, crash,');
});
