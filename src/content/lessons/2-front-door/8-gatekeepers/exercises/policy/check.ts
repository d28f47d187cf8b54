/** What your policy has to do: Pods come through every door, privileged and harmless ones. */
import { Pod } from 'converge/sdk';
import type { Random } from '../../../../../../engine/index.ts';
import { type Mistake, mistake } from '../../../../../../lesson/universes/finding.ts';
import type { Bench, Ran } from '../../../../../../lesson/universes/trials/bench.ts';
import { firstFinding } from '../../../../../../lesson/universes/trials/custom-objects.ts';
import type { CaseFinding, Check, Trial } from '../../../../../../lesson/universes/types.ts';

const letIn = mistake('let a privileged container in', 'Which requests does your policy match, what does its expression say of each container, and which binding puts it into force?');
const letInitIn = mistake('let a privileged init container in', 'Init containers run before the others, with the same rights. In which list of the spec do they stand?');
const letDebugIn = mistake('let a privileged ephemeral container in', 'It came with a request to a subresource of the Pod. Which resources and which operations do your rules name?');
const letElsewhereIn = mistake('let a Pod of another namespace in', 'Which namespaces does your policy leave out, and which does its binding?');
const refusedSystem = mistake('refused a Pod of kube-system', 'The cluster’s own Pods are in this namespace. Which part of the policy leaves a namespace out?', 'too-few');
const refusedHarmless = mistake('refused a harmless Pod', 'Look at the containers of this Pod. Which of them is privileged?', 'too-few');
const failed = mistake('failed over an absent field', 'The error names what the expression read. Does each Pod have that field?', 'too-few');
const heldOn = mistake('refused to touch an old Pod', 'This Pod was privileged before the policy came. Which operations do your rules name, and does this one make anything privileged?', 'waiting');
const otherKind = mistake('refused what isn’t a Pod', 'Which resources do your rules name, and which other objects have those names?', 'too-few');
const letControllerIn = mistake('let a controller’s Pod in', 'A controller creates what a user’s template says. Which conditions does your policy set, and does it matter who sends the Pod or owns it?');
const unsaid = mistake('didn’t say what is wrong', 'The author of the Pod reads the answer. What does your validation have beside its expression?', 'too-few');

type List = 'containers' | 'initContainers';

interface Container {
  readonly name: string;
  readonly image: string;
  readonly securityContext?: { readonly privileged?: boolean; readonly runAsUser?: number; readonly allowPrivilegeEscalation?: boolean };
}

/** A Pod that was drawn, and which of its fields are privileged. */
interface Drawn {
  readonly name: string;
  readonly lists: Readonly<Record<List, readonly Container[]>>;
  /** Those that are to be refused. */
  readonly privileged: readonly string[];
}

const images = ['nginx:1.27', 'busybox:1.36', 'redis:7'];
/** The path of a container’s field. */
const fieldOf = (list: string, index: number): string => `spec.${list}[${index}].securityContext.privileged`;

/** Containers that are allowed: without a security context, or with one that says nothing of `privileged`, or `false`. */
function harmless(random: Random, name: string): Container {
  const container = { name, image: random.pick(images) };
  const contexts = [{ privileged: false }, { runAsUser: 1000 }, { allowPrivilegeEscalation: true }];
  return random.pick([container, container, ...contexts.map((securityContext) => ({ ...container, securityContext }))]);
}

/** A Pod with up to three containers of each kind, some of them privileged as `isPrivileged` says. */
function drawPod(random: Random, isPrivileged: (list: List, index: number) => boolean, counts = { containers: 1 + random.int(3), initContainers: random.int(3) }): Drawn {
  const privileged: string[] = [];
  const drawn = (list: List): readonly Container[] =>
    Array.from({ length: counts[list] }, (_, index) => {
      const container = harmless(random, `${list === 'containers' ? 'main' : 'init'}-${index}`);
      const isBad = isPrivileged(list, index);
      if (isBad) privileged.push(fieldOf(list, index));
      return isBad ? { ...container, securityContext: { ...container.securityContext, privileged: true } } : container;
    });
  const lists = { containers: drawn('containers'), initContainers: drawn('initContainers') };
  return { name: random.pick(['miner', 'agent', 'web', 'db']), lists, privileged };
}

/** The Pod as `kubectl create` takes it. */
function manifestOf({ name, lists }: Drawn, namespace = 'default'): string {
  const { containers, initContainers } = lists;
  const spec = { ...(initContainers.length === 0 ? {} : { initContainers }), containers };
  return `${JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace }, spec })}\n`;
}

/** The Pod, as a report begins a sentence with it. */
const words = ({ privileged }: Drawn): string => (privileged.length === 0 ? 'A Pod without a privileged container' : `A Pod with \`${privileged.join('` and `')}\``);

/** Whether a Pod is accepted ought to depend on what is in it. */
async function created(bench: Bench, pod: Drawn, mistakes: { readonly accepted: Mistake; readonly refused?: Mistake }, namespace = 'default', flags = ''): Promise<CaseFinding | undefined> {
  await bench.write('pod.yaml', manifestOf(pod, namespace));
  const ran = await bench.run(`kubectl create -f pod.yaml ${flags}`);
  const { accepted, refused = refusedHarmless } = mistakes;
  const isRight = pod.privileged.length === 0 || namespace === 'kube-system';
  return isRight ? allowed(ran, `${words(pod)} in the namespace \`${namespace}\``, refused) : denied(ran, words(pod), accepted);
}

const failure = ({ text }: Ran, what: string): CaseFinding => ({ ...failed, seen: `${what}: your expression failed. The API server answered: ${text}` });

function allowed(ran: Ran, what: string, refused: Mistake): CaseFinding | undefined {
  if (ran.ok) return undefined;
  return ran.text.includes('resulted in error') ? failure(ran, what) : { ...refused, seen: `${what} ought to have been accepted. The API server answered: ${ran.text}` };
}

function denied(ran: Ran, what: string, accepted: Mistake): CaseFinding | undefined {
  if (ran.ok) return { ...accepted, seen: `${what} was accepted.` };
  if (ran.text.includes('resulted in error')) return failure(ran, what);
  const [, message = ''] = ran.text.split('denied request: ');
  return message.includes('privileged') && !message.startsWith('failed expression')
    ? undefined
    : { ...unsaid, seen: `${what} was refused, and the word \`privileged\` isn’t in a message of yours: ${ran.text}` };
}

/** Adds an ephemeral container to a Pod that runs. That of the profile `sysadmin` is privileged. */
async function debugged(bench: Bench, name: string, profile: 'sysadmin' | 'general'): Promise<CaseFinding | undefined> {
  const command = `kubectl debug ${name} --image=busybox:1.36 --profile=${profile}`;
  const ran = await bench.run(command);
  return profile === 'general' ? allowed(ran, `\`${command}\``, refusedHarmless) : denied(ran, `\`${command}\``, letDebugIn);
}

async function touched(bench: Bench, name: string, refused: Mistake): Promise<CaseFinding | undefined> {
  const labeled = await bench.run(`kubectl label pod ${name} team=shop`);
  const deleted = await bench.run(`kubectl delete pod ${name} --wait=false`);
  return allowed(labeled, `A new label of the Pod \`${name}\``, refused) ?? allowed(deleted, `The deletion of the Pod \`${name}\``, refused);
}

/** A rule that matches more than Pods judges this, too. */
async function otherwise(bench: Bench): Promise<CaseFinding | undefined> {
  const created = await bench.run('kubectl create configmap prices --from-literal=tea=2');
  const changed = await bench.run('kubectl patch configmap prices -p \'{"data":{"tea":"3"}}\'');
  const refused = [created, changed].find(({ ok }) => !ok);
  return refused && { ...otherKind, seen: `A ConfigMap was to be created and changed. The API server answered: ${refused.text}` };
}

/** Before what may be forgotten, the obvious: where that is accepted, the report is about it. */
const obviousFirst = (bench: Bench, random: Random): Promise<CaseFinding | undefined> =>
  created(bench, { ...drawPod(random, (list) => list === 'containers', { containers: 1, initContainers: 0 }), name: 'front' }, { accepted: letIn });

/** The answer to a trial run of the API server’s says what a real request would be told. */
const inDryRun = (accepted: Mistake): Mistake => ({ ...accepted, question: `${accepted.question} This was a dry run (\`--dry-run=server\`).` });

/** A Pod with one privileged container in this list, and a harmless one in the other. */
const privilegedIn = (list: 'containers' | 'initContainers', accepted: Mistake): Trial => ({
  name: list,
  judge(bench, random) {
    const count = 1 + random.int(3);
    const at = random.int(count);
    const counts = list === 'containers' ? { containers: count, initContainers: random.int(2) } : { containers: 2, initContainers: count };
    const pod = drawPod(random, (each, index) => each === list && index === at, counts);
    return firstFinding(
      () => obviousFirst(bench, random),
      () => created(bench, pod, { accepted }),
      () => created(bench, pod, { accepted: inDryRun(accepted) }, 'default', '--dry-run=server'),
    );
  },
});

const harmlessPods: Trial = {
  name: 'harmless Pods',
  judge(bench, random) {
    const pods = Array.from({ length: 4 }, (_, index) => ({ ...drawPod(random, () => false), name: `web-${index}` }));
    return firstFinding(...pods.map((pod) => () => created(bench, pod, { accepted: letIn })), () => placed(bench, 'web-1'), () => touched(bench, 'web-0', refusedHarmless), () => otherwise(bench));
  },
};

const byDebug: Trial = {
  name: 'ephemeral containers',
  judge(bench, random) {
    const pod = drawPod(random, () => false);
    return firstFinding(
      () => obviousFirst(bench, random),
      () => created(bench, pod, { accepted: letIn }),
      () => debugged(bench, pod.name, 'general'),
      () => debugged(bench, pod.name, 'sysadmin'),
    );
  },
};

/** What a Pod goes through before it runs: the scheduler creates a `pods/binding`. */
async function placed(bench: Bench, name: string): Promise<CaseFinding | undefined> {
  await bench.wait(3000);
  const { text } = await bench.run(`kubectl get pod ${name} -o jsonpath={.spec.nodeName}`);
  return text.trim() === '' ? { ...failed, seen: `The Pod \`${name}\` was created, and 3 s later the scheduler couldn’t give it a node: it creates a \`pods/binding\`, which has no \`spec\`.` } : undefined;
}

const controllerCreates: Trial = {
  name: 'a controller creates it',
  judge(bench, random) {
    const pod = drawPod(random, (list) => list === 'containers', { containers: 1, initContainers: 0 });
    const labels = { app: pod.name };
    const template = { metadata: { labels }, spec: { containers: pod.lists.containers } };
    const set = { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: pod.name }, spec: { replicas: 1, selector: { matchLabels: labels }, template } };
    return firstFinding(
      () => obviousFirst(bench, random),
      async () => {
        await bench.apply('set.yaml', `${JSON.stringify(set)}\n`);
        await bench.wait(3000);
        const { text } = await bench.run(`kubectl get pods -l app=${pod.name} -o name`);
        return text.includes('pod/') ? { ...letControllerIn, seen: `A ReplicaSet’s template has \`${pod.privileged.join()}\`, and its Pod was accepted.` } : undefined;
      },
    );
  },
};

const oldPods: Trial = {
  name: 'a Pod that was privileged before',
  async judge(bench, random) {
    const old = drawPod(random, (_, index) => index === 0, { containers: 1 + random.int(2), initContainers: random.int(2) });
    await bench.run('kubectl delete validatingadmissionpolicybindings --all');
    await bench.apply('old.yaml', manifestOf(old));
    await bench.applyFile('policy.yaml');
    return touched(bench, old.name, heldOn);
  },
};

const elsewhere: Trial = {
  name: 'other namespaces',
  async judge(bench, random) {
    const namespace = random.pick(['shop', 'kube-public', 'kube-systems']);
    await bench.run(`kubectl create namespace ${namespace}`);
    // The default service account of a namespace is made a moment after it.
    await bench.wait(1000);
    const bad = drawPod(random, (list) => list === 'containers', { containers: 1, initContainers: 0 });
    const mistakes = { accepted: letElsewhereIn, refused: refusedSystem };
    return firstFinding(
      () => obviousFirst(bench, random),
      () => created(bench, bad, mistakes, 'kube-system'),
      () => created(bench, bad, mistakes, namespace),
    );
  },
};

export default {
  controller: 'policy.yaml',
  entry: 'policy.yaml',
  cluster: { nodes: 1 },
  subject: { kind: Pod, writes: [] },
  scenarios: [],
  trials: [privilegedIn('containers', letIn), harmlessPods, privilegedIn('initContainers', letInitIn), oldPods, byDebug, elsewhere, controllerCreates],
  always: [],
  settled: [],
} satisfies Check;
