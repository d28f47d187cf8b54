/** Which neighbours a universe has, and the input of its log that makes them. */
import type { Random } from '../../../engine/index.ts';
import type { InputRequest } from '../../../session/types.ts';
import type { Check, Neighbour, NeighbourDraw, Target } from '../types.ts';
import { configMapNeighbours } from './config-maps.ts';
import { podNeighbours } from './pods.ts';
import { replicaSetNeighbours } from './replica-sets.ts';

/** Most universes have a few; some have none, as the lesson itself. */
const counts = [0, 1, 1, 2, 2, 3] as const;

/** Draws a universe's neighbours, no two by the same draw. */
export function drawNeighbours(random: Random, check: Pick<Check, 'subject' | 'neighbours'>, target: Target): readonly Neighbour[] {
  const menu = [...(check.neighbours ?? usual(check))];
  const count = Math.min(menu.length, random.pick(counts));
  return Array.from({ length: count }, () => menu.splice(random.int(menu.length), 1)[0])
    .filter((draw) => draw !== undefined)
    .map((draw) => draw(random, target));
}

function usual({ subject }: Pick<Check, 'subject'>): readonly NeighbourDraw[] {
  if (subject.kind.kind === 'ConfigMap') return configMapNeighbours;
  if (subject.kind.kind === 'ReplicaSet') return [...replicaSetNeighbours, ...podNeighbours];
  return subject.makes?.kind === 'Pod' ? podNeighbours : [];
}

/** One script that makes them all, as a cell would; undefined when there are none. */
export function neighboursInput(neighbours: readonly Neighbour[], target: Target): InputRequest | undefined {
  const steps = neighbours.flatMap((each) => each.steps);
  const namespaces = [...new Set([target.namespace, ...steps.flatMap((step) => namespaceOf(step) ?? [])])].filter(
    (name) => name !== 'default',
  );
  const made = namespaces.map((name) => ({ do: 'create', kind: 'Namespace', object: { metadata: { name }, spec: {}, status: {} } }));
  if (made.length + steps.length === 0) return undefined;
  const source = `for (const step of ${JSON.stringify([...made, ...steps])}) {
  const kind = kinds.find((each) => each.kind === step.kind)
  if (step.do === 'create') await client.create(kind, step.object)
  if (step.do === 'status') await client.patch(kind, step.key, { status: step.status }, { subresource: 'status' })
  if (step.do === 'delete') await client.delete(kind, step.key)
  if (step.do === 'patch') void sleep(step.afterMs).then(() => client.patch(kind, step.key, step.patch)).catch(() => {})
}`;
  return { type: 'script', source, after: 'now' };
}

function namespaceOf(step: Neighbour['steps'][number]): string | undefined {
  if (step.do !== 'create' || typeof step.object !== 'object' || step.object === null) return undefined;
  const metadata: unknown = Reflect.get(step.object, 'metadata');
  const namespace: unknown = typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, 'namespace') : undefined;
  return typeof namespace === 'string' ? namespace : undefined;
}
