/** What the status may say of Pods that are ready, and not available yet. */
import { isAvailable, isOfKind, ReplicaSet } from 'converge/sdk';
import { setsIn } from '../../../../lesson/universes/replica-set-scenarios.ts';
import { perWrite } from '../../../../lesson/universes/rules/own-objects.ts';
import type { Rule } from '../../../../lesson/universes/types.ts';
import { inSeconds } from '../../../../lesson/universes/words.ts';

/** At a rest all of them are available: who counts the ready ones is right by then. */
export const availableEarly: Rule = {
  cause: 'reported a number that wasn’t so',
  glyph: 'stood-still',
  question: 'A Pod is ready first, and available `minReadySeconds` later. Which of the two does your status count as available?',
  judge() {
    const available = new Map<string | undefined, Set<string | undefined>>();
    const newest = perWrite('change', ({ after, t }) => {
      if (after === undefined || !isOfKind(ReplicaSet, after)) return undefined;
      const says = after.status.availableReplicas ?? 0;
      const { minReadySeconds = 0 } = after.spec;
      const known = available.get(after.metadata.uid);
      if (known === undefined || says <= known.size) return undefined;
      return { seen: `At ${inSeconds(t)} \`status.availableReplicas\` of \`${after.metadata.name}\` became ${says}. By then ${known.size} of its Pods had been ready for ${minReadySeconds} s.` };
    })();
    return (world) => {
      for (const { set, pods } of setsIn(world)) {
        const { minReadySeconds = 0 } = set.spec;
        if (minReadySeconds === 0) continue;
        const known = available.get(set.metadata.uid) ?? new Set();
        available.set(set.metadata.uid, known);
        for (const pod of pods) if (isAvailable(pod, minReadySeconds, world.nowMs)) known.add(pod.metadata.uid);
      }
      return newest(world);
    };
  },
};
