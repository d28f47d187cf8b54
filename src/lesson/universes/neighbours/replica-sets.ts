/** ReplicaSets beside a scenario's own. The loop that is judged looks after them as well. */
import type { Random } from '../../../engine/index.ts';
import type { NeighbourDraw, NeighbourStep } from '../types.ts';
import { staleMs } from '../rules/shared.ts';
import { otherNamespace, suffix, unserved } from './pods.ts';

interface SetOptions {
  readonly name: string;
  readonly namespace: string;
  readonly replicas: number;
  readonly labels: Readonly<Record<string, string>>;
  readonly selector: unknown;
  readonly finalizers?: readonly string[];
}

function setStep({ name, namespace, replicas, labels, selector, finalizers }: SetOptions): NeighbourStep {
  const spec = { schedulerName: unserved, containers: [{ name: 'main', image: 'busybox:1.37' }] };
  const object = {
    metadata: { name, namespace, ...(finalizers === undefined ? {} : { finalizers }) },
    spec: { replicas, selector, template: { metadata: { labels }, spec } },
    status: { replicas: 0 },
  };
  return { do: 'create', kind: 'ReplicaSet', object };
}

/** Few more often than none or many. */
const drawReplicas = (random: Random): number => (random.chance(0.04) ? 60 : random.pick([0, 1, 1, 2]));

/** The same name and labels in another namespace, with a number of its own. */
export const namesake: NeighbourDraw = (random, target) => ({
  words: 'a ReplicaSet of the same name in another namespace',
  steps: [
    setStep({
      name: target.name,
      namespace: otherNamespace(target),
      replicas: drawReplicas(random),
      labels: target.labels,
      selector: target.selector,
    }),
  ],
});

/** Its Pods' labels match the target's selector too. */
export const overlapping: NeighbourDraw = (random, target) => {
  const labels = { ...target.labels, track: 'canary' };
  return {
    words: 'a ReplicaSet whose Pods match as well',
    steps: [
      setStep({
        name: `${target.name}-canary`,
        namespace: target.namespace,
        replicas: random.pick([1, 2]),
        labels,
        selector: { matchExpressions: [{ key: 'track', operator: 'In', values: ['canary'] }] },
      }),
    ],
  };
};

/** It selects by an expression, and by more than its template's labels. */
export const byExpression: NeighbourDraw = (random, target) => ({
  words: 'a ReplicaSet that selects by expressions',
  steps: [
    setStep({
      name: `jobs-${suffix(random)}`,
      namespace: target.namespace,
      replicas: drawReplicas(random),
      labels: { role: 'worker', app: `${target.name}-jobs` },
      selector: {
        matchExpressions: [
          { key: 'role', operator: 'In', values: ['worker', 'helper'] },
          { key: 'track', operator: 'DoesNotExist' },
        ],
      },
    }),
  ],
});

/** It is on its way out, and its finalizer keeps it. */
export const setBeingDeleted: NeighbourDraw = (random, target) => {
  const name = `${target.name}-old`;
  return {
    words: 'a ReplicaSet that is being deleted',
    steps: [
      setStep({
        name,
        namespace: target.namespace,
        replicas: 2,
        finalizers: ['example.com/hold'],
        labels: { app: `${target.name}-old`, copy: suffix(random) },
        selector: { matchLabels: { app: `${target.name}-old` } },
      }),
      { do: 'delete', kind: 'ReplicaSet', key: `${target.namespace}/${name}` },
      // By then no cache can be so old that it doesn't know.
      { do: 'patch', kind: 'ReplicaSet', key: `${target.namespace}/${name}`, patch: { spec: { replicas: 4 } }, afterMs: 2 * staleMs },
    ],
  };
};

export const replicaSetNeighbours: readonly NeighbourDraw[] = [namesake, overlapping, byExpression, setBeingDeleted];

