/** What your commands have to do: every Deployment gets its Pods, with the least change. */
import { controllerOf, Deployment, isReady, type KubeObject, LimitRange, Node, Pod, ResourceQuota } from 'converge/sdk';
import { mistake } from '../../../../lesson/universes/finding.ts';
import type { Bench } from '../../../../lesson/universes/trials/bench.ts';
import type { CaseFinding, Check, Trial } from '../../../../lesson/universes/types.ts';
import { added, changedMore, changedNodes, changedQuota } from './least-change.ts';

/** What to ask oneself about each Deployment that still has no Pod. */
const questions: Readonly<Record<string, string>> = {
  huge: 'The event counts nodes with too little of something. How much does the container request, and how much does a node have?',
  fast: 'Which label does the Deployment want its node to have, and which node has an SSD?',
  front: 'On which node does it have to run, and what does `kubectl get nodes` say of that node?',
  db: 'Its node has a taint. Who may run there all the same, and how does a Pod say that it is one of those?',
  arch: 'Compare the value in the selector with the label of the nodes, letter by letter.',
  gated: 'There is no event of the scheduler. What does `kubectl get pods` say of this Pod, and what in its spec holds it back?',
  lost: 'No event at all: no scheduler has looked at it. Which one is asked for?',
  many: 'There is no Pod to look at. Who should have created it, and what was the answer? Look at the ReplicaSet’s events in the namespace `team`.',
};

const fewer = mistake('has too few replicas', 'A Deployment that wants nothing is satisfied. How many Pods was it to have at each moment, also while you repair?', 'too-few');
const noRequest = mistake('set a wrong request', 'The scheduler counts what is requested. What was meant by `500`?', 'too-few');
const noRequirement = mistake('took away a requirement', 'The Deployment wants a certain node for a reason. Can the node become what it wants?');
const falseLabel = mistake('gave a node a false label', 'The label is true of one node only. Which one has an SSD?');
const opened = mistake('opened a node that is reserved', 'Without its taint, which Pods may go to this node? How does one Deployment alone get there?');
const pastScheduler = mistake('went past the scheduler', 'With a node’s name in the template no filter is asked. What happens when that node is full or gone?');
const lifted = mistake('lifted a limit', 'The quota protects the others from this team. What is the least by which it must grow?');
const stopped = mistake('stopped what was running', 'These Pods ran already, and served users. Which of your commands reached them?', 'too-few');
const replaced = mistake('replaced a Deployment', 'Another Deployment of that name has no history, and none of the settings that you don’t know of. Can the one that is there be changed?', 'orphan');

const names = Object.keys(questions);
const namespaceOf = (name: string): string => (name === 'many' ? 'team' : 'default');

interface Seen {
  readonly deployments: readonly Deployment[];
  readonly nodes: readonly Node[];
  readonly quota: ResourceQuota | undefined;
}

const observe = (bench: Bench): Seen => ({
  deployments: bench.objects(Deployment),
  nodes: bench.objects(Node),
  quota: bench.objects(ResourceQuota).find(({ metadata }) => metadata.namespace === 'team'),
});

/** What someone may have made by hand. */
const madeIn = (bench: Bench): readonly KubeObject[] => {
  const pods = bench.objects(Pod).filter((pod) => controllerOf(pod) === undefined);
  return [...bench.objects(Deployment), ...bench.objects(ResourceQuota), ...bench.objects(LimitRange), ...pods];
};

const named = ({ deployments }: Seen, name: string) => deployments.find(({ metadata }) => metadata.name === name && metadata.namespace === namespaceOf(name));

const appOf = ({ metadata }: Pod): string | undefined => metadata.labels?.['app'];

/** The Pods of `shop`, and the one that `many` has, ran before and run all the time. */
function keepRunning(bench: Bench): void {
  const isServing = (pod: Pod): boolean => ['shop', 'many'].includes(appOf(pod) ?? '') && pod.metadata.deletionTimestamp === undefined && isReady(pod);
  const serving = (): readonly Pod[] => bench.objects(Pod).filter(isServing);
  const before = serving();
  bench.always(() => {
    const left = new Set(serving().map(({ metadata }) => metadata.uid));
    const gone = before.find(({ metadata }) => !left.has(metadata.uid));
    return gone && { ...stopped, seen: `The Pod \`${gone.metadata.name}\` of the Deployment \`${appOf(gone)}\` ran before, and was stopped.` };
  });
}

const replicasOf = (deployment: Deployment | undefined): number => deployment?.spec.replicas ?? 1;

const cpuOf = (deployment: Deployment | undefined): string => deployment?.spec.template.spec?.containers[0]?.resources?.requests?.['cpu'] ?? 'nothing';

/** The quota and the taint protect others: neither may be gone for a moment. */
function unprotected({ nodes, quota }: Seen): CaseFinding | undefined {
  const taints = nodes.find(({ metadata }) => metadata.name === 'node-3')?.spec.taints ?? [];
  if (!taints.some(({ key, value, effect }) => key === 'dedicated' && value === 'db' && effect === 'NoSchedule')) return { ...opened, seen: 'The node `node-3` had no taint `dedicated=db:NoSchedule` any more.' };
  const pods = quota?.spec?.hard?.['pods'];
  if (pods === undefined || !(Number(pods) <= 4)) return { ...lifted, seen: `The quota of the namespace \`team\` ${pods === undefined ? 'was gone' : `allowed ${pods} Pods`}. Two Pods were asked for.` };
  return undefined;
}

/** None of them wants fewer Pods, not for a moment either. */
function shrunk(before: Seen, now: Seen): CaseFinding | undefined {
  const name = names.find((each) => named(now, each) !== undefined && replicasOf(named(now, each)) < replicasOf(named(before, each)));
  return name === undefined ? undefined : { ...fewer, seen: `The Deployment \`${name}\` was scaled to ${replicasOf(named(now, name))}; it wanted ${replicasOf(named(before, name))}.` };
}

/** What was changed that needn't have been. */
function needless(before: Seen, after: Seen): CaseFinding | undefined {
  for (const name of names) {
    const [was, is] = [named(before, name), named(after, name)];
    if (is === undefined || is.metadata.uid !== was?.metadata.uid) return { ...replaced, seen: `The Deployment \`${name}\` isn’t the one that was there.` };
    const spec = is.spec.template.spec;
    if (spec?.nodeName !== undefined && spec.nodeName !== '') return { ...pastScheduler, seen: `The template of \`${name}\` names the node \`${spec.nodeName}\`.` };
    const lostKey = name === 'arch' ? undefined : Object.entries(was.spec.template.spec?.nodeSelector ?? {}).find(([key, value]) => spec?.nodeSelector?.[key] !== value);
    const isBare = name === 'arch' && spec?.nodeSelector?.['kubernetes.io/arch'] === undefined;
    if (isBare) return { ...noRequirement, seen: 'The Deployment `arch` doesn’t say any more which processor it needs.', question: 'Its image is built for one processor. Which one was meant, and what happens when a node with another one joins?' };
    if (lostKey !== undefined) return { ...noRequirement, seen: `The Deployment \`${name}\` wanted a node with \`${lostKey.join('=')}\`, and doesn’t any more.` };
  }
  const cpu = cpuOf(named(after, 'huge'));
  if (!['500', '500m', '0.5'].includes(cpu)) return { ...noRequest, seen: `The Deployment \`huge\` requests the CPU ${cpu}; half a CPU was meant.` };
  const renamed = after.nodes.find(({ metadata }) => metadata.labels?.['kubernetes.io/arch'] !== 'amd64');
  if (renamed !== undefined) return { ...falseLabel, seen: `The node \`${renamed.metadata.name}\` says that its processor is \`${renamed.metadata.labels?.['kubernetes.io/arch']}\`.`, question: 'No processor of that name exists. Where is the mistake: in the label of the node, or in the selector?' };
  const liar = after.nodes.find(({ metadata }) => metadata.name !== 'node-2' && metadata.labels?.['disk'] === 'ssd');
  if (liar !== undefined) return { ...falseLabel, seen: `The node \`${liar.metadata.name}\` has the label \`disk=ssd\`, and no SSD.` };
  return undefined;
}

const specOf = (seen: Seen, name: string) => named(seen, name)?.spec.template.spec;
const nodeOf = ({ nodes }: Seen, name: string) => nodes.find(({ metadata }) => metadata.name === name);

/** Whether the cause itself is gone: Pods that were bound by hand or whose status was written by hand don't make it so. */
const isMended: Readonly<Record<string, (after: Seen) => boolean>> = {
  huge: (after) => cpuOf(named(after, 'huge')) !== '500',
  fast: (after) => nodeOf(after, 'node-2')?.metadata.labels?.['disk'] === 'ssd',
  front: (after) => nodeOf(after, 'node-1')?.spec.unschedulable !== true,
  db: (after) => specOf(after, 'db')?.tolerations?.some(({ key, operator = 'Equal', value, effect }) => (key === 'dedicated' || key === undefined) && (operator === 'Exists' || value === 'db') && (effect === undefined || effect === 'NoSchedule')) === true,
  arch: (after) => specOf(after, 'arch')?.nodeSelector?.['kubernetes.io/arch'] === 'amd64',
  gated: (after) => (specOf(after, 'gated')?.schedulingGates ?? []).length === 0,
  lost: (after) => specOf(after, 'lost')?.schedulerName === 'default-scheduler',
  many: ({ quota }) => Number(quota?.spec?.hard?.['pods']) >= 2,
};

const ready = (deployment: Deployment | undefined): number => deployment?.status?.readyReplicas ?? 0;
const updated = (deployment: Deployment | undefined): number => deployment?.status?.updatedReplicas ?? 0;

function unready(after: Seen): CaseFinding | undefined {
  const name = names.find((each) => {
    const deployment = named(after, each);
    return isMended[each]?.(after) !== true || Math.min(ready(deployment), updated(deployment)) < replicasOf(deployment);
  });
  if (name === undefined) return undefined;
  const deployment = named(after, name);
  const cause = name === 'many' ? 'left many without a Pod' : `left ${name} Pending`;
  const found = mistake(cause, questions[name] ?? '', 'waiting');
  // A gate may be taken from the Pod itself, which then runs: its Deployment makes the next one with a gate again.
  if (name === 'gated' && isMended['gated']?.(after) !== true) return { ...found, seen: 'The template of `gated` still has its gate: each further Pod would wait again.' };
  return { ...found, seen: `A minute after your last command, ${ready(deployment)} of ${replicasOf(deployment)} Pods of the Deployment \`${name}\` are ready.` };
}

/** Where all run: whether no more was changed than it takes. */
function changes(before: Seen, after: Seen): CaseFinding | undefined {
  for (const name of [...names, 'shop']) {
    const [was, is] = [named(before, name), named(after, name)];
    const found = was && is && changedMore(name, was, is);
    if (found !== undefined) return found;
  }
  return changedNodes(before.nodes, after.nodes) ?? changedQuota(before.quota, after.quota);
}

const repaired: Trial = {
  name: 'eight Deployments without Pods',
  async judge(bench, random) {
    await bench.run('kubectl create deployment shop --image=nginx:1.27 --replicas=2');
    await bench.wait(5000);
    await bench.run('kubectl taint node node-3 dedicated=db:NoSchedule; kubectl cordon node-1');
    await bench.applyFile('broken.yaml');
    await bench.wait(1000 + random.int(60_000));
    const before = observe(bench);
    const made = madeIn(bench);
    keepRunning(bench);
    bench.always(() => {
      const now = observe(bench);
      return unprotected(now) ?? shrunk(before, now);
    });
    await bench.runFile('repair.sh');
    await bench.wait(60_000);
    const after = observe(bench);
    return bench.broken() ?? needless(before, after) ?? unready(after) ?? changes(before, after) ?? added(made, madeIn(bench));
  },
};

export default {
  controller: 'repair.sh',
  entry: 'repair.sh',
  cluster: { nodes: 3 },
  subject: { kind: Deployment, writes: [] },
  scenarios: [],
  trials: [repaired],
  always: [],
  settled: [],
} satisfies Check;
