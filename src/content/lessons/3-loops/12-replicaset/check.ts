/** What your loop has to live through, what must hold after every revision, and what must hold once things have settled. */
import { controllerOf, isActive, isOfKind, matches, Namespace, Pod, ReplicaSet } from 'converge/sdk';
import { drawTarget } from '../../../../lesson/universes/neighbours/target.ts';
import { perWrite } from '../../../../lesson/universes/rules/own-objects.ts';
import { staleMs } from '../../../../lesson/universes/rules/shared.ts';
import type { Check, Rule, Scenario, Stage, Target, World, Write } from '../../../../lesson/universes/types.ts';
import { inSeconds, wordsFor } from '../../../../lesson/universes/words.ts';

/** A set of Pods that take their time to leave. */
const setOf = ({ namespace, name, labels, selector }: Target, replicas: number, goodbyeSeconds = 25, minReadySeconds = 0, more = ''): string => `apiVersion: apps/v1
kind: ReplicaSet
metadata: { name: ${name}, namespace: ${namespace} }
spec:
  replicas: ${replicas}
  minReadySeconds: ${minReadySeconds}
  selector: ${JSON.stringify(selector)}
  template:
    metadata:
      labels: ${JSON.stringify(labels)}
    spec:
      containers:
        - name: nginx
          image: nginx:1.29
          lifecycle: { preStop: { sleep: { seconds: ${goodbyeSeconds} } } }
${more}`;

/** A Pod somebody made by hand; its labels match. */
const stray = ({ namespace, alsoMatches }: Target): string => `apiVersion: v1
kind: Pod
metadata:
  name: stray
  namespace: ${namespace}
  labels: ${JSON.stringify(alsoMatches)}
spec:
  containers:
    - { name: nginx, image: "nginx:1.29" }
`;

const scale = ({ namespace, name }: Target, replicas: number): string =>
  `kubectl scale rs ${name} -n ${namespace} --replicas=${replicas}`;

/** The set that the scenario is about, as it stands. */
const targetSet = ({ world, target }: Stage): SetInWorld | undefined =>
  setsIn(world).find(({ set: { metadata } }) => metadata.name === target.name && metadata.namespace === target.namespace);

const onePodOf = (stage: Stage): Pod => stage.random.pick(targetSet(stage)?.pods ?? []);

const scenarios: readonly Scenario[] = [
  {
    name: 'a Pod is deleted',
    async play(stage) {
      const wanted = 3 + stage.random.int(4);
      await stage.apply('web.yaml', setOf(stage.target, wanted));
      await stage.settles(60_000);
      await stage.wait(5000 + stage.random.int(10_000));
      const { name, namespace } = onePodOf(stage).metadata;
      await stage.command(`kubectl delete pod ${name} -n ${namespace} --wait=false`);
      await stage.settles(20_000);
      await stage.wait(30_000);
      await stage.rests(10_000);
    },
  },
  {
    name: 'the number is raised and lowered',
    async play(stage) {
      const few = stage.random.pick([0, 0, 1, 2]);
      await stage.apply('web.yaml', setOf(stage.target, few, 2, stage.random.pick([0, 0, 4])));
      await stage.settles(60_000);
      await stage.command(scale(stage.target, 5 + stage.random.int(4)));
      await stage.settles(60_000);
      await stage.wait(15_000);
      await stage.command(scale(stage.target, few));
      await stage.settles(60_000);
      await stage.wait(20_000);
      await stage.rests(10_000);
    },
  },
  {
    name: 'a Pod that matches was there before',
    async play(stage) {
      await stage.apply('stray.yaml', stray(stage.target));
      await stage.wait(stage.random.int(2) * 4000);
      await stage.apply('web.yaml', setOf(stage.target, 4, 2));
      await stage.settles(60_000);
      await stage.wait(20_000);
      await stage.rests(10_000);
    },
  },
  {
    name: 'a Pod that matches comes later',
    async play(stage) {
      await stage.apply('web.yaml', setOf(stage.target, 3, 2));
      await stage.settles(60_000);
      await stage.apply('stray.yaml', stray(stage.target));
      await stage.wait(2000);
      await stage.settles(60_000);
      await stage.wait(20_000);
      await stage.rests(10_000);
    },
  },
  {
    name: 'the API server refuses for a while',
    async play(stage) {
      const verb = stage.random.pick(['create', 'create', 'delete', 'delete', 'updateStatus']);
      await stage.apply('web.yaml', setOf(stage.target, verb === 'delete' ? 6 : 3, 2));
      await stage.settles(60_000);
      await stage.wait(15_000);
      const fault = { type: 'refuse', component: 'controller/replicaset', chance: 1, verb } as const;
      await stage.fault(fault, verb === 'updateStatus' ? 1000 : 1000 + stage.random.int(2000), `every ${verb} of your loop was refused for a while`);
      await stage.command(scale(stage.target, verb === 'delete' ? 3 : 6));
      await stage.wait(5000);
      // Every failure has doubled the pause before the next try.
      await stage.settles(150_000);
      await stage.wait(20_000);
      await stage.rests(10_000);
    },
  },
  {
    name: 'every create is refused for long',
    async play(stage) {
      await stage.apply('web.yaml', setOf(stage.target, 2, 2));
      await stage.settles(60_000);
      await stage.wait(5000);
      const fault = { type: 'refuse', component: 'controller/replicaset', chance: 1, verb: 'create' } as const;
      await stage.fault(fault, 20_000, 'every create of your loop was refused for 20 s');
      await stage.command(scale(stage.target, 4));
      await stage.wait(16_000);
      await stage.command(`kubectl annotate rs ${stage.target.name} -n ${stage.target.namespace} seen=refused`);
      await stage.wait(5000);
      await stage.settles(150_000);
      await stage.wait(20_000);
      await stage.rests(10_000);
    },
  },
  {
    name: 'answers come after the watch',
    async play(stage) {
      // Without a node a Pod is gone as soon as it is deleted.
      await stage.apply('web.yaml', setOf(stage.target, 5, 2, 0, '      nodeSelector: { disk: ssd }\n'));
      await stage.settles(60_000);
      const late = { type: 'link', from: 'apiserver', to: 'controller/replicaset', answersOnly: true, delayMs: 400 } as const;
      await stage.fault(late, 30_000, 'answers to your loop came 400 ms late');
      await stage.command(scale(stage.target, 2));
      await stage.settles(60_000);
      await stage.wait(3000);
      await stage.command(scale(stage.target, 4));
      await stage.settles(60_000);
      await stage.rests(10_000);
    },
  },
  {
    name: 'a namespace is being deleted',
    async play(stage) {
      const doomed = { ...stage.target, namespace: 'doomed' };
      await stage.apply('web.yaml', setOf(stage.target, 2, 2));
      await stage.command('kubectl create namespace doomed');
      await stage.apply('doomed.yaml', setOf(doomed, 3, 2));
      await stage.settles(60_000);
      await stage.command('kubectl delete namespace doomed --wait=false');
      await stage.wait(2000);
      await stage.command('kubectl delete pods --all -n doomed --wait=false');
      await stage.wait(30_000);
      await stage.settles(60_000);
      await stage.rests(10_000);
    },
  },
  {
    name: 'a label is taken away',
    async play(stage) {
      await stage.apply('web.yaml', setOf(stage.target, 3, 2));
      await stage.settles(60_000);
      await stage.wait(5000);
      const pods = stage.random.chance(0.5) ? [onePodOf(stage)] : (targetSet(stage)?.pods ?? []);
      // One release is under way while the Pod that replaces another is on its way into the cache.
      if (pods.length > 1) {
        const component = 'controller/replicaset';
        const late = { type: 'link', from: 'apiserver', to: component, watchOnly: true, delayMs: 700 } as const;
        const slow = { type: 'link', from: component, to: 'apiserver', delayMs: 400 } as const;
        await stage.fault(late, 10_000, 'the watch to your loop ran 700 ms behind');
        await stage.fault(slow, 10_000, 'requests of your loop took 400 ms');
      }
      for (const { metadata } of pods) {
        await stage.command(`kubectl label pod ${metadata.name} -n ${metadata.namespace} app=else --overwrite`);
        await stage.wait(100 + stage.random.int(1200));
      }
      await stage.wait(2000);
      await stage.settles(60_000);
      await stage.wait(20_000);
      await stage.rests(10_000);
    },
  },
];

const tooMany: Rule = {
  cause: 'made too many Pods',
  glyph: 'too-many',
  needsOwnWrites: true,
  question: 'The first create had been answered. Why could the next pass not see its Pod?',
  judge() {
    const wanted = createMemory();
    const newest = perWrite('create', (write, world) => {
      const set = ownerOf(write, world);
      const most = set === undefined ? 0 : Math.max(...wanted.of(set));
      if (set === undefined || set.active.length <= most) return undefined;
      const count = set.active.length;
      const mine = world.writes('create').filter((each) => ownerOf(each, world)?.set === set.set);
      const last = mine.slice(-(count - most + 1));
      const apart = (last.at(-1)?.t ?? 0) - (last[0]?.t ?? 0);
      const passes = new Set(last.map(({ reconcile }) => reconcile)).size;
      const who = passes > 1 ? `${wordsFor(passes)} passes, ${apart} ms apart, made` : 'One pass made';
      const seen = `\`${set.name}\` wanted ${most}. ${who} ${last.map(nameOf).join(' and ')}; by ${inSeconds(world.t)} there were ${count} that count.`;
      return { seen };
    })();
    return (world) => {
      wanted.note(world);
      return newest(world);
    };
  },
};

/** `stale`: the pass that deleted had changed a Pod before, and what it had read was old by then. */
const tooFew = (stale: boolean): Rule => ({
  cause: 'deleted too many Pods',
  needsOwnWrites: true,
  glyph: 'too-few',
  question: stale
    ? 'Between reading its Pods and deleting one, this pass waited for an answer. What had it been told meanwhile, and which of its questions came after that?'
    : 'A Pod you have just deleted: does your next pass still count it?',
  judge() {
    const wanted = createMemory();
    const newest = perWrite('delete', (last, world) => {
      const set = ownerOf(last, world);
      const least = set === undefined ? 0 : Math.min(...wanted.of(set));
      if (set === undefined || set.active.length >= least || last.changesBefore > 0 !== stale) return undefined;
      const before = stale ? world.writes('delete').findLast(({ reconcile }) => reconcile !== last.reconcile) : undefined;
      const earlier = before && `An earlier pass had deleted ${nameOf(before)} at ${inSeconds(before.t)}. `;
      const seen = `\`${set.name}\` wanted ${least}. ${earlier ?? ''}At ${inSeconds(world.t)} your loop deleted ${nameOf(last)}, and ${set.active.length} were left that count.`;
      return { seen };
    })();
    return (world) => {
      wanted.note(world);
      return newest(world);
    };
  },
});

/** Judges each set that isn't on its way out. */
const ofEach =
  (judge: (set: SetInWorld, world: World) => string | undefined): Rule['judge'] =>
  () =>
  (world) => {
    for (const set of setsIn(world)) {
      const seen = set.set.metadata.deletionTimestamp === undefined ? judge(set, world) : undefined;
      if (seen !== undefined) return seen;
    }
    return undefined;
  };

const stoodStill = (verb: 'create' | 'delete'): Rule => ({
  cause: `stood still after a refused ${verb}`,
  glyph: 'stood-still',
  question: 'Your loop is waiting to be shown something. What tells it that this will never come?',
  judge: ofEach(({ name, set, active, wanted }, world) => {
    const within = `/namespaces/${set.metadata.namespace}/pods`;
    const refused = world.refused.findLast((each) => each.verb === verb && each.path.includes(within));
    if (refused === undefined) return undefined;
    const gap = wanted - active.length;
    if (verb === 'create' ? gap <= 0 : gap >= 0) return undefined;
    if (world.writes(verb).some(({ t, object }) => t > refused.t + 1000 && object.includes(`/${set.metadata.namespace}/`)))
      return undefined;
    return `At ${inSeconds(refused.t)} the API server refused a ${verb}. At ${inSeconds(world.t)} \`${name}\` wants ${wanted} and has ${active.length}, and your loop has not tried again.`;
  }),
});

const waited: Rule = {
  cause: 'waited for a Pod that was leaving',
  glyph: 'waiting',
  question: 'Which of the Pods you counted will still be there in half a minute?',
  judge: ofEach(({ name, pods, active, wanted }, world) => {
    const leaving = pods.filter(({ metadata }) => metadata.deletionTimestamp !== undefined);
    if (active.length >= wanted || leaving.length === 0) return undefined;
    const names = leaving.map(({ metadata }) => `\`${metadata.name}\``).join(', ');
    return `${names} ${leaving.length === 1 ? 'is' : 'are'} on the way out. At ${inSeconds(world.t)} \`${name}\` wants ${wanted}, ${active.length} of its Pods will stay, and nothing has been made in their place.`;
  }),
};

const orphan: Rule = {
  cause: 'left an orphan nobody adopted',
  glyph: 'orphan',
  question: 'Its labels match. How would your loop ever come across it?',
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

const kept: Rule = {
  cause: 'kept a Pod that no longer matches',
  glyph: 'orphan',
  question: 'Whose is a Pod whose label was taken away on purpose?',
  judge: ofEach(({ name, set, active }, world) => {
    const alien = active.find((pod) => !selects(set, pod));
    return (
      alien &&
      `At ${inSeconds(world.t)} \`${alien.metadata.name}\` still names \`${name}\` as its controller, but its labels don’t match any more.`
    );
  }),
};

const countedOthers: Rule = {
  cause: 'counted Pods that aren’t its own',
  glyph: 'orphan',
  question: 'The labels match. What else says whose Pod it is?',
  judge: ofEach(({ name, set, active, wanted }, world) => {
    if (active.length >= wanted) return undefined;
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

const short: Rule = {
  cause: 'stopped short of the number',
  glyph: 'too-few',
  question: 'Take what is written in the cluster at that moment, and nothing else. What would your loop do?',
  judge: ofEach(({ name, active, wanted }, world) => {
    if (active.length >= wanted) return undefined;
    return `At ${inSeconds(world.t)} \`${name}\` wants ${wanted} and has ${active.length}. ${lastWrite(world)}`;
  }),
};

const over: Rule = {
  cause: 'left too many',
  glyph: 'too-many',
  question: 'Take what is written in the cluster at that moment, and nothing else. What would your loop do?',
  judge: ofEach(({ name, active, wanted }, world) => {
    if (active.length <= wanted) return undefined;
    return `At ${inSeconds(world.t)} \`${name}\` wants ${wanted} and has ${active.length}. ${lastWrite(world)}`;
  }),
};

/** They would only look on: nobody makes a Deployment or deletes an owner, a namespace or a node, and no node is tainted for long. */
const idle = ['deployment', 'garbage-collector', 'namespace', 'pod-gc', 'taint-eviction'];

export default {
  controller: 'replicaset',
  entry: 'index.ts',
  // Where its Pods run is nothing the loop is judged by.
  cluster: { nodes: 2, profile: 'minimal', withoutControllers: idle },
  subject: { kind: ReplicaSet, makes: Pod, writes: ['status'] },
  target: drawTarget,
  scenarios,
  always: [tooMany, tooFew(true), tooFew(false)],
  settled: [countedOthers, orphan, kept, stoodStill('create'), stoodStill('delete'), waited, short, over],
} satisfies Check;

interface SetInWorld {
  readonly name: string;
  /** As it is desired. */
  readonly set: ReplicaSet;
  readonly wanted: number;
  readonly pods: readonly Pod[];
  /** Those that count: not finished, not on their way out. */
  readonly active: readonly Pod[];
}

function setsIn(world: World): readonly SetInWorld[] {
  return world.owners.flatMap(({ name, desired, made }) => {
    if (!isOfKind(ReplicaSet, desired) || isEnding(desired.metadata.namespace, world)) return [];
    const pods = made.filter((each) => isOfKind(Pod, each));
    return [{ name, set: desired, wanted: desired.spec.replicas ?? 1, pods, active: pods.filter(isActive) }];
  });
}

/** Nothing can be created there any more. */
const isEnding = (namespace: string | undefined, world: World): boolean =>
  world.objects(Namespace).some(({ metadata }) => metadata.name === namespace && metadata.deletionTimestamp !== undefined);

const selects = (set: ReplicaSet, pod: Pod): boolean => matches(set.spec.selector, pod.metadata.labels);

/** The set whose Pod was written. */
function ownerOf({ before, after }: Write, world: World): SetInWorld | undefined {
  const uid = [before, after].map((each) => each && controllerOf(each)?.uid).find((each) => each !== undefined);
  return setsIn(world).find(({ set }) => set.metadata.uid === uid);
}

/** Of each set, the numbers wanted within the last while: a cache may still show the older ones. */
function createMemory() {
  const changes = new Map<string | undefined, { readonly t: number; readonly wanted: number }[]>();
  let now = 0;
  return {
    note(world: World): void {
      now = world.t;
      for (const { set, wanted } of setsIn(world)) {
        const known = changes.get(set.metadata.uid) ?? [];
        changes.set(set.metadata.uid, known);
        if (known.at(-1)?.wanted !== wanted) known.push({ t: now, wanted });
      }
    },
    of({ set }: SetInWorld): readonly number[] {
      const known = changes.get(set.metadata.uid) ?? [];
      // The last one from before the while still held at its beginning.
      const first = Math.max(
        0,
        known.findLastIndex((change) => change.t < now - staleMs),
      );
      return known.slice(first).map((change) => change.wanted);
    },
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
