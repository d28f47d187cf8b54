/** Which Pods are the set's own: what it has to adopt, to let go and to leave alone. */
import { controllerOf, isActive, matches, Pod, type ReplicaSet } from 'converge/sdk';
import { type SetInWorld, setsIn } from '../../../../lesson/universes/replica-set-scenarios.ts';
import type { Finding, Rule, World } from '../../../../lesson/universes/types.ts';
import { inSeconds } from '../../../../lesson/universes/words.ts';

/** Judges each set that isn't on its way out. */
export const ofEach =
  (judge: (set: SetInWorld, world: World) => string | Finding | undefined): Rule['judge'] =>
  () =>
  (world) => {
    for (const set of setsIn(world)) {
      const seen = set.set.metadata.deletionTimestamp === undefined ? judge(set, world) : undefined;
      if (seen !== undefined) return seen;
    }
    return undefined;
  };

export const selects = (set: ReplicaSet, pod: Pod): boolean => matches(set.spec.selector, pod.metadata.labels);

export const orphan: Rule = {
  cause: 'didn’t adopt a matching Pod',
  glyph: 'orphan',
  question: 'Its labels match. How would your loop come across it, and what makes it the set’s own?',
  judge: ofEach(({ name, set }, world) => {
    const left = world
      .objects(Pod)
      .find(
        (pod) =>
          pod.metadata.namespace === set.metadata.namespace &&
          isActive(pod) &&
          controllerOf(pod) === undefined &&
          selects(set, pod),
      );
    return (
      left &&
      `At ${inSeconds(world.t)} \`${left.metadata.name}\` matches the selector of \`${name}\`, and its \`ownerReferences\` are empty.`
    );
  }),
};

export const kept: Rule = {
  cause: 'kept a Pod that no longer matches',
  glyph: 'orphan',
  question: 'Whose is a Pod whose label was taken away on purpose?',
  judge: ofEach(({ name, set, active }, world) => {
    const alien = active.find((pod) => !selects(set, pod));
    if (alien === undefined) return undefined;
    const seen = `At ${inSeconds(world.t)} \`${alien.metadata.name}\` still names \`${name}\` as its controller, but its labels don’t match any more.`;
    const path = `/namespaces/${alien.metadata.namespace}/pods/${alien.metadata.name}`;
    const sent = world.requests.findLast((each) => each.verb === 'patch' && each.code < 300 && each.path.endsWith(path));
    return sent === undefined ? seen : { ...releasedInVain, seen: `${seen} Your loop last sent a patch for it at ${inSeconds(sent.t)}.` };
  }),
};

const releasedInVain: Omit<Finding, 'seen'> = {
  question: 'What a patch leaves out of a list stays in the list, unless it is of the type `merge`. What did this patch take out of `ownerReferences`?',
};

export const countedOthers: Rule = {
  cause: 'counted Pods that aren’t its own',
  glyph: 'orphan',
  question: 'The labels match. What else says whose Pod it is?',
  judge: ofEach(({ name, set, pods, active, wanted }, world) => {
    // Where its own fill the number, it is those that it counts wrongly.
    if (active.length >= wanted || pods.length >= wanted) return undefined;
    const matching = world
      .objects(Pod)
      .filter((pod) => pod.metadata.namespace === set.metadata.namespace && isActive(pod) && selects(set, pod))
      .filter((pod) => !active.includes(pod));
    const others = matching.filter((pod) => controllerOf(pod) !== undefined);
    const [other] = others;
    // One that counts them is content at this number, and at no other.
    if (other === undefined || active.length !== Math.max(0, wanted - matching.length)) return undefined;
    return `At ${inSeconds(world.t)} \`${name}\` wants ${wanted} and has ${active.length}. \`${other.metadata.name}\` matches its selector as well, and its controller is the ${controllerOf(other)?.kind} \`${controllerOf(other)?.name}\`.`;
  }),
};
