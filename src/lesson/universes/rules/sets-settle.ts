/** What the pass that didn't come would have mended: for parts of the engine that a ReplicaSet controller runs on. */
import { isReady, keyOf, ReplicaSet } from 'converge/sdk';
import { type SetInWorld, setsIn } from '../replica-set-scenarios.ts';
import type { World } from '../types.ts';
import { inSeconds } from '../words.ts';

/** The first set whose Pods or status the next pass would mend, in words. */
export function unsettledSet(world: World): string | undefined {
  for (const set of setsIn(world)) {
    const seen = set.set.metadata.deletionTimestamp === undefined ? behind(set, world) : undefined;
    if (seen !== undefined) return seen;
  }
  return undefined;
}

function behind({ name, set, active, wanted }: SetInWorld, world: World): string | undefined {
  const ready = active.filter(isReady).length;
  const last = world.passes.findLast(({ key }) => key === keyOf(set));
  const passed = last === undefined ? 'No pass has begun for it.' : `The last pass for it began at ${inSeconds(last.t)}.`;
  const at = `At ${inSeconds(world.t)} \`${name}\``;
  if (active.length !== wanted) return `${at} wants ${wanted} and has ${active.length}. ${passed}`;
  const status = world.objects(ReplicaSet).find(({ metadata }) => metadata.uid === set.metadata.uid)?.status;
  if ((status?.readyReplicas ?? 0) === ready) return undefined;
  return `${at} reports ${status?.readyReplicas ?? 0} ready Pods, and ${ready} are. ${passed}`;
}
