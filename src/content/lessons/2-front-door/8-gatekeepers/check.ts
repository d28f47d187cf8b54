/** What your webhook has to do: Pods come through every door, privileged and harmless ones. */
import { Pod } from 'converge/sdk';
import type { Random } from '../../../../engine/index.ts';
import { type Mistake, mistake } from '../../../../lesson/universes/finding.ts';
import type { Bench, Ran } from '../../../../lesson/universes/trials/bench.ts';
import { firstFinding } from '../../../../lesson/universes/trials/custom-objects.ts';
import type { CaseFinding, Check, Trial } from '../../../../lesson/universes/types.ts';

const letIn = mistake('let a privileged container in', 'Which field of the container says that it is privileged, and which of the containers does your code look at?');
const letInitIn = mistake('let a privileged init container in', 'Init containers run before the others, with the same rights. In which list of the spec do they stand?');
const letDebugIn = mistake('let a privileged ephemeral container in', 'It came with an update of a Pod that was there. What does your code compare, and which lists does it look at?');
const letElsewhereIn = mistake('let a Pod of another namespace in', 'Which namespaces does the configuration leave out? Which does your code leave out?');
const letControllerIn = mistake('let a controller’s Pod in', 'A controller creates what a user’s template says. Whose Pod is it, and does it matter?');
const refusedHarmless = mistake('refused a harmless Pod', 'Look at the containers of this Pod. Which of them is privileged?', 'too-few');
const heldOn = mistake('refused to touch an old Pod', 'This Pod was privileged before the guard came. What does this write add to it?', 'waiting');
const heldOnDelete = mistake('refused a deletion', 'Deleting a privileged Pod makes the cluster safer. What are `operation` and `object` in this request?', 'waiting');
const unnamed = mistake('didn’t name each field', 'The author of the Pod has to find it. Does the message name each privileged field, with its list and its index?', 'too-few');
const misnamed = mistake('named a field that is harmless', 'The message names a field of a container that isn’t privileged. How are the index and the container connected in your code?');

type List = 'containers' | 'initContainers';

interface Container {
  readonly name: string;
  readonly image: string;
  readonly securityContext?: { readonly privileged?: boolean; readonly runAsUser?: number; readonly allowPrivilegeEscalation?: boolean };
}

interface Drawn {
  readonly name: string;
  readonly lists: Readonly<Record<List, readonly Container[]>>;
  /** Those that are to be refused. */
  readonly privileged: readonly string[];
  readonly harmless: readonly string[];
  /** What else the Pod has, and what says nothing of privileges. */
  readonly more?: { readonly metadata?: object; readonly spec?: object };
}

const images = ['nginx:1.27', 'busybox:1.36', 'registry.k8s.io/pause:3.10'];
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
  const rest: string[] = [];
  const drawn = (list: List): readonly Container[] =>
    Array.from({ length: counts[list] }, (_, index) => {
      const container = harmless(random, `${list === 'containers' ? 'main' : 'init'}-${index}`);
      const isBad = isPrivileged(list, index);
      (isBad ? privileged : rest).push(fieldOf(list, index));
      return isBad ? { ...container, securityContext: { ...container.securityContext, privileged: true } } : container;
    });
  const lists = { containers: drawn('containers'), initContainers: drawn('initContainers') };
  return { name: random.pick(['miner', 'agent', 'web', 'db']), lists, privileged, harmless: rest };
}

function manifestOf({ name, lists, more }: Drawn, namespace = 'default'): string {
  const { containers, initContainers } = lists;
  const spec = { ...(initContainers.length === 0 ? {} : { initContainers }), containers, ...more?.spec };
  return `${JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace, ...more?.metadata }, spec })}\n`;
}

const words = ({ privileged }: Drawn): string => (privileged.length === 0 ? 'A Pod without a privileged container' : `A Pod with \`${privileged.join('` and `')}\``);

/** A refusal that comes from the webhook. */
const isRefusal = ({ ok, text }: Ran): boolean => !ok && text.includes('denied the request');

/** Creates a Pod; it is refused with its fields named, or accepted, as it ought to be. */
async function tried(bench: Bench, pod: Drawn, accepted: Mistake, namespace = 'default', flags = ''): Promise<CaseFinding | undefined> {
  const path = `${pod.name}.yaml`;
  await bench.write(path, manifestOf(pod, namespace));
  const ran = await bench.run(`kubectl create -f ${path} ${flags}`);
  if (ran.ok && pod.privileged.length > 0) return { ...accepted, ...(await exceptionOf(bench, ran, flags, pod)), seen: `${words(pod)} was accepted. The API server answered: ${ran.text}` };
  return judged(ran, pod);
}

const probe: Drawn = { name: 'probe', lists: { containers: [{ name: 'main', image: 'nginx:1.27', securityContext: { privileged: true } }], initContainers: [] }, privileged: [], harmless: [] };
const byController = '--as=system:serviceaccount:kube-system:replicaset-controller';

/** Where the code refuses a privileged Pod, and not each time: what asks for the difference. */
async function exceptionOf(bench: Bench, { text }: Ran, flags = '', pod?: Drawn): Promise<Pick<Mistake, 'question'> | undefined> {
  if (/^Warning: /m.test(text)) return { question: 'Your answer came with a warning. What does the API server do after a warning, and which field of your answer decides about the Pod?' };
  if (flags.startsWith('--dry-run')) return { question: 'This was a dry run: its answer says what a real request would be told. Which of your conditions tells the two apart?' };
  await bench.write('probe.yaml', manifestOf(probe));
  const first = await bench.run('kubectl create -f probe.yaml');
  if (isRefusal(first)) {
    const second = await bench.run('kubectl create -f probe.yaml');
    if (second.ok) return { question: 'A Pod like this one is refused at first, and let in when it comes again. What does your code remember of a request, and what does it mean for the next?' };
    return pod?.privileged.includes(fieldOf('containers', 0)) === true ? { question: 'A Pod with one privileged container of the image `nginx:1.27`, and no owner, is refused. What does this Pod have for which your code lets it in?' } : undefined;
  }
  await bench.write('probe.yaml', manifestOf({ ...probe, name: 'probe-2' }));
  if (!isRefusal(await bench.run(`kubectl create -f probe.yaml ${byController}`))) return undefined;
  return { question: 'When a controller sends such a Pod, your code refuses it. Whom does it let through, and what can the container do on its node then?' };
}

function judged(ran: Ran, pod: Drawn): CaseFinding | undefined {
  if (pod.privileged.length === 0) return ran.ok ? undefined : { ...refusedHarmless, seen: `${words(pod)} ought to have been created. The API server answered: ${ran.text}` };
  return isRefusal(ran) ? named(ran, pod) : { ...unnamed, seen: `${words(pod)} was refused, but not by your answer. The API server answered: ${ran.text}` };
}

function named({ text }: Ran, { privileged, harmless: rest }: Pick<Drawn, 'privileged' | 'harmless'>): CaseFinding | undefined {
  const missing = privileged.find((field) => !text.includes(field));
  if (missing !== undefined) return { ...unnamed, seen: `\`${missing}\` is true, and the message doesn’t name it: ${text}` };
  const wrong = rest.find((field) => text.includes(field));
  return wrong === undefined ? undefined : { ...misnamed, seen: `The message names \`${wrong}\`, which isn’t true in this Pod: ${text}` };
}

const guarded = (bench: Bench): Promise<Ran> => bench.applyFile('configuration.yaml');

/** One privileged container somewhere, or several. */
const inContainers: Trial = {
  name: 'containers',
  async judge(bench, random) {
    await guarded(bench);
    const count = 1 + random.int(3);
    const at = random.int(count);
    const one = drawPod(random, (list, index) => list === 'containers' && index === at, { containers: count, initContainers: random.int(2) });
    const several = drawPod(random, (list) => list === 'containers', { containers: 2, initContainers: 1 });
    return firstFinding(
      () => tried(bench, one, letIn),
      () => tried(bench, several, letIn),
      // A second try of the same is no better, and a trial run of the API server's is judged like any other.
      () => tried(bench, one, letIn, 'default', '--dry-run=server'),
      () => tried(bench, one, letIn),
    );
  },
};

const inInit: Trial = {
  name: 'init containers',
  async judge(bench, random) {
    await guarded(bench);
    const count = 1 + random.int(3);
    const at = random.int(count);
    const one = drawPod(random, (list, index) => list === 'initContainers' && index === at, { containers: 2, initContainers: count });
    const both = drawPod(random, (_, index) => index === 1, { containers: 2, initContainers: 2 });
    return firstFinding(
      () => tried(bench, one, letInitIn),
      () => tried(bench, both, letInitIn),
    );
  },
};

const harmlessPods: Trial = {
  name: 'harmless Pods',
  async judge(bench, random) {
    await guarded(bench);
    const host = random.pick(['hostNetwork', 'hostPID', 'hostIPC']);
    const pods = Array.from({ length: 4 }, (_, index) => ({ ...drawPod(random, () => false), name: `web-${index}`, ...(index === 3 ? { more: { spec: { [host]: true } } } : {}) }));
    return firstFinding(...pods.map((pod) => () => tried(bench, pod, letIn)), async () => changed(bench, 'web-0', refusedHarmless), async () => gone(bench, 'web-1'));
  },
};

/** A label is changed: what an update ought to be allowed to do. */
async function changed(bench: Bench, name: string, refused: Mistake): Promise<CaseFinding | undefined> {
  const ran = await bench.run(`kubectl label pod ${name} team=shop`);
  return ran.ok ? undefined : { ...refused, seen: `A label of the Pod \`${name}\` was changed, and nothing else. The API server answered: ${ran.text}` };
}

async function gone(bench: Bench, name: string): Promise<CaseFinding | undefined> {
  const ran = await bench.run(`kubectl delete pod ${name} --wait=false`);
  return ran.ok ? undefined : { ...heldOnDelete, seen: `The Pod \`${name}\` was deleted. The API server answered: ${ran.text}` };
}

const oldPods: Trial = {
  name: 'a Pod that was privileged before',
  async judge(bench, random) {
    const bad = random.pick(['containers', 'initContainers'] as const);
    const old = drawPod(random, (list) => list === bad, { containers: 1 + random.int(2), initContainers: 1 });
    await bench.apply('old.yaml', manifestOf(old));
    await guarded(bench);
    return firstFinding(
      () => changed(bench, old.name, heldOn),
      () => debugged(bench, old.name, 'general', 0, heldOn),
      () => debugged(bench, old.name, 'sysadmin', 1),
      () => gone(bench, old.name),
    );
  },
};

/** Adds an ephemeral container to a Pod that runs. That of the profile `sysadmin` is privileged. */
async function debugged(bench: Bench, name: string, profile: 'sysadmin' | 'general', index: number, refused = refusedHarmless): Promise<CaseFinding | undefined> {
  const ran = await bench.run(`kubectl debug ${name} --image=busybox:1.36 --profile=${profile}`);
  const field = fieldOf('ephemeralContainers', index);
  if (profile === 'general') return ran.ok ? undefined : { ...refused, seen: `\`kubectl debug\` added an ephemeral container that isn’t privileged to the Pod \`${name}\`. The API server answered: ${ran.text}` };
  if (ran.ok) return { ...letDebugIn, ...(await exceptionOf(bench, ran)), seen: `\`kubectl debug --profile=sysadmin\` added a container with \`${field}\` to the Pod \`${name}\`, and it was accepted.` };
  return isRefusal(ran) ? named(ran, { privileged: [field], harmless: [] }) : { ...unnamed, seen: `\`kubectl debug --profile=sysadmin\` was refused, but not by your answer: ${ran.text}` };
}

const byDebug: Trial = {
  name: 'ephemeral containers',
  async judge(bench, random) {
    await guarded(bench);
    const pod = drawPod(random, () => false);
    return firstFinding(
      () => tried(bench, pod, letIn),
      () => debugged(bench, pod.name, 'general', 0),
      () => debugged(bench, pod.name, 'sysadmin', 1),
      () => gone(bench, pod.name),
    );
  },
};

const elsewhere: Trial = {
  name: 'another namespace',
  async judge(bench, random) {
    await guarded(bench);
    const namespace = random.pick(['shop', 'kube-public', 'kube-systems']);
    await bench.run(`kubectl create namespace ${namespace}`);
    const list = random.pick(['containers', 'initContainers'] as const);
    const bad = drawPod(random, (each, index) => each === list && index === 0, { containers: 1, initContainers: 1 });
    // The default service account of a namespace is made a moment after it.
    await bench.wait(1000);
    // Who lets it into `default` as well hasn’t left a namespace out.
    return firstFinding(
      () => tried(bench, bad, list === 'containers' ? letIn : letInitIn),
      () => tried(bench, bad, letElsewhereIn, namespace),
    );
  },
};

const controllerCreates: Trial = {
  name: 'a controller creates it',
  async judge(bench, random) {
    await guarded(bench);
    const pod = drawPod(random, (list, index) => list === 'containers' && index === 0, { containers: 1, initContainers: 0 });
    const labels = { app: pod.name };
    const template = { metadata: { labels }, spec: { containers: pod.lists.containers } };
    const set = { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: pod.name }, spec: { replicas: 2, selector: { matchLabels: labels }, template } };
    await bench.apply('set.yaml', `${JSON.stringify(set)}\n`);
    await bench.wait(3000);
    const { text } = await bench.run(`kubectl get pods -l app=${pod.name} -o name`);
    if (text.includes('pod/')) return { ...letControllerIn, seen: `A ReplicaSet’s template has \`${pod.privileged.join()}\`, and its Pods were accepted: ${text.replaceAll('\n', ', ')}` };
    const user = random.pick(['--as=alice --as-group=system:masters', '--as=system:admin --as-group=system:masters', '--as=kubernetes-admin --as-group=system:masters']);
    const ownerReferences = [{ apiVersion: 'apps/v1', kind: 'DaemonSet', name: pod.name, uid: 'b5a1', controller: true }];
    return firstFinding(
      () => tried(bench, pod, letControllerIn, 'default', user),
      // Whoever writes a Pod may name an owner in it.
      () => tried(bench, { ...pod, more: { metadata: { ownerReferences, labels: { tier: 'node' } } } }, letControllerIn),
    );
  },
};

export default {
  controller: 'webhook/guard',
  entry: 'guard.ts',
  cluster: { nodes: 1 },
  subject: { kind: Pod, writes: [] },
  scenarios: [],
  trials: [inContainers, harmlessPods, inInit, oldPods, byDebug, elsewhere, controllerCreates],
  always: [],
  settled: [],
} satisfies Check;
