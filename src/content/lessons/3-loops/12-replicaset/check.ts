/** What your loop has to live through, what must hold after every revision, and what must hold once things have settled. */
import { controllerOf, isActive, matches, Pod, ReplicaSet } from 'converge/sdk';
import type { Check, Rule, Scenario, World } from '../../../../lesson/universes/types.ts';
import { inSeconds, wordsFor } from '../../../../lesson/universes/words.ts';

/** A set of Pods that take their time to leave. */
const web = (replicas: number, goodbyeSeconds = 25): string => `apiVersion: apps/v1
kind: ReplicaSet
metadata: { name: web }
spec:
  replicas: ${replicas}
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      containers:
        - name: nginx
          image: nginx:1.29
          lifecycle: { preStop: { sleep: { seconds: ${goodbyeSeconds} } } }
`;

/** A Pod somebody made by hand; its labels match. */
const stray = `apiVersion: v1
kind: Pod
metadata:
  name: stray
  labels: { app: web }
spec:
  containers:
    - { name: nginx, image: "nginx:1.29" }
`;

const scenarios: readonly Scenario[] = [
  {
    name: 'a Pod is deleted',
    async play(stage) {
      const wanted = 3 + stage.random.int(4);
      await stage.apply('web.yaml', web(wanted));
      await stage.settles(60_000);
      await stage.wait(5000 + stage.random.int(10_000));
      const { name } = stage.random.pick(podsOf(stage.world)).metadata;
      await stage.command(`kubectl delete pod ${name} --wait=false`);
      await stage.settles(20_000);
      await stage.wait(30_000);
      await stage.rests(10_000);
    },
  },
  {
    name: 'the number is raised and lowered',
    async play(stage) {
      await stage.apply('web.yaml', web(2, 2));
      await stage.settles(60_000);
      await stage.command(`kubectl scale rs web --replicas=${5 + stage.random.int(4)}`);
      await stage.settles(60_000);
      await stage.wait(15_000);
      await stage.command('kubectl scale rs web --replicas=2');
      await stage.settles(60_000);
      await stage.wait(20_000);
      await stage.rests(10_000);
    },
  },
  {
    name: 'a Pod that matches was there before',
    async play(stage) {
      await stage.apply('stray.yaml', stray);
      await stage.wait(stage.random.int(2) * 4000);
      await stage.apply('web.yaml', web(4, 2));
      await stage.settles(60_000);
      await stage.wait(20_000);
      await stage.rests(10_000);
    },
  },
  {
    name: 'a Pod that matches comes later',
    async play(stage) {
      await stage.apply('web.yaml', web(3, 2));
      await stage.settles(60_000);
      await stage.apply('stray.yaml', stray);
      await stage.wait(2000);
      await stage.settles(60_000);
      await stage.wait(20_000);
      await stage.rests(10_000);
    },
  },
  {
    name: 'the API server refuses for a while',
    async play(stage) {
      const verb = stage.random.chance(0.5) ? 'create' : 'delete';
      await stage.apply('web.yaml', web(verb === 'create' ? 3 : 6, 2));
      await stage.settles(60_000);
      await stage.wait(15_000);
      const fault = { type: 'refuse', component: 'controller/replicaset', chance: 1, verb } as const;
      await stage.fault(fault, 1000 + stage.random.int(2000), `every ${verb} of your loop was refused for a while`);
      await stage.command(`kubectl scale rs web --replicas=${verb === 'create' ? 6 : 3}`);
      await stage.wait(5000);
      // Every failure has doubled the pause before the next try.
      await stage.settles(150_000);
      await stage.wait(20_000);
      await stage.rests(10_000);
    },
  },
  {
    name: 'a label is taken away',
    async play(stage) {
      await stage.apply('web.yaml', web(3, 2));
      await stage.settles(60_000);
      await stage.wait(5000);
      const { name } = stage.random.pick(podsOf(stage.world)).metadata;
      await stage.command(`kubectl label pod ${name} app=else --overwrite`);
      await stage.wait(2000);
      await stage.settles(60_000);
      await stage.wait(20_000);
      await stage.rests(10_000);
    },
  },
];

/** How far behind a cache may be: a number this old may still be acted on. */
const lagMs = 10_000;

const tooMany: Rule = {
  cause: 'made too many Pods',
  glyph: 'too-many',
  question: 'The first create had been answered. Why could the next look not see its Pod?',
  judge() {
    const wanted = createMemory();
    let creates = 0;
    return (world) => {
      const set = setOf(world);
      if (set === undefined) return undefined;
      const most = Math.max(...wanted(world.t, wantedBy(set)));
      const writes = world.writes('create');
      const isNew = writes.length > creates;
      creates = writes.length;
      const count = podsOf(world).length;
      if (!isNew || count <= most) return undefined;
      const last = writes.slice(-(count - most + 1));
      const apart = (last.at(-1)?.t ?? 0) - (last[0]?.t ?? 0);
      const looks = new Set(last.map(({ reconcile }) => reconcile)).size;
      const who = looks > 1 ? `${wordsFor(looks)} looks, ${apart} ms apart, made` : 'One look made';
      return `\`web\` wanted ${most}. ${who} ${last.map(nameOf).join(' and ')}; by ${inSeconds(world.t)} there were ${count} that count.`;
    };
  },
};

/** `stale`: the look that deleted had changed a Pod before, and what it had read was old by then. */
const tooFew = (stale: boolean): Rule => ({
  cause: 'deleted too many Pods',
  glyph: 'too-few',
  question: stale
    ? 'Between reading its Pods and deleting one, this look waited for an answer. What had it been told meanwhile, and which of its questions came after that?'
    : 'A Pod you have just deleted: does your next look still count it?',
  judge() {
    const wanted = createMemory();
    let deletes = 0;
    return (world) => {
      const set = setOf(world);
      if (set === undefined) return undefined;
      const least = Math.min(...wanted(world.t, wantedBy(set)));
      const writes = world.writes('delete');
      const isNew = writes.length > deletes;
      deletes = writes.length;
      const count = podsOf(world).length;
      const last = writes.at(-1);
      if (!isNew || last === undefined || count >= least || last.changesBefore > 0 !== stale) return undefined;
      const before = stale ? writes.findLast(({ reconcile }) => reconcile !== last.reconcile) : undefined;
      const earlier = before && `An earlier look had deleted ${nameOf(before)} at ${inSeconds(before.t)}. `;
      return `\`web\` wanted ${least}. ${earlier ?? ''}At ${inSeconds(world.t)} your loop deleted ${nameOf(last)}, and ${count} were left that count.`;
    };
  },
});

const stoodStill = (verb: 'create' | 'delete'): Rule => ({
  cause: `stood still after a refused ${verb}`,
  glyph: 'stood-still',
  question: 'Your loop is waiting to be shown something. Who has told it that this will never come?',
  judge: () => (world) => {
    const set = setOf(world);
    const refused = world.refused.findLast((each) => each.verb === verb && /\/pods(\/|$)/.test(each.path));
    if (set === undefined || refused === undefined) return undefined;
    const gap = wantedBy(set) - podsOf(world).length;
    if (verb === 'create' ? gap <= 0 : gap >= 0) return undefined;
    if (world.writes(verb).some(({ t }) => t > refused.t + 1000)) return undefined;
    return `At ${inSeconds(refused.t)} the API server refused a ${verb}. At ${inSeconds(world.t)} \`web\` wants ${wantedBy(set)} and has ${podsOf(world).length}, and your loop has not tried again.`;
  },
});

const waited: Rule = {
  cause: 'waited for a Pod that was leaving',
  glyph: 'waiting',
  question: 'Which of the Pods you counted will still be there in half a minute?',
  judge: () => (world) => {
    const set = setOf(world);
    if (set === undefined) return undefined;
    const count = podsOf(world).length;
    const leaving = ownedBy(set, world).filter(({ metadata }) => metadata.deletionTimestamp !== undefined);
    if (count >= wantedBy(set) || leaving.length === 0) return undefined;
    const names = leaving.map(({ metadata }) => `\`${metadata.name}\``).join(', ');
    return `${names} ${leaving.length === 1 ? 'is' : 'are'} on the way out. At ${inSeconds(world.t)} \`web\` wants ${wantedBy(set)}, ${count} of its Pods will stay, and nothing has been made in their place.`;
  },
};

const orphan: Rule = {
  cause: 'left an orphan nobody adopted',
  glyph: 'orphan',
  question: 'Its labels match. How would your loop ever come across it?',
  judge: () => (world) => {
    const set = setOf(world);
    const left =
      set && world.objects(Pod).find((pod) => isActive(pod) && selects(set, pod) && controllerOf(pod) === undefined);
    return (
      left &&
      `At ${inSeconds(world.t)} \`${left.metadata.name}\` matches \`app=web\`, and its \`ownerReferences\` are empty.`
    );
  },
};

const kept: Rule = {
  cause: 'kept a Pod that no longer matches',
  glyph: 'orphan',
  question: 'Whose is a Pod whose label was taken away on purpose?',
  judge: () => (world) => {
    const set = setOf(world);
    const alien = set && ownedBy(set, world).find((pod) => isActive(pod) && !selects(set, pod));
    return (
      alien &&
      `At ${inSeconds(world.t)} \`${alien.metadata.name}\` still names \`web\` as its controller, but it isn’t labelled \`app=web\` any more.`
    );
  },
};

const short: Rule = {
  cause: 'stopped short of the number',
  glyph: 'too-few',
  question: 'Take what is written in the cluster at that moment, and nothing else. What would your loop do?',
  judge: () => (world) => {
    const set = setOf(world);
    if (set === undefined || podsOf(world).length >= wantedBy(set)) return undefined;
    return `At ${inSeconds(world.t)} \`web\` wants ${wantedBy(set)} and has ${podsOf(world).length}. ${lastWrite(world)}`;
  },
};

const over: Rule = {
  cause: 'left too many',
  glyph: 'too-many',
  question: 'Take what is written in the cluster at that moment, and nothing else. What would your loop do?',
  judge: () => (world) => {
    const set = setOf(world);
    if (set === undefined || podsOf(world).length <= wantedBy(set)) return undefined;
    return `At ${inSeconds(world.t)} \`web\` wants ${wantedBy(set)} and has ${podsOf(world).length}. ${lastWrite(world)}`;
  },
};

const misreported: Rule = {
  cause: 'reported a number that wasn’t so',
  glyph: 'stood-still',
  question: 'When does your loop write its status, and from which Pods?',
  judge: () => (world) => {
    const set = setOf(world);
    const count = podsOf(world).length;
    if (set === undefined || (set.status.replicas ?? 0) === count) return undefined;
    return `At ${inSeconds(world.t)} \`web\` has ${count} Pods and says it has ${set.status.replicas ?? 0}.`;
  },
};

/** They would only look on: nobody makes a Deployment or deletes an owner, a namespace or a node, and no node is tainted for long. */
const idle = ['deployment', 'garbage-collector', 'namespace', 'pod-gc', 'taint-eviction'];

export default {
  controller: 'replicaset',
  entry: 'index.ts',
  // Where its Pods run is nothing the loop is judged by.
  cluster: { nodes: 2, profile: 'minimal', withoutControllers: idle },
  scenarios,
  always: [tooMany, tooFew(true), tooFew(false)],
  settled: [orphan, kept, stoodStill('create'), stoodStill('delete'), waited, short, over, misreported],
} satisfies Check;

const setOf = (world: World): ReplicaSet | undefined =>
  world.objects(ReplicaSet).find(({ metadata }) => metadata.name === 'web');
const wantedBy = (set: ReplicaSet): number => set.spec.replicas ?? 1;
const selects = (set: ReplicaSet, pod: Pod): boolean => matches(set.spec.selector, pod.metadata.labels);

function ownedBy(set: ReplicaSet, world: World): readonly Pod[] {
  return world.objects(Pod).filter((pod) => controllerOf(pod)?.uid === set.metadata.uid);
}

/** Those of the set that count: not finished, not on their way out. */
function podsOf(world: World): readonly Pod[] {
  const set = setOf(world);
  return set === undefined ? [] : ownedBy(set, world).filter(isActive);
}

/** The numbers wanted within the last while: a cache may still show the older ones. */
function createMemory(): (t: number, wanted: number) => readonly number[] {
  const changes: { t: number; wanted: number }[] = [];
  return (t, wanted) => {
    if (changes.at(-1)?.wanted !== wanted) changes.push({ t, wanted });
    // The last one from before the while still held at its beginning.
    const first = Math.max(
      0,
      changes.findLastIndex((change) => change.t < t - lagMs),
    );
    return changes.slice(first).map((change) => change.wanted);
  };
}

const nameOf = (write: { readonly object: string } | undefined): string =>
  `\`${write?.object.split('/').at(-1) ?? ''}\``;

function lastWrite(world: World): string {
  const last = [...world.writes('create'), ...world.writes('delete')].sort((a, b) => a.t - b.t).at(-1);
  return last === undefined
    ? 'Your loop has made and deleted nothing so far.'
    : `Your loop last touched a Pod at ${inSeconds(last.t)}.`;
}
