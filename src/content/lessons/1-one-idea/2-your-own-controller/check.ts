/** What must hold, as far as a loop as plain as this one can promise it. */
import { controllerOf, hasEnded, isActive, isOfKind, Pod, ReplicaSet, timeMsOf } from 'converge/sdk';
import { finished, jobOfSameName, namesakesPods, podOfAnotherSet, sameLabelsElsewhere, temptingName } from '../../../../lesson/universes/neighbours/pods.ts';
import type { Check, Finding, Rule, World, Write } from '../../../../lesson/universes/types.ts';
import { inSeconds } from '../../../../lesson/universes/words.ts';
import { isOwn, isWeb, isWebsPod, podsOf, wantedIn } from './pods.ts';
import { scenarios } from './scenarios.ts';

/** What the same pass had been refused before may be why it wrote. */
function withRefusal(seen: string, write: Write | undefined, world: World): string | Finding {
  const refused = world.requests.findLast(({ pass, code, t }) => pass === write?.reconcile && code >= 400 && t <= write.t);
  if (refused === undefined) return seen;
  return {
    seen: `${seen} In the same pass the API server had refused a ${refused.verb} with ${refused.code} ${refused.reason}.`,
    question: 'A request of this pass was refused. What did your code take for its answer, and what did it do because of that?',
  };
}

const tooMany: Rule = {
  cause: 'made too many Pods',
  glyph: 'too-many',
  question: 'Count on your fingers: three are wanted, two are there. How often does your loop go round?',
  judge() {
    let creates = 0;
    return (world) => {
      const wanted = wantedIn(world);
      const made = world.writes('create').length;
      const isNew = made > creates;
      creates = made;
      const count = podsOf(world).length;
      if (wanted === undefined || !isNew || count <= wanted) return undefined;
      const last = world.writes('create').at(-1);
      // Passes are five seconds apart, and all of them are one call of the loop, until it is started again.
      const ofThisPass = world.writes('create').filter(({ t, reconcile }) => t > world.t - 4000 && reconcile === last?.reconcile).map(({ after }) => after?.metadata.uid);
      const found = withRefusal(`\`web\` wanted ${wanted}. At ${inSeconds(world.t)} your loop made another, and there were ${count}.`, last, world);
      const earlier = podsOf(world).filter(({ metadata }) => !ofThisPass.includes(metadata.uid)).length;
      if (earlier === 0 || typeof found !== 'string') return found;
      return { ...madeMore, seen: `${found} When this pass began, there ${earlier === 1 ? 'was 1' : `were ${earlier}`}.` };
    };
  },
};

/** Some were there before the pass began. */
const madeMore: Omit<Finding, 'seen'> = {
  question: 'Which of the Pods that were there did your pass not count, or what did it add to the gap?',
};

const tooFew: Rule = {
  cause: 'deleted Pods that were wanted',
  glyph: 'too-few',
  question: 'Which Pods were there before this pass, and what was wrong with them?',
  judge() {
    let deletes = 0;
    return (world) => {
      const wanted = wantedIn(world);
      const deleted = world.writes('delete');
      const isNew = deleted.length > deletes;
      deletes = deleted.length;
      const count = podsOf(world).length;
      const last = deleted.at(-1);
      if (wanted === undefined || !isNew || count >= wanted || last?.before === undefined || !isOwn(last.before, world)) return undefined;
      const name = last.object.split('/').at(-1) ?? '';
      return withRefusal(`\`web\` wanted ${wanted}. At ${inSeconds(world.t)} your loop deleted \`${name}\`, and ${count} were left.`, last, world);
    };
  },
};

const cleanedUp: Rule = {
  cause: 'deleted a Pod that had finished',
  glyph: 'threw',
  question: 'This Pod runs nothing and doesn’t count. Which gap did its deletion close?',
  judge() {
    let seen = 0;
    return (world) => {
      if (world.owners.length === 0) return undefined;
      const mine = world.writes('delete').slice(seen);
      seen += mine.length;
      for (const { before, t } of mine) {
        if (before === undefined || !isOfKind(Pod, before) || !hasEnded(before) || before.metadata.deletionTimestamp !== undefined) continue;
        if (isOwn(before, world)) return `At ${inSeconds(t)} your loop deleted \`${before.metadata.name}\`, whose phase was ${before.status.phase}.`;
      }
      return undefined;
    };
  },
};

/** A pass begins every five seconds. */
const periodMs = 5000;

/** Whether a loop that counts these as well would take the number for right. */
function explains(extra: readonly Pod[], world: World): boolean {
  const wanted = wantedIn(world) ?? 0;
  const count = podsOf(world).length;
  const some = world.writes('create').length > 0 || extra.length >= wanted;
  if (!some || !hasListed(world) || count >= wanted) return false;
  return extra.length > 0 && count + extra.length >= wanted;
}

/** It has listed the Pods not long ago: what it counted then it still takes for right. */
function hasListed(world: World): boolean {
  const listed = world.requests.findLast(({ verb, code, path }) => verb === 'list' && code < 300 && path.endsWith('/pods'));
  return listed !== undefined && listed.t > world.t - 12_000;
}

const waited: Rule = {
  cause: 'waited for a Pod that was leaving',
  glyph: 'waiting',
  question: 'Which of the Pods you counted will still be there in half a minute?',
  judge: () => (world) => {
    const leaving = world.objects(Pod).filter((pod) => isWebsPod(pod, pod) && pod.metadata.deletionTimestamp !== undefined);
    if (!explains(leaving, world)) return undefined;
    return `\`${leaving[0]?.metadata.name ?? ''}\` is on its way out. At ${inSeconds(world.t)} ${wantedIn(world)} are wanted, ${podsOf(world).length} will stay, and nothing has been made in its place.`;
  },
};

const finishedCounted: Rule = {
  cause: 'counted a Pod that has finished',
  glyph: 'too-few',
  question: 'Its labels match, and it does no work any more. Which Pods count?',
  judge: () => (world) => {
    const done = world.objects(Pod).filter((pod) => isOwn(pod, world) && /^(Succeeded|Failed)$/.test(pod.status.phase ?? ''));
    if (!explains(done, world)) return undefined;
    return `At ${inSeconds(world.t)} \`web\` wants ${wantedIn(world)} and has ${podsOf(world).length} that run or are about to. \`${done[0]?.metadata.name}\` is listed as well: its phase is ${done[0]?.status.phase}.`;
  },
};

const others: Rule = {
  cause: 'counted someone else’s Pod',
  glyph: 'orphan',
  question: 'How does one tell the Pods of `web` from all the others?',
  judge() {
    let wanted: number | undefined;
    let changed = 0;
    return (world) => {
      const now = wantedIn(world);
      if (wanted !== undefined && now !== wanted) changed = world.t;
      wanted = now;
      // One that hasn't acted on a new number hasn't counted wrongly: it hasn't read it.
      if (changed > 0 && !world.writes('create').some(({ t }) => t >= changed)) return undefined;
      const all = world.objects(Pod).filter((pod) => isActive(pod) && !isOwn(pod, world));
      if (!explains(all, world)) return undefined;
      const { name, namespace } = all[0]?.metadata ?? {};
      return `At ${inSeconds(world.t)} \`web\` wants ${now} and has ${podsOf(world).length}. There are other Pods, such as \`${name}\` in the namespace \`${namespace}\`${controllerWords(all[0])}: they aren’t \`web\`’s.`;
    };
  },
};

const short: Rule = {
  cause: 'stopped short of the number',
  glyph: 'too-few',
  question: 'Take what is written in the cluster at that moment, and nothing else. What would your pass do?',
  judge: () => (world) => {
    const wanted = wantedIn(world);
    const count = podsOf(world).length;
    if (wanted === undefined || count >= wanted) return undefined;
    const made = world.writes('create').length;
    const seen = `At ${inSeconds(world.t)} \`web\` wants ${wanted} and has ${count}. Your loop has made ${made} so far.`;
    const listed = world.requests.findLast(({ verb, code, path }) => verb === 'list' && code < 300 && path.endsWith('/pods'));
    const tried = world.requests.findLast(({ verb }) => verb !== 'list' && verb !== 'get');
    if (listed === undefined || (tried?.t ?? -Infinity) > listed.t - periodMs) return seen;
    return { seen: `${seen} At ${inSeconds(listed.t)} a pass read the Pods, and sent nothing after that.`, question: `What does your pass do with a gap of ${wanted - count}, and which of its lines ends it?` };
  },
};

const over: Rule = {
  cause: 'left too many',
  glyph: 'too-many',
  question: 'A gap can be on either side. What does your pass do when more are there than are wanted?',
  judge: () => (world) => {
    const wanted = wantedIn(world);
    const count = podsOf(world).length;
    if (wanted === undefined || count <= wanted) return undefined;
    const seen = `At ${inSeconds(world.t)} \`web\` wants ${wanted} and has ${count}.`;
    const waiting = podsOf(world).filter(({ status }) => status.phase !== 'Running').map(({ metadata }) => `\`${metadata.name}\``);
    const patched = podsOf(world).find(({ metadata }) => world.requests.some(({ verb, code, path }) => verb === 'patch' && code < 300 && path.endsWith(`/pods/${metadata.name}`)));
    if (patched !== undefined) return { seen: `${seen} Your loop has sent a patch for \`${patched.metadata.name}\`, which is still there.`, question: 'What ends a Pod, and which of your requests asks for that?' };
    if (wanted === 0 && waiting.length < count) return { seen, question: world.writes('delete').length > 0 ? ofZero : overZero };
    const again = deletedAgain(world);
    if (again !== undefined) return { seen: `${seen} Your loop last deleted \`${again}\`, which was on its way out already.`, question: 'Which Pods does your pass choose to delete, and for which of them does that change anything?' };
    if (waiting.length === 0) return seen;
    return { seen: `${seen} Not running yet: ${waiting.join(', ')}.`, question: wanted === 0 ? `Which of these Pods does your pass count? ${ofZero}` : 'Which of these Pods does your pass count, and which of them will run in a while?' };
  },
};

const ofZero = 'What does your code make of a desired number of 0?';
/** It has deleted nothing so far: because it never does, or because none is wanted. */
const overZero = 'A gap can be on either side. What does your pass do when more are there than are wanted, also when none is wanted?';

/** The Pod that it last sent a delete for, where that Pod had been leaving for a while. */
function deletedAgain(world: World): string | undefined {
  const last = world.requests.findLast(({ verb, code }) => verb === 'delete' && code < 300);
  const pod = world.objects(Pod).find(({ metadata }) => last?.path.endsWith(`/pods/${metadata.name}`));
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, name } = pod?.metadata ?? {};
  if (last === undefined || deletionTimestamp === undefined) return undefined;
  const leavesSinceMs = timeMsOf(deletionTimestamp) - 1000 * deletionGracePeriodSeconds;
  return world.nowMs - (world.t - last.t) > leavesSinceMs + 1500 ? name : undefined;
}

export default {
  controller: 'caretaker',
  entry: 'index.ts',
  cluster: {
    nodes: 1,
    profile: 'minimal',
    withoutControllers: ['replicaset', 'deployment', 'garbage-collector'],
    withoutEvents: true,
  },
  // A loop as plain as this promises nothing where answers come late: that is what the lesson goes on to.
  faults: ['crash', 'refused'],
  subject: { kind: ReplicaSet, makes: Pod, looksAfter: isWeb, owns: isWebsPod, writes: [] },
  neighbours: [temptingName, sameLabelsElsewhere, namesakesPods, finished, podOfAnotherSet, jobOfSameName],
  scenarios,
  always: [tooMany, tooFew, cleanedUp],
  settled: [waited, finishedCounted, others, short, over],
} satisfies Check;

const controllerWords = (pod: Pod | undefined): string => {
  const controller = pod && controllerOf(pod);
  if (controller === undefined) return '';
  if (controller.kind === 'ReplicaSet' && controller.name === 'web')
    return `, whose controller was an earlier ReplicaSet of the name \`web\`, with another uid`;
  return `, whose controller is the ${controller.kind} \`${controller.name}\``;
};
