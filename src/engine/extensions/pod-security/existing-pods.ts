/** A namespace that becomes stricter: a warning lists the pods that wouldn't be admitted any more. They stay. */
import { Pod } from '../../api/index.ts';
import { isOf } from '../../apiserver/resource.ts';
import type { Resources } from '../../apiserver/resources.ts';
import { controllerOf, type KubeObject } from '../../meta/index.ts';
import { evaluate } from './evaluate.ts';
import { type LevelVersion, nameOf } from './policy.ts';

/** So many pods are checked. */
const mostPods = 3000;

/** Sends a heading, and a line for each set of reasons with the first pod that has them. */
export function warnOfExistingPods(
  namespace: string,
  level: LevelVersion,
  resources: Resources,
  send: (text: string) => void,
): void {
  const pods = prioritized(resources.find('', 'v1', 'pods')?.cache.list(namespace) ?? []);
  const byReason = new Map<string, { name: string; count: number }>();
  for (const pod of pods.slice(0, mostPods)) {
    const objections = evaluate(level, pod);
    if (objections.length === 0) continue;
    const reason = objections.map((each) => each.reason).join(', ');
    const seen = byReason.get(reason);
    const { name } = pod.metadata;
    if (seen === undefined) byReason.set(reason, { name, count: 1 });
    else byReason.set(reason, { name: name < seen.name ? name : seen.name, count: seen.count + 1 });
  }
  if (pods.length > mostPods) {
    send(`new PodSecurity enforce level only checked against the first ${mostPods} of ${pods.length} existing pods`);
  }
  if (byReason.size === 0) return;
  const quoted = JSON.stringify(nameOf(level));
  send(`existing pods in namespace ${JSON.stringify(namespace)} violate the new PodSecurity enforce level ${quoted}`);
  const lines = [...byReason].map(([reason, { name, count }]) => {
    const others = count === 1 ? '' : count === 2 ? ' (and 1 other pod)' : ` (and ${count - 1} other pods)`;
    return `${name}${others}: ${reason}`;
  });
  for (const line of lines.sort()) send(line);
}

/** One pod of each controller comes first: the others are like it. */
function prioritized(objects: Iterable<KubeObject>): readonly Pod[] {
  const first: Pod[] = [];
  const others: Pod[] = [];
  const seen = new Set<string>();
  for (const object of objects) {
    if (!isOf(Pod, object)) continue;
    const owner = controllerOf(object)?.uid;
    (owner !== undefined && seen.has(owner) ? others : first).push(object);
    if (owner !== undefined) seen.add(owner);
  }
  return [...first, ...others];
}
