/** What must never be: a Pod for the wrong node, a second one for the right node, a node that loses its Pod. */
import { isActive, isOfKind, keyOf, Pod, tolerates } from 'converge/sdk';
import {
  type DaemonsInWorld,
  daemonsIn,
  daemonTolerations,
  type Fit,
  hasEnded,
  isLeaving,
  nodeOf,
} from '../../../../lesson/universes/daemon-sets.ts';
import { onlyCreatesRefused } from '../../../../lesson/universes/rules/daemon-status.ts';
import { perWrite } from '../../../../lesson/universes/rules/own-objects.ts';
import { shortName, staleMs } from '../../../../lesson/universes/rules/shared.ts';
import type { Finding, Rule, World, Write } from '../../../../lesson/universes/types.ts';
import { inSeconds } from '../../../../lesson/universes/words.ts';

/** The set that has made a Pod, or had it before it was deleted. */
const setOf = ({ before, after }: Write, world: World): DaemonsInWorld | undefined => {
  const uids = [before, after].flatMap((each) => each?.metadata.ownerReferences ?? []).filter(({ controller }) => controller === true);
  return daemonsIn(world).find(({ set }) => uids.some(({ uid }) => uid === set.metadata.uid));
};

const podIn = (object: unknown): Pod | undefined => (object !== undefined && isOfKind(Pod, object as Pod) ? (object as Pod) : undefined);

/** When a node last fitted in each way, and since when a Pod has been one of its set's: what is younger than `staleMs` a cache may not show. */
class Memory {
  readonly #fits = new Map<string, number>();
  readonly #since = new Map<string, number>();
  readonly #crowded = new Map<string, number>();

  note(world: World): void {
    for (const { set, nodes } of daemonsIn(world)) {
      for (const { name, fit, pods, staying } of nodes) {
        this.#fits.set(`${set.metadata.uid}/${name}/${fit}`, world.t);
        if (staying.length > 1) this.#crowded.set(`${set.metadata.uid}/${name}`, world.t);
        for (const { metadata } of pods) if (!this.#since.has(metadata.uid)) this.#since.set(metadata.uid, world.t);
      }
    }
  }

  /** Whether a cache may still show the node as one that fits so. */
  maySeem(fit: Fit, { set }: DaemonsInWorld, node: string, t: number): boolean {
    return (this.#fits.get(`${set.metadata.uid}/${node}/${fit}`) ?? -Infinity) >= t - staleMs;
  }

  maySeemCrowded({ set }: DaemonsInWorld, node: string, t: number): boolean {
    return (this.#crowded.get(`${set.metadata.uid}/${node}`) ?? -Infinity) >= t - staleMs;
  }

  isKnown({ metadata }: Pod, t: number): boolean {
    return (this.#since.get(metadata.uid) ?? t) <= t - staleMs;
  }
}

/** Judges each Pod that the loop has made, or has deleted, with what it may have known. */
const ofEach =
  (verb: 'create' | 'delete', judge: (pod: Pod, daemons: DaemonsInWorld, at: { write: Write; world: World; memory: Memory }) => Finding | undefined): Rule['judge'] =>
  () => {
    const memory = new Memory();
    const newest = perWrite(verb, (write, world) => {
      const pod = podIn(verb === 'create' ? write.after : write.before);
      const daemons = setOf(write, world);
      return pod && daemons && judge(pod, daemons, { write, world, memory });
    })();
    return (world) => {
      memory.note(world);
      return newest(world);
    };
  };

export const placed: Rule = {
  cause: 'made a Pod that no node is named for',
  glyph: 'orphan',
  question: 'The scheduler binds your Pod. Which field tells it that one node alone will do, and who fills that in?',
  judge: ofEach('create', (pod, { name }, { write }) => {
    const what = `At ${inSeconds(write.t)} your loop made \`${shortName(write)}\` for \`${name}\``;
    if (pod.spec.nodeName !== undefined)
      return {
        cause: 'went past the scheduler',
        seen: `${what} with \`spec.nodeName\` filled in. The scheduler never saw it, and didn’t ask whether the node has room.`,
        question: 'Who binds Pods to nodes, and by which field do you say which node it has to be?',
      };
    if (nodeOf(pod) === undefined) return { seen: `${what}, and the scheduler may bind it to any node.` };
    const missing = daemonTolerations.find((toleration) => !tolerates(pod.spec.tolerations, { key: toleration.key ?? '', effect: toleration.effect ?? '' }));
    if (missing === undefined) return undefined;
    return {
      cause: 'left out what a daemon tolerates',
      seen: `${what}. It doesn’t tolerate \`${missing.key}:${missing.effect}\`.`,
      question: 'A node in trouble needs its daemon most. Which function makes a Pod that may run there?',
    };
  }),
};

export const wrongNode: Rule = {
  cause: 'made a Pod for a node that isn’t to have one',
  glyph: 'too-many',
  question: 'Which nodes does the set ask for? Look at the labels and the taints of this one.',
  judge: ofEach('create', (pod, daemons, { write, world, memory }) => {
    const node = nodeOf(pod);
    if (node === undefined || memory.maySeem('run', daemons, node, write.t)) return undefined;
    const now = daemons.nodes.find(({ name }) => name === node);
    const why = now === undefined ? 'There is no such node' : now.fit === 'stay' ? 'It has a taint that the Pod doesn’t tolerate' : 'Its labels or taints don’t fit';
    const seen = `At ${inSeconds(write.t)} your loop made \`${shortName(write)}\` for \`${node}\`. ${why} at ${inSeconds(world.t)}.`;
    return { seen, ...(now === undefined && { question: 'Which field of a Node is its name? A label may name its host, and hosts have other names.' }) };
  }),
};

export const secondPod: Rule = {
  cause: 'made a second Pod for a node',
  glyph: 'too-many',
  needsOwnWrites: true,
  question: 'The first create had been answered. Why could the next pass not see its Pod?',
  judge: ofEach('create', (pod, daemons, { write, world, memory }) => {
    const node = nodeOf(pod);
    const there = daemons.nodes.find(({ name }) => name === node)?.pods ?? [];
    // Those that it has made or adopted.
    const own = [...world.writes('create'), ...world.writes('change')].map(({ after }) => after?.metadata.uid);
    const others = there.filter((each) => each.metadata.uid !== pod.metadata.uid && !hasEnded(each));
    const known = others.filter((each) => own.includes(each.metadata.uid) || memory.isKnown(each, write.t));
    const [other] = known;
    if (other === undefined) return undefined;
    const seen = `At ${inSeconds(write.t)} your loop made \`${shortName(write)}\` for \`${node}\`. \`${other.metadata.name}\` was there`;
    if (!known.every(isLeaving)) {
      const isAdopted = !world.writes('create').some(({ after }) => after?.metadata.uid === other.metadata.uid);
      if (isAdopted) return { seen: `${seen} already.`, question: 'Your loop has not made that Pod, and it is the set’s own. From which list do you take the Pods of a node, and how old is it?' };
      const isPartlyRefused = world.refused.some(({ verb, t }) => verb === 'create' && t > write.t - staleMs && t < write.t);
      return { seen: `${seen} already.`, ...(isPartlyRefused && { question: 'Of the creates of the pass before, some were refused. Which of its Pods does your loop still expect to see?' }) };
    }
    return {
      cause: 'made a Pod beside one that was leaving',
      seen: `${seen}, and its containers were still running.`,
      question: 'A port or a disk of the node has room for one. When is the Pod before really gone?',
    };
  }),
};

export const tookItsPod: Rule = {
  cause: 'deleted the Pod of a node that keeps it',
  glyph: 'too-few',
  needsOwnWrites: true,
  question: 'Which Pods of a node does your loop delete, and for which of them is another one left?',
  judge: ofEach('delete', (pod, daemons, { write, world, memory }) => {
    const node = nodeOf(pod);
    const now = daemons.nodes.find(({ name }) => name === node);
    if (node === undefined || now === undefined || !isActive(pod) || now.staying.length > 0) return undefined;
    if (now.fit === 'leave' || memory.maySeem('leave', daemons, node, write.t)) return undefined;
    const others = world.writes('delete').filter(({ t, before }) => t >= write.t - staleMs && before?.metadata.uid !== pod.metadata.uid && isOn(before, node, daemons));
    if (others.length === 0 && memory.maySeemCrowded(daemons, node, write.t)) return undefined;
    const what = `At ${inSeconds(write.t)} your loop deleted \`${shortName(write)}\` of \`${keyOf(daemons.set)}\`, and \`${node}\` has none left`;
    const isBesideEnded = [...now.pods, ...others.flatMap(({ before }) => podIn(before) ?? [])].some(hasEnded);
    if (others.length > 0 && !isBesideEnded) return { seen: `${what}: it had deleted the other one as well.` };
    if (daemons.set.metadata.deletionTimestamp !== undefined)
      return { seen: `${what}.`, question: 'The set itself was being deleted. Who decides then whether its Pods go as well, and what is left for your loop?' };
    if (now.fit === 'stay' || memory.maySeem('stay', daemons, node, write.t))
      return {
        cause: 'deleted a Pod that may stay',
        seen: `${what}. A taint with the effect \`NoSchedule\` keeps Pods from coming.`,
        question: 'What does `fitOf` say of this node, and what does that mean for a Pod that runs there already?',
      };
    if (isBesideEnded) return { seen: `${what} that works.`, question: 'The other Pod on this node had ended. Which of the two does any work, and which of them do you put into `remove`?' };
    return { seen: `${what}. The node fits.` };
  }),
};

/** Each request asks for the whole time to end again, and each is one more for the API server to answer. */
export const deletedAgain: Rule = {
  cause: 'deleted a Pod that was leaving already',
  glyph: 'restless',
  question: 'A Pod may take a minute to leave. How does your loop know that it has been deleted, and what is left to do about it?',
  judge() {
    const since = new Map<string, number>();
    let seen = 0;
    return (world) => {
      for (const { metadata } of world.leaving) {
        const path = `/namespaces/${metadata.namespace}/pods/${metadata.name}`;
        if (!since.has(path)) since.set(path, world.t);
      }
      for (; seen < world.requests.length; seen += 1) {
        const request = world.requests[seen];
        if (request?.verb !== 'delete') continue;
        const [path, from] = [...since].find(([each]) => request.path.endsWith(each)) ?? [];
        if (path === undefined || from === undefined || request.t < from + staleMs) continue;
        return `\`${path.split('/').at(-1)}\` has been on its way out since ${inSeconds(from)}. At ${inSeconds(request.t)} your loop asked to delete it again.`;
      }
      return undefined;
    };
  },
};

/** Until a cache shows that a Pod is leaving, a loop has only its own note that it has deleted it. */
export const deletedTwice: Rule = {
  cause: deletedAgain.cause,
  glyph: 'restless',
  needsOwnWrites: true,
  question: 'Your loop had deleted that Pod itself. What tells the next pass so before the cache shows it, and what afterwards?',
  judge() {
    const deleted = new Map<string, number>();
    let seen = 0;
    return (world) => {
      for (; seen < world.requests.length; seen += 1) {
        const request = world.requests[seen];
        if (request?.verb !== 'delete') continue;
        const { path, code, t } = request;
        const first = deleted.get(path);
        const isAccepted = code < 300;
        if (first !== undefined && (isAccepted || code === 404) && !isMadeSince(first, path, world))
          return `At ${inSeconds(first)} your loop deleted \`${path.split('/').at(-1)}\`. At ${inSeconds(t)} it asked for that again.`;
        if (isAccepted) deleted.set(path, t);
      }
      return undefined;
    };
  },
};

/** Another one of that name. */
const isMadeSince = (t: number, path: string, world: World): boolean =>
  world.writes('create').some((write) => {
    const { name, namespace } = write.after?.metadata ?? {};
    return write.t >= t && path.endsWith(`/namespaces/${namespace}/pods/${name}`);
  });

/** So long a Pod that must go may still be there while creates are refused; milliseconds. */
const leaveWithinMs = 12_000;

/** A quota may refuse creates for days. */
export const heldUp: Rule = {
  cause: 'deleted nothing while creates were refused',
  glyph: 'stood-still',
  question: 'A create is refused again and again. Which line of your code deletes the Pods that must go, and is it reached then?',
  judge() {
    const since = new Map<string, number>();
    return (world) => {
      for (const { set, name, nodes } of daemonsIn(world)) {
        const { uid, namespace, deletionTimestamp } = set.metadata;
        for (const node of nodes) {
          const id = `${uid}/${node.name}`;
          if (node.fit !== 'leave' || node.staying.length === 0 || deletionTimestamp !== undefined) {
            since.delete(id);
            continue;
          }
          const from = since.get(id) ?? world.t;
          since.set(id, from);
          if (world.t < from + leaveWithinMs) continue;
          if (!onlyCreatesRefused(world, namespace, from)) continue;
          return `Since ${inSeconds(from)} \`${node.name}\` doesn’t fit \`${name}\`, and its Pod is still there. Meanwhile creates of your loop were refused.`;
        }
      }
      return undefined;
    };
  },
};

const isOn = (object: unknown, node: string, { set }: DaemonsInWorld): boolean => {
  const pod = podIn(object);
  return pod !== undefined && nodeOf(pod) === node && pod.metadata.ownerReferences?.some(({ uid }) => uid === set.metadata.uid) === true;
};
