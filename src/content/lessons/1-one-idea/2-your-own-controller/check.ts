/** What your loop has to live through, and what a loop as plain as this one can promise. */
import { controllerOf, isActive, isOfKind, type KubeObject, Pod, ReplicaSet, timeMsOf } from 'converge/sdk';
import { finished, jobOfSameName, namesakesPods, podOfAnotherSet, sameLabelsElsewhere, temptingName } from '../../../../lesson/universes/neighbours/pods.ts';
import type { Check, Finding, Rule, Scenario, World, Write } from '../../../../lesson/universes/types.ts';
import { inSeconds } from '../../../../lesson/universes/words.ts';

const web = (replicas: number, goodbyeSeconds: number, more = ''): string => `apiVersion: apps/v1
kind: ReplicaSet
metadata: { name: web }
spec:
  replicas: ${replicas}
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
      annotations: { contact: shop }
    spec:
      containers:
        - name: nginx
          image: nginx:1.29
          lifecycle: { preStop: { sleep: { seconds: ${goodbyeSeconds} } } }
${more}`;

/** Somebody else's Pod. */
const toolbox = `apiVersion: v1
kind: Pod
metadata:
  name: a-toolbox
  labels: { app: toolbox }
spec:
  containers:
    - { name: shell, image: "busybox:1.37", command: ["sleep", "3600"] }
`;

/** It has the label, and it is the Job's, whatever else refers to it: it neither counts nor is it touched. */
const podOfAJob = (name: string, uidOfWeb: string): string => `apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  labels: { app: web }
  ownerReferences:
    - { apiVersion: apps/v1, kind: ReplicaSet, name: web, uid: "${uidOfWeb}" }
    - { apiVersion: batch/v1, kind: Job, name: web, uid: 5e1c6a4e-web, controller: true }
spec:
  containers:
    - { name: report, image: "busybox:1.37", command: ["sleep", "3600"] }
`;

const newTemplate = JSON.stringify({ spec: { template: { metadata: { labels: { tier: 'new' } }, spec: { containers: [{ name: 'nginx', image: 'nginx:1.30' }] } } } });

const scenarios: readonly Scenario[] = [
  {
    name: 'a Pod is deleted',
    async play(stage) {
      await stage.apply('web.yaml', web(3, 50, '      terminationGracePeriodSeconds: 90\n'));
      await stage.settles(60_000);
      // Now and then after many passes.
      await stage.wait(stage.random.chance(0.3) ? 150_000 : 4000);
      const { name } = stage.random.pick(podsOf(stage.world)).metadata;
      await stage.command(`kubectl delete pod ${name} --wait=false`);
      await stage.settles(15_000);
      // The one that was deleted is on its way out, and stays so for longer than this takes: deleting it once more changes nothing.
      await stage.command('kubectl scale rs web --replicas=2');
      await stage.settles(25_000);
      await stage.wait(60_000);
      await stage.settles(60_000);
      await stage.rests(12_000);
    },
  },
  {
    name: 'the number is raised and lowered',
    async play(stage) {
      await stage.apply('web.yaml', web(3, 2));
      await stage.settles(60_000);
      // In the middle between two passes: none has read the template as it was.
      await stage.wait(7500 - (stage.world.t % 5000));
      await stage.command(`kubectl patch rs web -p '${newTemplate}'`);
      const many = stage.random.pick([5, 5, 5, 5, 14, 60]);
      // Who makes one a pass needs so many passes.
      const passesMs = many * 7000;
      // Three passes in a row and more.
      const code = stage.random.pick([403, 500] as const);
      const refused = { type: 'refuse', component: 'controller/caretaker', chance: 1, verb: 'create', code } as const;
      const refusedMs = stage.random.chance(0.3) ? 18_000 : 0;
      if (refusedMs > 0) await stage.fault(refused, refusedMs, `every create of your loop was refused for 18 s with ${code}`);
      await stage.command(`kubectl scale rs web --replicas=${many}`);
      await stage.settles(refusedMs + passesMs + 10_000);
      const verb = stage.random.pick(['none', 'none', 'delete', 'get', 'list'] as const);
      const fault = { type: 'refuse', component: 'controller/caretaker', chance: 1, verb } as const;
      if (verb !== 'none') await stage.fault(fault, 12_000, `every ${verb} of your loop was refused for 12 s`);
      // Where no list comes, at least one is wanted: who takes that for none makes it.
      await stage.command(`kubectl scale rs web --replicas=${stage.random.pick(verb === 'list' ? [1, 2] : [0, 0, 1, 2])}`);
      // Who goes by an earlier number makes it anew.
      const { name } = stage.random.pick(podsOf(stage.world)).metadata;
      if (verb === 'get') await stage.command(`kubectl delete pod ${name} --wait=false`);
      await stage.settles(passesMs + 20_000);
      await stage.rests(12_000);
    },
  },
  {
    name: 'no node has room for a Pod',
    async play(stage) {
      await stage.apply('web.yaml', web(2, 2, '      nodeSelector: { disk: ssd }\n'));
      await stage.settles(60_000);
      // A Pod that has finished stays as it is: no node manages it.
      for (const phase of ['Failed', 'Succeeded']) {
        const { name } = stage.random.pick(podsOf(stage.world)).metadata;
        await stage.command(`kubectl patch pod ${name} --subresource=status -p '{"status":{"phase":"${phase}"}}'`);
        await stage.wait(1000);
        await stage.settles(60_000);
      }
      await stage.rests(30_000);
    },
  },
  {
    name: 'someone else has a Pod there',
    async play(stage) {
      await stage.apply('toolbox.yaml', toolbox);
      await stage.apply('web.yaml', web(3, 2));
      const uid = stage.world.owners[0]?.desired.metadata.uid ?? '';
      // One first in every list, the other last.
      for (const name of ['web-00000', 'web-zzzzz']) await stage.apply(`${name}.yaml`, podOfAJob(name, uid));
      await stage.settles(60_000);
      await stage.wait(20_000);
      await stage.settles(60_000);
      await stage.command('kubectl scale rs web --replicas=2');
      await stage.settles(60_000);
      await stage.rests(12_000);
    },
  },
  {
    name: 'a node is silent for a while',
    async play(stage) {
      await stage.apply('web.yaml', web(3, 2));
      await stage.settles(60_000);
      await stage.wait(5000);
      // Its Pods are no longer ready, and run on: for five minutes nobody evicts them.
      await stage.fault({ type: 'pause', component: 'kubelet/node-1' }, 75_000, 'the kubelet of `node-1` was silent for 75 s');
      await stage.wait(65_000);
      await stage.command('kubectl scale rs web --replicas=4');
      await stage.wait(25_000);
      await stage.settles(60_000);
      await stage.rests(12_000);
    },
  },
  {
    name: 'the ReplicaSet is deleted and created again',
    async play(stage) {
      await stage.apply('web.yaml', web(2, 2));
      await stage.settles(60_000);
      // No garbage collector runs: its Pods stay, and name an owner that doesn't exist any more.
      await stage.command('kubectl delete rs web');
      await stage.wait(stage.random.int(2) * 6000);
      await stage.apply('web.yaml', web(3, 2));
      await stage.settles(60_000);
      await stage.rests(12_000);
    },
  },
];

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
  always: [tooMany, tooFew],
  settled: [waited, finishedCounted, others, short, over],
} satisfies Check;

const controllerWords = (pod: Pod | undefined): string => {
  const controller = pod && controllerOf(pod);
  if (controller === undefined) return '';
  if (controller.kind === 'ReplicaSet' && controller.name === 'web')
    return `, whose controller was an earlier ReplicaSet of the name \`web\`, with another uid`;
  return `, whose controller is the ${controller.kind} \`${controller.name}\``;
};

function isWeb({ metadata }: KubeObject): boolean {
  return metadata.namespace === 'default' && metadata.name === 'web';
}

/** What has its labels and names no controller isn't told from its own by a loop as plain as this one. */
function isWebsPod(web: KubeObject, pod: KubeObject): boolean {
  return isLabelled(pod) && (controllerOf(pod)?.uid ?? web.metadata.uid) === web.metadata.uid;
}

const isOwn = (pod: KubeObject, world: World): boolean => world.owners.some(({ desired }) => isWebsPod(desired, pod));

const isLabelled = ({ metadata }: KubeObject): boolean => metadata.namespace === 'default' && metadata.labels?.['app'] === 'web';

const wantedIn = (world: World): number | undefined => world.owners.map(({ desired }) => desired).find((desired) => isOfKind(ReplicaSet, desired))?.spec.replicas;

/** Those that count. */
const podsOf = (world: World): readonly Pod[] =>
  world.owners.flatMap(({ made }) => made.filter((each) => isOfKind(Pod, each)).filter(isActive));
