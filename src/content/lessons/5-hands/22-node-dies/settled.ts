/** What must be so at rest: silent nodes are marked and emptied, those that are back aren't. */
import { conditionOf, Node } from 'converge/sdk';
import type { Finding, Rule, World } from '../../../../lesson/universes/types.ts';
import { inSeconds } from '../../../../lesson/universes/words.ts';
import { graceMs, isReadyNode, isWrittenByOthers, keyFor, ownKeys, signsOfLife, startupGraceMs, writtenByOthers, zoneOf, zoneTruths } from './signs-of-life.ts';

/** A pass every 5 s, and the time of a request. */
const passMs = 6000;

/** Judges each node. */
const ofEachNode =
  (judge: (node: Node, world: World) => Finding | undefined): Rule['judge'] =>
  () =>
  (world) => {
    for (const node of world.objects(Node)) {
      const found = judge(node, world);
      if (found !== undefined) return found;
    }
    return undefined;
  };

const statusOf = ({ status }: Node): string | undefined => conditionOf(status.conditions, 'Ready')?.status;
const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;
const allLostMs = (world: World): number | undefined => signsOfLife(world).allLostMs(world);

export const unmarked: Rule = {
  cause: 'left a silent node ready',
  glyph: 'stood-still',
  question: 'Since when does your loop count this node’s silence, from what does it know that, and how long does it wait?',
  judge: ofEachNode((node, world) => {
    const status = statusOf(node);
    const silentMs = signsOfLife(world).silentMs(node, world);
    if (status === 'Unknown' || silentMs <= (status === undefined ? startupGraceMs : graceMs) + passMs) return undefined;
    const { name } = node.metadata;
    if (status !== undefined) {
      const seen = `At ${inSeconds(world.t)} \`${name}\` is \`Ready: ${status}\`. Nothing has been heard of it for ${seconds(silentMs)}.`;
      if (status === 'False') return { seen, question: 'A node that has said that it isn’t ready can fall silent as well. Which line of yours is never reached for it?' };
      if (isWrittenByOthers(name, silentMs, world)) return { seen, question: writtenByOthers };
      return node.spec.unschedulable === true ? { seen, question: 'A node that is closed to new Pods can fall silent as well. Which line of yours is never reached for it?' } : { seen };
    }
    return {
      cause: 'left a node that never reported unmarked',
      seen: `At ${inSeconds(world.t)} \`${name}\` has no condition. It was created ${seconds(silentMs)} ago and has never reported.`,
      question: 'This node has neither a lease nor a condition. Which line of yours is never reached for it?',
    };
  }),
};

/** Zones of 50 nodes and less in trouble are left alone; larger ones take their time. */
export const unemptied: Rule = {
  cause: 'left Pods on a lost node',
  glyph: 'stood-still',
  question: 'Which line of yours sets the taint, and what keeps this node from it?',
  judge() {
    const emptied = new Map<string, number>();
    return (world) => {
      const nodes = world.objects(Node);
      if (allLostMs(world) !== undefined) return undefined;
      for (const [name, { nodes: members, intervalMs }] of zoneTruths(nodes)) {
        const pending = members.find((node) => !isReadyNode(node) && ownKeys(node).length === 0);
        if (pending === undefined || intervalMs === Number.POSITIVE_INFINITY) continue;
        const last = Math.max(emptied.get(name) ?? 0, ...world.writes('change').filter(({ after }) => after !== undefined && isEmptied(after, name)).map(({ t }) => t));
        emptied.set(name, last);
        if (intervalMs > 10_000 && world.t < last + intervalMs + passMs) continue;
        return { seen: `At ${inSeconds(world.t)} \`${pending.metadata.name}\` is \`Ready: ${statusOf(pending) ?? 'nothing'}\` and has no taint with the effect \`NoExecute\`. Its Pods stay there.` };
      }
      return undefined;
    };
  },
};

const isEmptied = (object: unknown, zone: string): boolean => {
  const node = object as Node;
  return zoneOf(node) === zone && ownKeys(node).length > 0;
};

export const keptTaint: Rule = {
  cause: 'kept the taint of a node that is back',
  glyph: 'waiting',
  question: 'The kubelet has reported again. Which line of yours takes the taint off?',
  judge: ofEachNode((node, { t }) => {
    const [key] = ownKeys(node);
    if (key === undefined || keyFor(node) === key) return undefined;
    const seen = `At ${inSeconds(t)} \`${node.metadata.name}\` is \`Ready: ${statusOf(node) ?? 'nothing'}\` and still has \`${key}:NoExecute\`. Its Pods will be deleted.`;
    return isReadyNode(node) ? { seen } : { seen, question: 'Its condition asks for another taint by now. What does your loop do with a node that has a taint already?' };
  }),
};

export const keptAll: Rule = {
  cause: 'went on emptying while every node was silent',
  glyph: 'too-few',
  question: 'No node can be heard any more. What has your loop to take back?',
  judge: ofEachNode((node, world) => {
    if (allLostMs(world) === undefined || ownKeys(node).length === 0) return undefined;
    return { seen: `At ${inSeconds(world.t)} no node is ready, and \`${node.metadata.name}\` still has its taint with the effect \`NoExecute\`. Its Pods will be deleted.` };
  }),
};
