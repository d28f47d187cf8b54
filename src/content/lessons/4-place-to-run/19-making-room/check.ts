/** What your commands have to do: empty a node that somebody will repair, while every budget holds. */
import { DaemonSet, Deployment, isReady, Node, Pod, PodDisruptionBudget } from 'converge/sdk';
import { mistake } from '../../../../lesson/universes/finding.ts';
import type { Bench } from '../../../../lesson/universes/trials/bench.ts';
import type { CaseFinding, Check, Trial } from '../../../../lesson/universes/types.ts';

const node = 'node-2';
/** What each budget promises: so many ready Pods at every moment. */
const promised: Readonly<Record<string, number>> = { shop: 2, db: 1 };
const wanted: Readonly<Record<string, number>> = { shop: 3, db: 1, cache: 1, batch: 5 };

const brokeShop = mistake('broke the budget of shop', 'Which of your commands ends Pods without a look at the budget?', 'too-few');
const brokeDb = mistake('broke the budget of db', '`db` has one Pod, and one has to be ready. Which of your commands ended it without asking the budget, and what must be there before it may go?', 'too-few');
const noBudget = mistake('took away a budget', 'The budget is what keeps the others from harm. Can the drain go on while it stays as it is?', 'too-few');
const leftPods = mistake('left Pods on the node', 'What did `kubectl drain` say of each Pod that is still there?', 'waiting');
const leftOpen = mistake('left the node open', 'The repair hasn’t begun. What may come to this node now?', 'waiting');
const closedAnother = mistake('closed another node', 'Only one node is to be repaired. Which of your commands closed more?', 'too-few');
const removed = mistake('removed a node', 'The node comes back after its repair, with its name and labels. What does it take to keep Pods away until then?', 'orphan');
const leftShort = mistake('left shop short', 'A Pod of `shop` has no node. Who has the room that it needs, and which of the two matters more?', 'waiting');
const leftTwo = mistake('left db with two', 'The second Pod of `db` was for the move only. What does it cost from now on?');
const lessWork = mistake('took away work', 'This was to run before, and is to run again after the repair. Who starts it then?', 'too-few');
const lessCpu = mistake('made a Pod request less', 'The Pod needs as much as before, and the scheduler believes what it requests. Whose CPU will it use on a node that is full?', 'too-few');
const runsElse = mistake('changed what runs', 'After the move these Pods are to do what they did. Which of your lines has changed their containers or volumes?', 'too-few');
const tooMuch = mistake('asked for more than before', 'What was to be ready is ready, and more. Who has asked for that, and what does it cost from now on?');

const isServing = (pod: Pod): boolean => pod.metadata.deletionTimestamp === undefined && isReady(pod);
const podsOf = (bench: Bench, app: string): readonly Pod[] => bench.objects(Pod).filter(({ metadata }) => metadata.labels?.['app'] === app);
const servingOf = (bench: Bench, app: string): number => podsOf(bench, app).filter(isServing).length;

/** What must hold at every revision. */
function broken(bench: Bench): CaseFinding | undefined {
  for (const [app, least] of Object.entries(promised)) {
    const budget = bench.objects(PodDisruptionBudget).find(({ metadata }) => metadata.name === app);
    if (budget?.spec.minAvailable !== least || budget.spec.selector?.matchLabels?.['app'] !== app) {
      return { ...noBudget, seen: `The budget \`${app}\` ${budget === undefined ? 'is gone' : 'isn’t the one that was there'}.` };
    }
    const serving = servingOf(bench, app);
    if (serving < least) return { ...(app === 'shop' ? brokeShop : brokeDb), seen: `Only ${serving} of the Pods of \`${app}\` served users; ${least} was promised.` };
  }
  const nodes = bench.objects(Node).length;
  return nodes < 3 ? { ...removed, seen: `The cluster has ${nodes} nodes; it had 3.` } : undefined;
}

function stateOfNodes(bench: Bench, printed: string): CaseFinding | undefined {
  const isClosed = ({ spec }: Node): boolean => spec.unschedulable === true || (spec.taints ?? []).some(({ effect }) => effect !== 'PreferNoSchedule');
  const another = bench.objects(Node).find((each) => each.metadata.name !== node && isClosed(each));
  if (another !== undefined) return { ...closedAnother, seen: `The node \`${another.metadata.name}\` takes no new Pods.` };
  const open = bench.objects(Node).find(({ metadata, spec }) => metadata.name === node && spec.unschedulable !== true);
  if (open !== undefined) return { ...leftOpen, seen: `The node \`${node}\` isn’t cordoned.` };
  const stays = bench.objects(Pod).find((pod) => pod.spec.nodeName === node && pod.metadata.ownerReferences?.[0]?.kind !== 'DaemonSet');
  if (stays !== undefined) {
    const seen = `The Pod \`${stays.metadata.name}\` is still on \`${node}\`.`;
    return { ...leftPods, seen, ...(/drain|evict/.test(printed) ? {} : { question: 'A node that is cordoned takes no new Pods. Which of your commands sends those away that are there?' }) };
  }
  return undefined;
}

/** What runs in each Pod of a Deployment. */
interface Run {
  readonly cpu: string;
  readonly containers: string;
}

const runsOf = (bench: Bench): ReadonlyMap<string, Run> =>
  new Map(
    bench.objects(Deployment).map(({ metadata, spec }) => {
      const { containers = [], volumes = [] } = spec.template.spec ?? {};
      return [metadata.name, { cpu: containers.map(({ resources }) => resources?.requests?.['cpu'] ?? 'no').join(' + '), containers: JSON.stringify([containers, volumes]) }];
    }),
  );

function stateOfPods(bench: Bench, before: ReadonlyMap<string, Run>): CaseFinding | undefined {
  for (const [name, { cpu, containers }] of runsOf(bench)) {
    const was = before.get(name);
    if (was === undefined || was.containers === containers) continue;
    if (was.cpu === cpu) return { ...runsElse, seen: `The template of \`${name}\` has other containers or volumes than before.` };
    return { ...lessCpu, seen: `A Pod of \`${name}\` requests ${cpu} CPU now; it requested ${was.cpu}.` };
  }
  return undefined;
}

function stateOfWork(bench: Bench): CaseFinding | undefined {
  if (bench.objects(DaemonSet).length === 0) return { ...lessWork, seen: 'The DaemonSet `agent` is gone.' };
  const replicas = new Map(bench.objects(Deployment).map(({ metadata, spec }) => [metadata.name, spec.replicas ?? 1]));
  for (const [name, number] of Object.entries(wanted)) {
    const now = replicas.get(name) ?? 0;
    if (now < number) return { ...lessWork, seen: `The Deployment \`${name}\` wants ${now} Pods; it wanted ${number}.` };
  }
  const serving = servingOf(bench, 'shop');
  if (serving < 3) return { ...leftShort, seen: `${serving} of 3 Pods of \`shop\` are ready a minute after your last command.` };
  for (const [name, number] of Object.entries(wanted)) {
    const now = replicas.get(name) ?? 0;
    if (now > number) return { ...(name === 'db' ? leftTwo : tooMuch), seen: `The Deployment \`${name}\` wants ${now} Pods; it wanted ${number}.` };
  }
  return undefined;
}

const drained: Trial = {
  name: 'a full cluster, and a node to be repaired',
  async judge(bench, random) {
    await bench.applyFile('cluster.yaml');
    await bench.wait(10_000);
    await bench.applyFile('batch.yaml');
    await bench.wait(5000 + random.int(60_000));
    bench.always(() => broken(bench));
    const before = runsOf(bench);
    const { text: printed } = await bench.runFile('drain.sh');
    await bench.wait(60_000);
    return bench.broken() ?? stateOfNodes(bench, printed) ?? stateOfPods(bench, before) ?? stateOfWork(bench);
  },
};

export default {
  controller: 'drain.sh',
  entry: 'drain.sh',
  cluster: { nodes: 3 },
  subject: { kind: Deployment, writes: [] },
  scenarios: [],
  trials: [drained],
  always: [],
  settled: [],
} satisfies Check;
