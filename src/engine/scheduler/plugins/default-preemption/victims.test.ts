/** Cases after upstream's plugins/defaultpreemption/default_preemption_test.go: TestDryRunPreemption, TestSelectBestCandidate, TestPodEligibleToPreemptOthers. */
import { expect, test } from 'vitest';
import { createRandom } from '../../../kernel/index.ts';
import type { KubeObject, Pod, PodInfo, SchedulerPlugin } from '../../../sdk/index.ts';
import { createFramework } from '../../framework.ts';
import { podInfoOf } from '../../pod-info.ts';
import { createPreemption } from '../../preemption/index.ts';
import { pluginsOf } from '../../registry.ts';
import { makeCache, makePod, makeTools } from '../../testing/objects.ts';
import { createIndexer, noEvents } from '../../../sdk/internal.ts';
import { findRoom } from './victims.ts';

/** `name priority cpu [start]`, the start in minutes; a name with a `!` is covered by the budget. */
function podOf(text: string): PodInfo {
  const [name = '', priority = '0', cpu = '1', start] = text.split(' ');
  const pod = makePod(name, { cpu }, { priority: Number(priority) });
  const labels = name.endsWith('!') ? { app: 'guarded' } : { app: 'free' };
  const startTime = start === undefined ? {} : { startTime: `2026-01-01T00:${start.padStart(2, '0')}:00Z` };
  const made: Pod = { ...pod, metadata: { ...pod.metadata, labels }, status: startTime };
  return podInfoOf(made);
}

const builtIn = pluginsOf(['NodeUnschedulable', 'NodeResourcesFit']);

/** What a plugin remembers by the generation must hold on trial, too. */
function remembering(): SchedulerPlugin {
  const known = new Map<string, string>();
  return {
    name: 'Remembering',
    filter(_pod, { name, generation, pods }) {
      const [key, there] = [`${name} ${generation}`, [...pods.keys()].sort().join()];
      expect(known.get(key) ?? there).toBe(there);
      known.set(key, there);
      return undefined;
    },
  };
}

interface Case {
  /** Pods by node; each node has 4 cpu. */
  readonly nodes: Readonly<Record<string, readonly string[]>>;
  readonly pod: string;
  /** How many disruptions the budget allows. */
  readonly allowed?: number;
  /** `node: victims`, or what is said of each node. */
  readonly expected: string;
}

function check({ nodes, pod, allowed, expected }: Case): void {
  const cache = makeCache(Object.fromEntries(Object.keys(nodes).map((name) => [name, {}])));
  for (const [node, pods] of Object.entries(nodes)) for (const text of pods) cache.setPod(podOf(text), node);
  const budget: KubeObject = {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'b', namespace: 'default', uid: 'b', resourceVersion: '1', creationTimestamp: '' },
    spec: { selector: { matchLabels: { app: 'guarded' } } },
    status: { disruptionsAllowed: allowed ?? 0 },
  } as KubeObject;
  const plugins = [remembering(), ...builtIn];
  const tools = makeTools(cache, allowed === undefined ? [] : [budget]);
  const preemption = createPreemption({
    plugins,
    cache,
    listerOf: () => createIndexer<KubeObject>(),
    random: createRandom(1),
    now: () => 0,
    evicting: () => 0,
    client: () => {
      throw new Error('nothing is evicted here');
    },
    events: noEvents,
    failed() {},
    ended() {},
  });
  const info = podOf(pod);
  const framework = createFramework(plugins, tools);
  const prepared = framework.preFilter(info, cache.nodes());
  if ('rejection' in prepared) throw new Error('PreFilter never rejects here');
  const rejections = new Map(
    cache.nodes().flatMap((node) => {
      const refused = framework.filter(prepared.filters, info, node);
      return refused === undefined ? [] : [[node.name, refused.rejection] as const];
    }),
  );
  const found = findRoom(info, cache.nodes(), rejections, { ...tools, preemption });
  if (found === 'waiting') throw new Error('nothing is terminating here');
  if ('nodeName' in found) expect(`${found.nodeName}: ${found.victims.map(({ pod: { metadata } }) => metadata.name).join(' ')}`).toBe(expected);
  else expect([...found].map(([name, { reasons }]) => `${name}: ${reasons.join()}`).sort().join('; ')).toBe(expected);
}

const cases: readonly (readonly [string, Case])[] = [
  ['no less important pods', { nodes: { a: ['x 10 3'] }, pod: 'p 10 3', expected: 'a: No preemption victims found for incoming pod' }],
  ['not enough room without all of them', { nodes: { a: ['x 1 2', 'y 20 2'] }, pod: 'p 10 3', expected: 'a: Insufficient cpu' }],
  ['one that has to go', { nodes: { a: ['x 1 3'] }, pod: 'p 10 3', expected: 'a: x' }],
  ['the more important one stays', { nodes: { a: ['x 1 2', 'y 2 2'] }, pod: 'p 10 2', expected: 'a: x' }],
  ['of two alike the one that started first stays', { nodes: { a: ['x 1 2 5', 'y 1 2 3'] }, pod: 'p 10 2', expected: 'a: x' }],
  ['one that needs no room stays', { nodes: { a: ['x 1 3', 'y 0 1'] }, pod: 'p 10 3', expected: 'a: x' }],
  ['victims, most important first', { nodes: { a: ['x 1 2', 'y 2 2'] }, pod: 'p 10 4', expected: 'a: y x' }],
  ['the node whose highest victim is the lowest', { nodes: { a: ['x 5 3'], b: ['y 1 1', 'z 1 2'] }, pod: 'p 10 4', expected: 'b: y z' }],
  ['the smallest sum of priorities', { nodes: { a: ['x 5 2', 'y 4 2'], b: ['z 5 2', 'w 3 2'] }, pod: 'p 10 4', expected: 'b: z w' }],
  ['negative priorities: each victim counts', { nodes: { a: ['x -5 2', 'y -5 2'], b: ['z -5 4'] }, pod: 'p 10 4', expected: 'b: z' }],
  ['of nodes alike the one that has run for less time', { nodes: { a: ['x 1 4 3'], b: ['y 1 4 9'] }, pod: 'p 10 4', expected: 'b: y' }],
  ['the node without a broken budget', { nodes: { a: ['x! 1 4'], b: ['y 5 4'] }, pod: 'p 10 4', allowed: 0, expected: 'b: y' }],
  ['a budget that allows one', { nodes: { a: ['x! 1 4'], b: ['y 5 4'] }, pod: 'p 10 4', allowed: 1, expected: 'a: x!' }],
  ['a protected pod stays rather than a more important one', { nodes: { a: ['x! 1 2', 'y 2 2'] }, pod: 'p 10 2', allowed: 0, expected: 'a: y' }],
  ['the fewest broken', { nodes: { a: ['x! 1 2', 'y! 1 2'], b: ['z! 5 4'] }, pod: 'p 10 4', allowed: 0, expected: 'b: z!' }],
];

test.each(cases)('%s', (_name, each) => check(each));
