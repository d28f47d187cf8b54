/** The next step from Pods of old templates to those of the present one. Does nothing itself. (upstream daemon/update.go rollingUpdate) */
import { isAvailable, type Pod } from 'converge/sdk';
import { revisionLabel } from '../shared/revisions.ts';
import { limitsOf } from './limits.ts';
import { fitOf, tolerationsOf } from './node-fit.ts';
import type { Pass, Plan } from './plan.ts';

/** A node as the update sees it; 'crowded' where a former pass must clear up first. */
type Place = { readonly nodeName: string; readonly newPod: Pod | undefined; readonly oldPod: Pod | undefined } | 'crowded';

/** Deletes old Pods, or with a surge makes new ones first, as far as the limits allow. */
export function planRolling(pass: Pass): Plan {
  const { set, nodes, pods } = pass;
  const tolerations = tolerationsOf(set);
  const wanted = new Set<string>();
  for (const node of nodes) if (fitOf(set, node, tolerations) === 'run') wanted.add(node.metadata.name);
  const { surge, unavailable } = limitsOf(set, wanted.size);
  const names = [...new Set([...pods.keys(), ...wanted])].sort();
  const places = names.map((nodeName) => placeOf(nodeName, pods.get(nodeName) ?? [], pass.hash));
  return surge === 0 ? replace(pass, places, unavailable) : add(pass, places, surge, wanted);
}

function placeOf(nodeName: string, pods: readonly Pod[], hash: string): Place {
  const staying = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const isNew = ({ metadata }: Pod): boolean => metadata.labels?.[revisionLabel] === hash;
  const [newPods, oldPods] = [staying.filter(isNew), staying.filter((pod) => !isNew(pod))];
  if (newPods.length > 1 || oldPods.length > 1) return 'crowded';
  return { nodeName, newPod: newPods[0], oldPod: oldPods[0] };
}

function serves(pod: Pod, { set, nowMs }: Pass): boolean {
  return isAvailable(pod, set.spec.minReadySeconds ?? 0, nowMs);
}

/** Without a surge: old Pods that don't serve go at once, others as far as the number of nodes without service allows. */
function replace(pass: Pass, places: readonly Place[], most: number): Plan {
  const broken: Pod[] = [];
  const candidates: Pod[] = [];
  let unavailable = 0;
  for (const place of places) {
    const { newPod, oldPod } = place === 'crowded' ? { newPod: undefined, oldPod: undefined } : place;
    if ((newPod === undefined) === (oldPod === undefined)) unavailable += 1;
    else if (newPod !== undefined) unavailable += serves(newPod, pass) ? 0 : 1;
    else if (oldPod !== undefined && serves(oldPod, pass)) candidates.push(oldPod);
    else if (oldPod !== undefined) {
      broken.push(oldPod);
      unavailable += 1;
    }
  }
  return { create: [], remove: [...broken, ...candidates.slice(0, Math.max(0, most - unavailable))] };
}

/** With a surge: a new Pod beside the old one, which goes when the new one serves. */
function add(pass: Pass, places: readonly Place[], most: number, wanted: ReadonlySet<string>): Plan {
  const remove: Pod[] = [];
  const broken: string[] = [];
  const candidates: string[] = [];
  let surging = 0;
  for (const place of places) {
    if (place === 'crowded') {
      surging += 1;
      continue;
    }
    const { nodeName, newPod, oldPod } = place;
    if (oldPod === undefined) continue;
    if (newPod !== undefined) {
      if (serves(newPod, pass)) remove.push(oldPod);
      else surging += 1;
    } else if (!wanted.has(nodeName)) remove.push(oldPod);
    else (serves(oldPod, pass) ? candidates : broken).push(nodeName);
  }
  return { create: [...broken, ...candidates.slice(0, Math.max(0, most - surging))], remove };
}
