/** Which pods make room for a critical one. */
import { expect, test } from 'vitest';
import type { Pod } from '../../sdk/index.ts';
import type { Shortage } from '../admission.ts';
import { choosePods } from './victims.ts';

interface Amounts {
  readonly cpu?: string;
  readonly memory?: string;
  readonly 'example.com/gpu'?: string;
}

function pod(name: string, requests: Amounts, more: { readonly priority?: number; readonly limits?: Amounts } = {}): Pod {
  const { limits = {}, priority } = more;
  const metadata = { name, uid: name, resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };
  const resources = { requests: { ...requests }, limits: { ...limits } };
  return { apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers: [{ name: 'c', resources }], ...(priority !== undefined && { priority }) }, status: {} };
}

const guaranteed = (name: string, amounts: Amounts, priority?: number): Pod => pod(name, amounts, { limits: amounts, ...(priority !== undefined && { priority }) });
const critical = pod('critical', {}, { priority: 2_000_000_000 });
const memory = (mebibytes: number): Shortage => ({ resource: 'memory', amount: mebibytes * 2 ** 20 });
const cpu = (amount: number): Shortage => ({ resource: 'cpu', amount });

const idle = pod('idle', {});
const small = pod('small', { cpu: '100m', memory: '100Mi' });
const large = pod('large', { cpu: '300m', memory: '300Mi' });
const smallGuaranteed = guaranteed('small-guaranteed', { cpu: '100m', memory: '100Mi' });
const largeGuaranteed = guaranteed('large-guaranteed', { cpu: '300m', memory: '300Mi' });
const all = [idle, small, large, smallGuaranteed, largeGuaranteed];

function names(preemptor: Pod, pods: readonly Pod[], missing: readonly Shortage[]): string {
  const choice = choosePods(preemptor, pods, missing);
  if ('missing' in choice) return choice.missing.map(({ resource, amount }) => `not enough ${resource}: ${amount}`).join(', ');
  return choice.victims.map(({ metadata }) => metadata.name).join(', ');
}

test.each<[string, readonly Pod[], readonly Shortage[], string]>([
  ['of Burstable ones the smallest that is enough', all, [memory(100)], 'small'],
  ['the one that leaves least, where one isn’t enough', all, [memory(350)], 'large, small'],
  ['a Guaranteed one only for what the others don’t have', all, [memory(500)], 'large, small, small-guaranteed'],
  ['none more than needed, where a Guaranteed one has to go anyway', all, [memory(650)], 'large, small, large-guaranteed'],
  ['a BestEffort one for its place alone', all, [{ resource: 'pods', amount: 1 }], 'idle'],
  ['two places', [small, idle], [{ resource: 'pods', amount: 2 }], 'idle, small'],
  ['each resource as much as the other', [pod('memory', { memory: '1Gi' }), pod('both', { cpu: '1', memory: '200Mi' })], [cpu(1000), memory(250)], 'both, memory'],
  ['of equal distance the one with less memory, then less CPU', [pod('a', { cpu: '2', memory: '2Gi' }), pod('b', { cpu: '3', memory: '1Gi' }), pod('c', { cpu: '2', memory: '1Gi' })], [cpu(1000)], 'c'],
  ['of the same size the first', [pod('first', { cpu: '1' }), pod('second', { cpu: '1' })], [cpu(1000)], 'first'],
  ['devices', [small, pod('trainer', { 'example.com/gpu': '2' })], [{ resource: 'example.com/gpu', amount: 1 }], 'trainer'],
  ['what even all of them don’t have', [small, large], [cpu(500), memory(1)], 'not enough cpu: 100'],
])('%s', (_name, pods, missing, expected) => {
  expect(names(critical, pods, missing)).toBe(expected);
});

test.each<[string, Pod, Pod, boolean]>([
  ['a critical pod ends one without a priority', critical, small, true],
  ['not one that is as critical', critical, pod('other', { memory: '1Gi' }, { priority: 2_000_000_000 }), false],
  ['one of higher priority ends a critical one', pod('node-critical', {}, { priority: 2_000_001_000 }), pod('other', { memory: '1Gi' }, { priority: 2_000_000_000 }), true],
  ['a static pod needs no priority', { ...pod('static', {}), metadata: { ...critical.metadata, annotations: { 'kubernetes.io/config.source': 'file' } } }, small, true],
])('%s', (_name, preemptor, other, isEnded) => {
  expect(names(preemptor, [other], [memory(50)])).toBe(isEnded ? other.metadata.name : 'not enough memory: 52428800');
});
