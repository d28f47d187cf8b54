/** Pods beside a scenario's own: none of them is the target's, however they look. */
import type { Random } from '../../../engine/index.ts';
import type { NeighbourDraw, NeighbourStep, Target } from '../types.ts';

/** No scheduler serves this name: a Pod that asks for it stays pending, and costs the universe nothing. */
const unserved = 'unserved';

interface PodOptions {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly owner?: { readonly kind: string; readonly name: string; readonly uid: string };
}

function podStep({ name, namespace, labels, finalizers, owner }: PodOptions): NeighbourStep {
  const ownerReferences =
    owner === undefined ? undefined : [{ apiVersion: owner.kind === 'Job' ? 'batch/v1' : 'apps/v1', ...owner, controller: true, blockOwnerDeletion: true }];
  const metadata = {
    name,
    namespace,
    labels,
    ...(finalizers === undefined ? {} : { finalizers }),
    ...(ownerReferences === undefined ? {} : { ownerReferences }),
  };
  const spec = { schedulerName: unserved, containers: [{ name: 'main', image: 'busybox:1.37' }] };
  return { do: 'create', kind: 'Pod', object: { metadata, spec, status: {} } };
}

const suffix = (random: Random): string => Array.from({ length: 5 }, () => random.pick([...'bcdfghjklmnpqrstvwxz2456789'])).join('');

export const otherNamespace = (target: Target): string => (target.namespace === 'staging' ? 'default' : 'staging');

/** Labels that look like the target's, and that its selector doesn't match. */
const tempting = (target: Target): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(target.labels).map(([key, value]) => [key, `${value}-2`]));

/** A Pod whose name looks as if the target had made it. */
export const temptingName: NeighbourDraw = (random, target) => ({
  words: 'a Pod with a tempting name',
  steps: [podStep({ name: `${target.name}-${suffix(random)}`, namespace: target.namespace, labels: tempting(target) })],
});

/** The same labels in another namespace. */
export const sameLabelsElsewhere: NeighbourDraw = (random, target) => ({
  words: 'Pods with the same labels in another namespace',
  steps: [1, 2].map(() =>
    podStep({ name: `${target.name}-${suffix(random)}`, namespace: otherNamespace(target), labels: target.labels }),
  ),
});

/** The same labels in another namespace, and a controller of the same name. */
export const namesakesPods: NeighbourDraw = (random, target) => ({
  words: 'Pods of a ReplicaSet of the same name in another namespace',
  steps: [1, 2].map(() =>
    podStep({
      name: `${target.name}-${suffix(random)}`,
      namespace: otherNamespace(target),
      labels: target.labels,
      owner: { kind: 'ReplicaSet', name: target.name, uid: `replicaset-${suffix(random)}` },
    }),
  ),
});

/** Its labels match, and it has a controller of another kind. */
export const ownedByAnother: NeighbourDraw = (random, target) => ({
  words: 'a Pod of a Job with matching labels',
  steps: [
    podStep({
      name: `${target.name}-${suffix(random)}`,
      namespace: target.namespace,
      labels: target.labels,
      owner: { kind: 'Job', name: target.name, uid: `job-${suffix(random)}` },
    }),
  ],
});

/** Made by another set of the namespace. */
export const podOfAnotherSet: NeighbourDraw = (random, target) => {
  const name = `${target.name}-2`;
  const owner = { kind: 'ReplicaSet', name, uid: `replicaset-${suffix(random)}` };
  return {
    words: 'a Pod of another ReplicaSet',
    steps: [podStep({ name: `${name}-${suffix(random)}`, namespace: target.namespace, labels: tempting(target), owner })],
  };
};

/** Its controller has the target's name, and is of another kind. */
export const jobOfSameName: NeighbourDraw = (random, target) => ({
  words: 'a Pod of a Job of the same name',
  steps: [
    podStep({
      name: `${target.name}-${suffix(random)}`,
      namespace: target.namespace,
      labels: tempting(target),
      owner: { kind: 'Job', name: target.name, uid: `job-${suffix(random)}` },
    }),
  ],
});

/** Its labels match, nothing owns it, and it has been on its way out for long. */
export const leaving: NeighbourDraw = (random, target) => {
  const name = `leaving-${suffix(random)}`;
  return {
    words: 'a matching Pod on its way out',
    steps: [
      podStep({ name, namespace: target.namespace, labels: target.labels, finalizers: ['example.com/hold'] }),
      { do: 'delete', kind: 'Pod', key: `${target.namespace}/${name}` },
    ],
  };
};

/** Its labels match, and its work is over. */
export const finished: NeighbourDraw = (random, target) => {
  const name = `once-${suffix(random)}`;
  const phase = random.pick(['Succeeded', 'Failed']);
  return {
    words: `a matching Pod that has ${phase === 'Failed' ? 'failed' : 'succeeded'}`,
    steps: [
      podStep({ name, namespace: target.namespace, labels: target.labels }),
      { do: 'status', kind: 'Pod', key: `${target.namespace}/${name}`, status: { phase } },
    ],
  };
};

export const podNeighbours: readonly NeighbourDraw[] = [temptingName, sameLabelsElsewhere, ownedByAnother, leaving, finished];

export { suffix, unserved };
