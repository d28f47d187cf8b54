/** What is measured of a process takes the place of what is drawn; what an annotation says comes before both. */
import { expect, test } from 'vitest';
import type { Pod } from '../../api/index.ts';
import { usageOf } from './usage.ts';

/** A Pod of one container that runs. */
const running = (annotations: Record<string, string> = {}): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'default', uid: 'u', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z', annotations },
  spec: { containers: [{ name: 'web', image: 'converge/web:1.0' }] },
  status: { containerStatuses: [{ name: 'web', image: '', imageID: '', ready: true, restartCount: 0, state: { running: {} } }] },
});
const usage = (pod: Pod, measured?: { readonly cores?: number }) => usageOf(pod, measured)[0]?.usage;

test('a process that has said nothing yet is not reported', () => {
  expect(usage(running(), {})).toBeUndefined();
});

test('measured CPU stands in place of drawn CPU, and memory is drawn all the same', () => {
  expect(usage(running(), { cores: 0.25 })).toEqual({ nanoCores: 250_000_000, bytes: usage(running())?.bytes });
});

test('what the Pod says of its memory counts, also where its CPU is measured', () => {
  expect(usage(running({ 'converge.dev/memory-usage': '64Mi' }), { cores: 0.25 })).toEqual({ nanoCores: 250_000_000, bytes: 64 * 1024 * 1024 });
});

test('what the Pod says of its CPU comes before what is measured', () => {
  expect(usage(running({ 'converge.dev/cpu-usage': '100m' }), { cores: 0.25 })?.nanoCores).toBe(100_000_000);
});
