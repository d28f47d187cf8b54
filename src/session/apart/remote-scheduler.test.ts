/** A plugin of the workspace in a scheduler that runs apart: it places Pods, survives a crash, and goes when it is taken out. */
import { Pod } from 'converge/sdk';
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { loadTypeScript } from '../learner/toolchain.ts';
import { sessionParts } from '../parts.ts';
import { emptyLog, openSession, type SessionParts } from '../session.ts';
import type { SessionEvent } from '../types.ts';
import { openLoopback } from './loopback.ts';
import type { SubjectLink } from './messages.ts';

await loadTypeScript();
const parts = sessionParts(nodePlatform());
const packing = readFileSync(new URL('../../content/lessons/4-place-to-run/17-scheduler/solution/packing.ts', import.meta.url), 'utf8');
const web = `apiVersion: apps/v1
kind: ReplicaSet
metadata: { name: web }
spec:
  replicas: 3
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: c, image: "nginx:1.29", resources: { requests: { cpu: 100m, memory: 100Mi } } }] }
`;

async function open(source: string, more: Partial<SessionParts> = {}) {
  const events: SessionEvent[] = [];
  const { session } = await openSession(emptyLog(7, { nodes: 3 }, { 'packing.ts': source }), { ...parts, ...more }, (event) => events.push(event));
  onTestFinished(() => session.close());
  await session.run({ type: 'swap', controller: 'scheduler/Packing', entry: 'packing.ts', apart: true });
  const nodesUsed = (): number => new Set(session.cluster.objects(Pod).flatMap(({ metadata, spec }) => (metadata.namespace === 'default' ? [spec.nodeName ?? ''] : []))).size;
  return { session, nodesUsed, problems: () => events.flatMap((event) => (event.type === 'problem' ? [event.problem.title] : [])) };
}

/** As between processes: text, and a turn of the event loop later. */
function overText(): SubjectLink {
  const near = openLoopback(parts);
  return {
    async exchange(batch) {
      await new Promise((resolve) => setImmediate(resolve));
      return JSON.parse(JSON.stringify(await near.host.deliver(JSON.parse(JSON.stringify(batch)))));
    },
    close() {},
  };
}

test('it runs beside all plugins of its cluster: with too little weight, PodTopologySpread keeps Pods apart', async () => {
  const { session, nodesUsed } = await open(packing.replace(/weight: \d+/, 'weight: 10'));
  await session.run({ type: 'manifest', path: 'web.yaml', text: web });
  expect(nodesUsed()).toBe(3);
});

test('it places Pods, also after a crash, with the same history across text', async () => {
  const hashes: string[] = [];
  for (const more of [{}, { openSubject: overText }]) {
    const { session, nodesUsed } = await open(packing, more);
    await session.run({ type: 'manifest', path: 'web.yaml', text: web });
    expect(nodesUsed()).toBe(1);
    await session.run({ type: 'fault', fault: { type: 'crash', component: 'scheduler', downMs: 2000 } });
    await session.run({ type: 'command', text: 'kubectl delete pod -l app=web' });
    await session.pass({ until: session.now().t + 10_000 });
    expect(nodesUsed()).toBe(1);
    hashes.push(session.historyHash());
  }
  expect(hashes[0]).toBe(hashes[1]);
});

test('taken out, it leaves the built-in scheduler', async () => {
  const { session, nodesUsed } = await open(packing);
  await session.run({ type: 'unswap', controller: 'scheduler/Packing' });
  await session.run({ type: 'manifest', path: 'web.yaml', text: web });
  expect(nodesUsed()).toBe(3);
});

test('a score that is out of range is named, and counts as none', async () => {
  const { session, nodesUsed, problems } = await open(packing.replace('50 *', '5000 *'));
  await session.run({ type: 'manifest', path: 'web.yaml', text: web });
  expect(problems()[0]).toMatch(/^RangeError: plugin "Packing" returns an invalid score \d+, it should be in the range of \[0, 100\]/);
  expect(nodesUsed()).toBe(3);
});
