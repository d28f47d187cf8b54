import type { Pod } from 'converge/sdk';
import { expect, test } from 'vitest';
import { firstToGo } from './order.ts';

const nowMs = Date.parse('2026-01-01T01:00:00Z');

interface Traits {
  readonly node?: string;
  readonly phase?: string;
  readonly readyAt?: string;
  readonly cost?: string;
  readonly restarts?: number;
  readonly sidecarRestarts?: number;
  readonly initRestarts?: number;
  readonly created?: string;
}

function pod(name: string, traits: Traits): Pod {
  const { node = 'node-1', phase = 'Running', readyAt = '2026-01-01T00:30:00Z', cost, restarts = 0, sidecarRestarts = 0, initRestarts = 0 } = traits;
  const annotations = cost === undefined ? {} : { 'controller.kubernetes.io/pod-deletion-cost': cost };
  const creationTimestamp = traits.created ?? '2026-01-01T00:00:00Z';
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', uid: name, resourceVersion: '1', creationTimestamp, annotations },
    spec: { containers: [], initContainers: [{ name: 'init' }, { name: 'proxy', restartPolicy: 'Always' }], ...(node === '' ? {} : { nodeName: node }) },
    status: {
      phase,
      conditions: [{ type: 'Ready', status: readyAt === '' ? 'False' : 'True', lastTransitionTime: readyAt }],
      containerStatuses: [{ name: 'main', image: '', imageID: '', ready: true, restartCount: restarts }],
      initContainerStatuses: [
        { name: 'init', image: '', imageID: '', ready: true, restartCount: initRestarts },
        { name: 'proxy', image: '', imageID: '', ready: true, restartCount: sidecarRestarts },
      ],
    },
  };
}

const cases: readonly [what: string, first: Traits, later: Traits][] = [
  ['one without a node', { node: '' }, {}],
  ['a pending one', { phase: 'Pending' }, {}],
  ['one that is not ready', { readyAt: '' }, {}],
  ['the cheaper one', { cost: '-5' }, { cost: '5' }],
  ['one that has been ready for less time', { readyAt: '2026-01-01T00:59:50Z' }, {}],
  ['one that was restarted more often', { restarts: 3 }, { restarts: 1 }],
  ['one whose sidecar was restarted more often', { sidecarRestarts: 3 }, { sidecarRestarts: 1, initRestarts: 5 }],
  ['restarts of containers count more than those of sidecars', { restarts: 1 }, { sidecarRestarts: 9 }],
  ['the newer one', { created: '2026-01-01T00:59:00Z' }, {}],
  ['being without a node counts more than cost', { node: '', cost: '100' }, { cost: '-100' }],
  ['not being ready counts more than cost', { readyAt: '', cost: '100' }, { cost: '-100' }],
];

test.each(cases)('goes first: %s', (_, first, later) => {
  const [a, b] = [pod('z', first), pod('a', later)];
  expect(firstToGo([b, a], [], nowMs).map(({ metadata }) => metadata.name)).toEqual(['z', 'a']);
});

test('from a crowded node one goes first, also when the crowd is of a sibling set', () => {
  const lonely = pod('a', { node: 'node-1' });
  const crowded = pod('z', { node: 'node-2' });
  const sibling = pod('s', { node: 'node-2' });
  expect(firstToGo([lonely, crowded], [lonely, crowded, sibling], nowMs)[0]).toBe(crowded);
});

test('ages that differ by less than a factor of two count as equal: the uid decides', () => {
  const older = pod('a', { readyAt: '2026-01-01T00:29:00Z' });
  const younger = pod('b', { readyAt: '2026-01-01T00:30:00Z' });
  expect(firstToGo([younger, older], [], nowMs)[0]).toBe(older);
});

test('the uid decides between such ages before restarts do', () => {
  const older = pod('a', { readyAt: '2026-01-01T00:29:00Z' });
  const younger = pod('b', { readyAt: '2026-01-01T00:30:00Z', restarts: 5 });
  expect(firstToGo([younger, older], [], nowMs)[0]).toBe(older);
});
