/** What must be so at rest: of each node that fits one Pod, of others none that comes, and no Pod that belongs to nothing. */
import { controllerOf, isActive, keyOf, matches, Pod } from 'converge/sdk';
import { type DaemonsInWorld, daemonsIn, hasEnded, isLeaving, type NodeOfSet } from '../../../../lesson/universes/daemon-sets.ts';
import type { Finding, Rule, World } from '../../../../lesson/universes/types.ts';
import { inSeconds } from '../../../../lesson/universes/words.ts';

/** Judges each set that isn't on its way out. */
const ofEachSet =
  (judge: (daemons: DaemonsInWorld, world: World) => string | Finding | undefined): Rule['judge'] =>
  () =>
  (world) => {
    for (const daemons of daemonsIn(world)) {
      const found = isLeaving(daemons.set) ? undefined : judge(daemons, world);
      if (found !== undefined) return found;
    }
    return undefined;
  };

/** Judges each node of each such set. */
const ofEachNode = (judge: (node: NodeOfSet, daemons: DaemonsInWorld, world: World) => string | Finding | undefined): Rule['judge'] =>
  ofEachSet((daemons, world) => {
    for (const node of daemons.nodes) {
      const found = judge(node, daemons, world);
      if (found !== undefined) return found;
    }
    return undefined;
  });

const isMissing = ({ fit, pods }: NodeOfSet): boolean => fit === 'run' && pods.length === 0;
const isTooMany = ({ fit, staying }: NodeOfSet): boolean => staying.length > (fit === 'leave' ? 0 : 1);

/** What the loop did lately. */
function lastPass({ set }: DaemonsInWorld, { passes }: World): string {
  const last = passes.findLast(({ key }) => key === keyOf(set));
  if (last === undefined) return 'No pass has begun for it.';
  return `The last pass for it began at ${inSeconds(last.t)}${last.failed === undefined ? '' : ` and failed: ${last.failed}`}.`;
}

export const empty: Rule = {
  cause: 'left a node without its Pod',
  glyph: 'too-few',
  question: 'Take the nodes and the Pods that are stored at that moment, and nothing else. What would your loop do?',
  judge: ofEachNode((node, daemons, world) => {
    if (node.fit !== 'run' || node.staying.length > 0) return undefined;
    return `At ${inSeconds(world.t)} \`${node.name}\` fits \`${daemons.name}\` and has no Pod of it. ${lastPass(daemons, world)}`;
  }),
};

export const crowded: Rule = {
  cause: 'left two Pods on a node',
  glyph: 'too-many',
  question: 'How did the second one come there, and which line of your code looks for it?',
  judge: ofEachNode(({ name, fit, staying }, daemons, { t }) => {
    if (staying.length < 2) return undefined;
    const seen = `At ${inSeconds(t)} \`${name}\` has ${staying.length} Pods of \`${daemons.name}\`: ${staying.map(({ metadata }) => `\`${metadata.name}\``).join(', ')}.`;
    return fit === 'run' ? seen : { seen, question: `\`fitOf\` says \`${fit}\` of this node. Does the line of your code that looks for a second Pod run for such a node?` };
  }),
};

export const unwelcome: Rule = {
  cause: 'left a Pod on a node that it must leave',
  glyph: 'too-many',
  question: 'The node fitted before, and doesn’t now. Which line of your code deletes a Pod for that reason?',
  judge: ofEachNode(({ name, fit, staying }, daemons, { t }) =>
    fit === 'leave' && staying[0] !== undefined ? `At ${inSeconds(t)} \`${staying[0].metadata.name}\` of \`${daemons.name}\` is on \`${name}\`, which doesn’t fit any more.` : undefined,
  ),
};

export const ended: Rule = {
  cause: 'left a Pod that has ended in its place',
  glyph: 'waiting',
  question: 'Is there a Pod on this node, and does it do any work?',
  judge: ofEachNode(({ name, fit, pods }, daemons, { t }) => {
    const over = pods.find((pod) => hasEnded(pod));
    if (over === undefined) return undefined;
    const seen = `At ${inSeconds(t)} \`${over.metadata.name}\` of \`${daemons.name}\` is on \`${name}\`, and its phase is ${over.status.phase}.`;
    return fit === 'run' ? seen : { seen, question: `\`fitOf\` says \`${fit}\` of this node. Which line of your code deletes a Pod there that has ended?` };
  }),
};

export const orphan: Rule = {
  cause: 'left a matching Pod without an owner',
  glyph: 'orphan',
  question: 'Its labels match. How would your loop come across it, and what makes it the set’s own?',
  judge: ofEachSet(({ name, set }, world) => {
    const left = world.objects(Pod).find(
      (pod) => pod.metadata.namespace === set.metadata.namespace && isActive(pod) && controllerOf(pod) === undefined && matches(set.spec.selector, pod.metadata.labels),
    );
    return left && `At ${inSeconds(world.t)} \`${left.metadata.name}\` matches the selector of \`${name}\`, and its \`ownerReferences\` are empty.`;
  }),
};

export const kept: Rule = {
  cause: 'kept a Pod that no longer matches',
  glyph: 'orphan',
  question: 'A label was taken away on purpose. Does the Pod still belong to the set?',
  judge: ofEachSet(({ name, set, made }, { t }) => {
    const alien = made.find((pod) => isActive(pod) && !matches(set.spec.selector, pod.metadata.labels));
    return alien && `At ${inSeconds(t)} \`${alien.metadata.name}\` still names \`${name}\` as its controller, but its labels don’t match any more.`;
  }),
};

export const stoodStill = (verb: 'create' | 'delete'): Rule => ({
  cause: `stood still after a refused ${verb}`,
  glyph: 'stood-still',
  refusal: true,
  question: 'Your loop is waiting to be shown something. What tells it that this will never come?',
  judge: ofEachNode((node, { name, set }, world) => {
    const { refused, t } = world;
    const within = `/namespaces/${set.metadata.namespace}/pods`;
    const last = refused.findLast((each) => each.verb === verb && each.path.includes(within));
    if (last === undefined || !(verb === 'create' ? isMissing(node) : isTooMany(node))) return undefined;
    if (world.writes(verb).some((write) => write.t > last.t + 1000 && write.object.includes(`/${set.metadata.namespace}/`))) return undefined;
    return `At ${inSeconds(last.t)} the API server refused a ${verb}. At ${inSeconds(t)} \`${node.name}\` ${verb === 'create' ? 'has no Pod' : 'still has a Pod too many'} of \`${name}\`, and your loop has not tried again.`;
  }),
});
