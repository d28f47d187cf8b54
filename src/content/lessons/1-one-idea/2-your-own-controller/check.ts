/** What your loop has to live through, and what a loop as plain as this one can promise. */
import { isActive, Pod, ReplicaSet } from 'converge/sdk';
import type { Check, Rule, Scenario, World } from '../../../../lesson/universes/types.ts';
import { inSeconds } from '../../../../lesson/universes/words.ts';

const web = (replicas: number, goodbyeSeconds: number): string => `apiVersion: apps/v1
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

const scenarios: readonly Scenario[] = [
  {
    name: 'a Pod is deleted',
    async play(stage) {
      await stage.apply('web.yaml', web(3, 25));
      await stage.settles(60_000);
      await stage.wait(4000);
      const { name } = stage.random.pick(podsOf(stage.world)).metadata;
      await stage.command(`kubectl delete pod ${name} --wait=false`);
      await stage.settles(15_000);
      await stage.rests(12_000);
    },
  },
  {
    name: 'the number is raised and lowered',
    async play(stage) {
      await stage.apply('web.yaml', web(3, 2));
      await stage.settles(60_000);
      await stage.command('kubectl scale rs web --replicas=5');
      await stage.settles(40_000);
      await stage.command('kubectl scale rs web --replicas=2');
      await stage.settles(60_000);
      await stage.rests(12_000);
    },
  },
  {
    name: 'somebody else has a Pod there',
    async play(stage) {
      await stage.apply('toolbox.yaml', toolbox);
      await stage.apply('web.yaml', web(2 + stage.random.int(2), 2));
      await stage.settles(60_000);
      await stage.rests(12_000);
    },
  },
];

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
      return `\`web\` wanted ${wanted}. At ${inSeconds(world.t)} your loop made another, and there were ${count}.`;
    };
  },
};

const tooFew: Rule = {
  cause: 'deleted Pods that were wanted',
  glyph: 'too-few',
  question: 'Which Pods were there before this look, and what was wrong with them?',
  judge() {
    let deletes = 0;
    return (world) => {
      const wanted = wantedIn(world);
      const deleted = world.writes('delete');
      const isNew = deleted.length > deletes;
      deletes = deleted.length;
      const count = podsOf(world).length;
      if (wanted === undefined || !isNew || count >= wanted) return undefined;
      const name = deleted.at(-1)?.object.split('/').at(-1) ?? '';
      return `\`web\` wanted ${wanted}. At ${inSeconds(world.t)} your loop deleted \`${name}\`, and ${count} were left.`;
    };
  },
};

const waited: Rule = {
  cause: 'waited for a Pod that was leaving',
  glyph: 'waiting',
  question: 'Which of the Pods you counted will still be there in half a minute?',
  judge: () => (world) => {
    const leaving = world
      .objects(Pod)
      .filter((pod) => pod.metadata.labels?.['app'] === 'web' && pod.metadata.deletionTimestamp !== undefined);
    const wanted = wantedIn(world);
    const count = podsOf(world).length;
    if (wanted === undefined || count >= wanted || leaving.length === 0) return undefined;
    return `\`${leaving[0]?.metadata.name ?? ''}\` is on its way out. At ${inSeconds(world.t)} ${wanted} are wanted, ${count} will stay, and nothing has been made in its place.`;
  },
};

const others: Rule = {
  cause: 'counted somebody else’s Pod',
  glyph: 'orphan',
  question: 'How does one tell the Pods of `web` from all the others?',
  judge: () => (world) => {
    const wanted = wantedIn(world);
    const count = podsOf(world).length;
    if (wanted === undefined || count >= wanted || count === 0 || !world.objects(Pod).some(isOthers)) return undefined;
    return `At ${inSeconds(world.t)} \`web\` wants ${wanted} and has ${count}. There is one more Pod in the namespace: \`a-toolbox\`.`;
  },
};

const short: Rule = {
  cause: 'stopped short of the number',
  glyph: 'too-few',
  question: 'Take what is written in the cluster at that moment, and nothing else. What would your look do?',
  judge: () => (world) => {
    const wanted = wantedIn(world);
    const count = podsOf(world).length;
    if (wanted === undefined || count >= wanted) return undefined;
    const made = world.writes('create').length;
    return `At ${inSeconds(world.t)} \`web\` wants ${wanted} and has ${count}. Your loop has made ${made} so far.`;
  },
};

const over: Rule = {
  cause: 'left too many',
  glyph: 'too-many',
  question: 'A gap can be on either side. What does your look do when more are there than are wanted?',
  judge: () => (world) => {
    const wanted = wantedIn(world);
    const count = podsOf(world).length;
    if (wanted === undefined || count <= wanted) return undefined;
    return `At ${inSeconds(world.t)} \`web\` wants ${wanted} and has ${count}.`;
  },
};

export default {
  controller: 'caretaker',
  entry: 'index.ts',
  cluster: { nodes: 1, profile: 'minimal', withoutControllers: ['replicaset', 'deployment'] },
  // A loop as plain as this promises nothing where answers come late: that is what the lesson goes on to.
  faults: ['crash', 'refused'],
  scenarios,
  always: [tooMany, tooFew],
  settled: [waited, others, short, over],
} satisfies Check;

const isOthers = (pod: Pod): boolean => pod.metadata.labels?.['app'] !== 'web';

const wantedIn = (world: World): number | undefined => world.objects(ReplicaSet)[0]?.spec.replicas;

/** Those that count. */
const podsOf = (world: World): readonly Pod[] =>
  world.objects(Pod).filter((pod) => isActive(pod) && pod.metadata.labels?.['app'] === 'web');
