/** What must never be: a node marked too early, another's words in its conditions, another's taints, too many nodes emptied. */
import { conditionOf, isOfKind, Node, type NodeCondition, timeMsOf } from 'converge/sdk';
import { perWrite } from '../../../../lesson/universes/rules/own-objects.ts';
import type { Finding, Rule, World, Write } from '../../../../lesson/universes/types.ts';
import { inSeconds } from '../../../../lesson/universes/words.ts';
import { graceMs, isReadyNode, isWrittenByOthers, keyFor, ownKeys, reported, signsOfLife, slackMs, startupGraceMs, writtenByOthers, zoneOf, zoneTruths } from './signs-of-life.ts';

interface NodeWrite {
  readonly name: string;
  readonly before: Node;
  readonly after: Node;
  readonly write: Write;
  /** "At t = 60.000 s your loop" */
  readonly when: string;
}

/** Judges each change that the loop has made to a node. */
const ofEach =
  (judge: (write: NodeWrite, world: World) => Finding | undefined): Rule['judge'] =>
  () => {
    const newest = perWrite('change', (write, world) => {
      const { before, after } = write;
      if (before === undefined || after === undefined || !isOfKind(Node, before) || !isOfKind(Node, after)) return undefined;
      return judge({ name: after.metadata.name, before, after, write, when: `At ${inSeconds(write.t)} your loop` }, world);
    })();
    return (world) => {
      signsOfLife(world);
      return newest(world);
    };
  };

const readyOf = ({ status }: Node): NodeCondition | undefined => conditionOf(status.conditions, 'Ready');
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** When the pass of this write began. */
const beganAt = ({ reconcile, t }: Write, { passes }: World): number => passes.findLast(({ id }) => id === reconcile)?.t ?? t;

/** Where nothing goes wrong, an event is under way for so long. */
const underwayMs = 100;

export const markedEarly: Rule = {
  cause: 'marked a node too early',
  glyph: 'too-few',
  question: 'When did your loop itself last see something new of this node, and by which clock?',
  judge: ofEach(({ name, before, after, write, when }, world) => {
    const was = readyOf(before);
    if (readyOf(after)?.status !== 'Unknown' || was?.status === 'Unknown') return undefined;
    const signs = signsOfLife(world);
    const silentMs = signs.silentMs(before, world);
    const needsMs = was === undefined ? startupGraceMs : graceMs;
    if (silentMs >= needsMs - (world.calm ? 0 : slackMs)) return undefined;
    // A Lease that was renewed since the pass began, or shortly before, may have crossed the mark. After a report, the mark is refused as a conflict.
    if (signs.silentMs(before, world, beganAt(write, world) - (world.calm ? underwayMs : slackMs)) >= needsMs) return undefined;
    const what = `${when} marked \`${name}\` as \`Unknown\``;
    const lastSign = `Its last sign of life had been stored ${seconds(silentMs)} before.`;
    if (was !== undefined && timeMsOf(readyOf(after)?.lastHeartbeatTime) < timeMsOf(was.lastHeartbeatTime))
      return {
        cause: 'marked a node that was alive',
        seen: `${when} wrote an old copy of \`${name}\` over a newer report of its kubelet.`,
        question: 'What does the API server compare `resourceVersion` with, and what does it do for a write without one?',
      };
    if (world.requests.some(({ pass, code, path }) => pass === write.reconcile && code === 409 && path.includes(`/nodes/${name}`)))
      return {
        cause: 'marked a node that was alive',
        seen: `${what}. ${lastSign} The same pass had been refused a mark with 409 Conflict.`,
        question: 'A conflict says that the node has changed since your loop read it. What may it have reported?',
      };
    if (was === undefined)
      return {
        cause: 'gave a new node too little time',
        seen: `${what}. The node had been created ${seconds(silentMs)} before, and had never reported.`,
        question: 'What does a machine do before its first report, and how long may that take?',
      };
    if (silentMs > 12_000) return { seen: `${what}. ${lastSign}` };
    return {
      cause: 'marked a node that was alive',
      seen: `${what}. ${lastSign}`,
      question: 'What does your loop take for a sign of life? Who writes it, how often, and by which clock does your loop count from it?',
    };
  }),
};

/** It may see a sign of life a pass late, and note that it was the last one another pass late; and a request takes its time. */
const twoPassesMs = 11_500;
/** After a restart each node has its whole time again: what is as late as this is judged at rest. */
const restartedMs = 80_000;

export const markedLate: Rule = {
  cause: 'marked a node late',
  glyph: 'waiting',
  question: 'How long may a node be silent that has reported before, and how long one that never has?',
  judge: ofEach(({ name, before, after, write, when }, world) => {
    const was = readyOf(before);
    if (!world.calm || world.refused.length > 0 || readyOf(after)?.status !== 'Unknown' || was?.status === 'Unknown') return undefined;
    const silentMs = signsOfLife(world).silentMs(before, world);
    const waitedMs = write.t - beganAt(write, world);
    if (silentMs - waitedMs <= (was === undefined ? startupGraceMs : graceMs) + twoPassesMs || silentMs >= restartedMs) return undefined;
    const seen = `${when} marked \`${name}\` as \`Unknown\`. Its last sign of life had been stored ${seconds(silentMs)} before.`;
    return isWrittenByOthers(name, silentMs, world) ? { seen, question: writtenByOthers } : { seen };
  }),
};

/** A cache that is late may make some passes repeat a write. */
const repeatsInARow = 8;

export const repeated: Rule = {
  cause: 'wrote what was there already',
  glyph: 'restless',
  question: 'The node is marked already. Which line of yours ends the pass for it then?',
  judge: () => (world) => {
    for (const { name } of world.owners) {
      const [path, count] = [...world.idleWrites].find(([each]) => each.includes(`/nodes/${name}`)) ?? ['', 0];
      if (count <= repeatsInARow) continue;
      return `By ${inSeconds(world.t)} your loop had written \`${path.replace(/^.*\/nodes\//, '')}\` ${count} times in a row, each time with what was there already.`;
    }
    return undefined;
  },
};

export const spokeForTheKubelet: Rule = {
  cause: 'wrote a heartbeat itself',
  glyph: 'threw',
  question: 'Who writes `lastHeartbeatTime`, and what does your loop take a new one for?',
  judge: ofEach(({ name, before, after, when }) => {
    const [was, is] = [readyOf(before), readyOf(after)];
    if (is?.status === 'True' && was?.status !== 'True')
      return {
        cause: 'called a node ready itself',
        seen: `${when} wrote \`Ready: True\` into \`${name}\`.`,
        question: 'Who knows whether the containers of a node run, and who reports it?',
      };
    const forged = reported.find((type) => {
      const then = conditionOf(before.status.conditions, type);
      return then !== undefined && conditionOf(after.status.conditions, type)?.lastHeartbeatTime !== then.lastHeartbeatTime;
    });
    return forged && { seen: `${when} changed \`lastHeartbeatTime\` of the condition \`${forged}\` of \`${name}\`.` };
  }),
};

const words = {
  stopped: { reason: 'NodeStatusUnknown', message: 'Kubelet stopped posting node status.' },
  never: { reason: 'NodeStatusNeverUpdated', message: 'Kubelet never posted node status.' },
} as const;

export const saidSomethingElse: Rule = {
  cause: 'wrote other conditions',
  glyph: 'threw',
  question: 'Compare the conditions that your loop wrote with those that `unknownConditions` returns. Which one differs?',
  judge: ofEach(({ name, before, after, when }) => {
    const list = after.status.conditions ?? [];
    const alien = (before.status.conditions ?? []).find(
      (each) => !reported.some((type) => type === each.type) && JSON.stringify(conditionOf(list, each.type)) !== JSON.stringify(each),
    );
    if (alien !== undefined)
      return {
        cause: 'changed a condition of another loop',
        seen: `${when} changed or removed the condition \`${alien.type}\` of \`${name}\`.`,
        question: 'Which conditions does the kubelet report, and who writes the others?',
      };
    const [was, is] = [readyOf(before), readyOf(after)];
    if (is?.status === was?.status) return undefined;
    for (const type of reported) {
      const [then, now] = [conditionOf(before.status.conditions, type), conditionOf(list, type)];
      if (then?.status === 'Unknown') continue;
      const { reason, message } = then === undefined ? words.never : words.stopped;
      if (now?.status === 'Unknown' && now.reason === reason && now.message === message) continue;
      return { seen: `${when} left the condition \`${type}\` of \`${name}\` as \`${now?.status ?? 'nothing'}\`, "${now?.message ?? ''}". Expected: \`Unknown\`, "${message}"` };
    }
    return undefined;
  }),
};

const others = (node: Node): string =>
  JSON.stringify((node.spec.taints ?? []).filter(({ key, effect }) => !(effect === 'NoExecute' && ownKeys(node).includes(key)) && !(effect === 'NoSchedule' && key.startsWith('node.kubernetes.io/'))));

export const touchedTaints: Rule = {
  cause: 'changed taints of others',
  glyph: 'orphan',
  question: 'Which of the taints in the list has your loop set itself?',
  judge: ofEach(({ name, before, after, when }) => {
    if (others(before) === others(after)) return undefined;
    const now = (after.spec.taints ?? []).map(({ key, effect }) => `\`${key}:${effect}\``).join(', ');
    return { seen: `${when} changed taints of \`${name}\` that it hadn’t set. The list is now: ${now || 'empty'}.` };
  }),
};

export const emptiedReady: Rule = {
  cause: 'emptied a node that was ready',
  glyph: 'too-few',
  question: 'Which condition of the node decides about the taint?',
  judge: ofEach(({ name, before, after, when }) => {
    const added = ownKeys(after).find((key) => !ownKeys(before).includes(key));
    const key = keyFor(before);
    if (added === undefined || added === key) return undefined;
    if (key === undefined) return { seen: `${when} set \`${added}:NoExecute\` on \`${name}\`. Its condition \`Ready\` was \`True\`.` };
    return {
      cause: 'set the taint of another state',
      seen: `${when} set \`${added}:NoExecute\` on \`${name}\`. Expected: \`${key}\`.`,
      question: 'Which key belongs to `False`, and which to `Unknown`?',
    };
  }),
};

/** A cache may show the zone as it was so long ago; milliseconds. */
const paceKnownMs = 8000;

export const gaveUpEmptying: Rule = {
  cause: 'took the taint off a node that is still lost',
  glyph: 'stood-still',
  question: 'Nothing has been heard of this node since. When is its taint to go, and which other state of a zone only slows your loop down?',
  judge: ofEach(({ name, before, after, when }, world) => {
    if (ownKeys(before).length === 0 || ownKeys(after).length > 0 || isReadyNode(before)) return undefined;
    const signs = signsOfLife(world);
    if (signs.sinceAllLostMs(world) <= (world.calm ? paceKnownMs : slackMs)) return undefined;
    // A late cache may still have shown it ready.
    if (!world.calm && signs.silentMs(before, world) < graceMs + slackMs) return undefined;
    return { seen: `${when} took the taint with the effect \`NoExecute\` off \`${name}\`. The node is \`Ready: ${readyOf(before)?.status ?? 'nothing'}\`, and other nodes are ready.` };
  }),
};

/** The newest two nodes of a zone that were emptied. */
interface Emptied {
  readonly t: number;
  /** When the pass began that did it. */
  readonly beganAt: number;
  readonly beforeT: number;
}

const never: Emptied = { t: -Infinity, beganAt: -Infinity, beforeT: -Infinity };

/** Requests are late, and a cache may show another pace for a while. The shortest one holds whatever is late. */
const isTooFastAnyway = (t: number, { beganAt, beforeT }: Emptied, intervalMs: number): boolean => t - beganAt < 9_500 || (intervalMs > 10_000 && t - beforeT < intervalMs - slackMs);

export const emptiedTooMany: Rule = {
  cause: 'emptied nodes too fast',
  glyph: 'too-few',
  question: 'When did your loop last empty a node of this zone, and how long does it wait before the next?',
  judge() {
    const emptied = new Map<string, Emptied>();
    return ofEach(({ name, before, after, write, when }, world) => {
      if (ownKeys(before).length > 0 || ownKeys(after).length === 0) return undefined;
      const zone = zoneOf(after);
      const truth = zoneTruths(world.objects(Node)).get(zone);
      const signs = signsOfLife(world);
      const last = emptied.get(zone) ?? never;
      emptied.set(zone, { t: write.t, beganAt: beganAt(write, world), beforeT: last.t });
      const what = `${when} emptied \`${name}\``;
      if ((signs.allLostMs(world) ?? 0) > paceKnownMs)
        return {
          cause: 'emptied nodes while every node was silent',
          seen: `${what}. No node of any zone had been ready for ${seconds(signs.allLostMs(world) ?? 0)}.`,
          question: 'No node can be heard at all. What is more likely: that every machine has died, or what else? And where would the Pods go?',
        };
      if (truth === undefined || signs.sameMs(zone, world) <= paceKnownMs) return undefined;
      const lost = truth.nodes.filter((node) => !isReadyNode(node)).length;
      const crowd = `${lost} of the ${truth.nodes.length} nodes of its zone were lost`;
      if (truth.intervalMs === Number.POSITIVE_INFINITY)
        return {
          cause: 'emptied nodes of a zone in trouble',
          seen: `${what}. ${crowd}.`,
          question: 'Which of the states that `zonesOf` knows is this, and how long does `evictionIntervalMs` say to wait?',
        };
      const isTooFast = world.calm ? write.t - last.t < truth.intervalMs - 500 : isTooFastAnyway(write.t, last, truth.intervalMs);
      if (!isTooFast) return undefined;
      return { seen: `${what}, ${seconds(write.t - last.t)} after the one before. ${crowd}: the time between two is ${seconds(truth.intervalMs)}.` };
    })();
  },
};

