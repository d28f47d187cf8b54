/** What your Deployment has to do: customers buy without a break while the shop is updated, and while things go wrong around it. */
import { Deployment, isReady, Pod } from 'converge/sdk';
import type { Random } from '../../../../engine/index.ts';
import type { Bench } from '../../../../lesson/universes/trials/bench.ts';
import type { CaseFinding, Check, Trial } from '../../../../lesson/universes/types.ts';
import * as mistakes from './mistakes.ts';

const replicas = 4;
const image = 'converge/shop:1.0';
const namespace = 'default';
/** Between requests to its API, a trial lets so much time pass. */
const stepMs = 5_000;

const shopPods = (bench: Bench): readonly Pod[] =>
  bench.objects(Pod).filter(({ metadata }) => metadata.namespace === namespace && metadata.labels?.['app'] === 'shop');
const shopOf = (bench: Bench): Deployment | undefined =>
  bench.objects(Deployment).find(({ metadata }) => metadata.namespace === namespace && metadata.name === 'shop');
const containerOf = (bench: Bench) => shopOf(bench)?.spec.template.spec.containers[0];
const isServing = (pod: Pod): boolean => pod.metadata.deletionTimestamp === undefined && isReady(pod);
const servingOf = (bench: Bench): number => shopPods(bench).filter(isServing).length;
const restartsOf = ({ status }: Pod): number => status.containerStatuses?.[0]?.restartCount ?? 0;

/** A Pod whose container has ended. */
function restarted(bench: Bench, mistake: mistakes.Mistake): CaseFinding | undefined {
  const pod = shopPods(bench).find((each) => restartsOf(each) > 0);
  return pod && { ...mistake, seen: `The kubelet restarted the container of the Pod \`${pod.metadata.name}\`.` };
}

const atStart = (bench: Bench): mistakes.Mistake =>
  containerOf(bench)?.startupProbe === undefined ? mistakes.killedStart : mistakes.gaveUp;

/** A container that was killed because its time to end was over. */
function killed(bench: Bench): CaseFinding | undefined {
  const pod = shopPods(bench).find(({ status }) => status.containerStatuses?.[0]?.state?.terminated?.exitCode === 137);
  if (pod === undefined) return undefined;
  const graceSeconds = pod.spec.terminationGracePeriodSeconds ?? 30;
  const mistake = graceSeconds < mistakes.storingSeconds ? mistakes.shortGrace : mistakes.usedUp;
  return {
    ...mistake,
    seen: `The container of \`${pod.metadata.name}\` ended with exit code 137 (SIGKILL) before its orders were stored. Its Pod had ${graceSeconds} s to end.`,
  };
}

function tooFew(bench: Bench): CaseFinding | undefined {
  const serving = servingOf(bench);
  if (serving >= replicas) return undefined;
  const mistake = shopOf(bench)?.spec.strategy?.type === 'Recreate' ? mistakes.recreated : mistakes.tooFew;
  return {
    ...mistake,
    seen: `During the update ${serving} of ${replicas} Pods were ready. ${replicas} carry the load.`,
  };
}

/** Lines of customers that got no page. */
async function failures(bench: Bench): Promise<readonly string[]> {
  const { text } = await bench.run('kubectl logs load');
  return text.split('\n').filter((line) => line.includes(' GET '));
}

/** What the first of these lines says of the manifest. */
async function lost(bench: Bench, instead?: mistakes.Mistake): Promise<CaseFinding | undefined> {
  const lines = await failures(bench);
  const [first] = lines;
  if (first === undefined) return undefined;
  const isAsked = containerOf(bench)?.readinessProbe !== undefined;
  const seen = `${lines.length} ${lines.length === 1 ? 'request' : 'requests'} failed. The first line in the log of \`load\`: \`${first}\``;
  return { ...((isAsked ? instead : undefined) ?? mistakeOf(bench, first)), seen };
}

function mistakeOf(bench: Bench, line: string): mistakes.Mistake {
  const { readinessProbe, lifecycle } = containerOf(bench) ?? {};
  if (readinessProbe === undefined) return mistakes.noReadiness;
  if (line.includes('503'))
    return readinessProbe.httpGet?.path === '/database' ? mistakes.tookForDatabase : mistakes.wrongQuestion;
  const hook = lifecycle?.preStop;
  if (hook === undefined) return mistakes.closedEarly;
  return hook.exec !== undefined ? mistakes.hookFailed : mistakes.shortSleep;
}

/** Waits until this holds: whether it did within the time. */
async function until(bench: Bench, withinMs: number, holds: () => boolean): Promise<boolean> {
  const endMs = bench.now() + withinMs;
  while (!holds()) {
    if (bench.now() >= endMs || bench.broken() !== undefined) return false;
    await bench.wait(stepMs);
  }
  return true;
}

/** The shop, its database and its customers, until all Pods are ready. */
async function open(bench: Bench): Promise<CaseFinding | undefined> {
  const shop = shopOf(bench);
  const [container, ...others] = shop?.spec.template.spec.containers ?? [];
  const isSame =
    shop?.spec.replicas === replicas &&
    container?.image === image &&
    container.command === undefined &&
    others.length === 0;
  if (!isSame)
    return {
      ...mistakes.notTheShop,
      seen: `The file must have a Deployment \`shop\` with ${replicas} replicas of one container with the image \`${image}\`.`,
    };
  await bench.applyFile('around.yaml');
  let isOver = false;
  bench.always(() => (isOver ? undefined : restarted(bench, atStart(bench))));
  const isOpen = await until(bench, 240_000, () => servingOf(bench) === replicas);
  await bench.wait(60_000);
  isOver = true;
  if (bench.broken() !== undefined) return bench.broken();
  if (isOpen) return lost(bench);
  const serving = servingOf(bench);
  return serving > replicas
    ? { ...mistakes.notTheShop, seen: `${serving} Pods of the shop are ready. The task asks for ${replicas}.` }
    : { ...whyNever(bench), seen: `${serving} of ${replicas} Pods are ready four minutes after you applied the file.` };
}

/** Why Pods aren't ready, or not replaced. */
function whyNever(bench: Bench): mistakes.Mistake {
  if (shopOf(bench)?.spec.paused === true) return mistakes.paused;
  const pods = shopPods(bench);
  return pods.length > 0 && pods.every(isServing) ? mistakes.waitedOn : mistakes.neverReady;
}

/** No old Pod is left, and every new one is ready. */
function isUpdated(bench: Bench): boolean {
  const pods = shopPods(bench);
  return (
    pods.length === replicas &&
    pods.every((pod) => isServing(pod) && pod.spec.containers[0]?.image === 'converge/shop:1.1')
  );
}

async function update(bench: Bench): Promise<CaseFinding | undefined> {
  bench.always(() => tooFew(bench) ?? killed(bench) ?? restarted(bench, atStart(bench)));
  await bench.run('kubectl set image deployment/shop shop=converge/shop:1.1');
  const isDone = await until(bench, 1_200_000, () => isUpdated(bench));
  await bench.wait(20_000);
  const found = bench.broken() ?? (await lost(bench));
  return found ?? (isDone ? undefined : { ...whyNever(bench), seen: 'The update has not ended after 20 minutes.' });
}

/** A trial that begins once the shop is open. Where it doesn't open, that is what is wrong. */
const opened = (name: string, stage: string, judge: (bench: Bench, random: Random) => Promise<CaseFinding | undefined>): Trial => ({
  name,
  stage,
  judge: async (bench, random) => (await open(bench)) ?? judge(bench, random),
});

const calmUpdate = opened('an update under load', 'calm', update);

const lateUpdate = opened('an update while nodes learn late of changes', 'late rules', async (bench, random) => {
  const delayMs = 3_500 + random.int(1_500);
  for (const node of [1, 2, 3])
    await bench.fault({ type: 'link', from: 'apiserver', to: `kube-proxy/node-${node}`, delayMs }, 3_600_000);
  return update(bench);
});

const badVersion = opened('an update to a version that doesn’t work', 'a bad version', async (bench, random) => {
  const version = random.pick(['2.0', '2.0', '9.9']);
  bench.always(() => tooFew(bench));
  await bench.run(`kubectl set image deployment/shop shop=converge/shop:${version}`);
  await bench.wait(240_000);
  return bench.broken() ?? lost(bench);
});

const rush = opened('a rush of customers', 'a bad moment', async (bench) => {
  bench.always(() => restarted(bench, mistakes.killedBusy));
  for (const { metadata } of shopPods(bench)) await bench.run(`kubectl exec ${metadata.name} -- rush 40`);
  await bench.wait(120_000);
  return bench.broken() ?? lost(bench, mistakes.tookBusy);
});

const database = opened('the database is away', 'a bad moment', async (bench, random) => {
  bench.always(() => restarted(bench, mistakes.killedForDatabase));
  await bench.run('kubectl scale deployment db --replicas=0');
  // A Pod that starts meanwhile has to do without the database, too.
  await bench.run(`kubectl delete pod ${random.pick(shopPods(bench)).metadata.name} --wait=false`);
  await bench.wait(60_000 + random.int(120_000));
  await bench.run('kubectl scale deployment db --replicas=1');
  await bench.wait(60_000);
  return bench.broken() ?? lost(bench, mistakes.tookForDatabase);
});

/** Why a process that hung goes on hanging. */
function notRestarted(probe: { readonly tcpSocket?: unknown } | undefined): mistakes.Mistake {
  if (probe === undefined) return mistakes.leftHanging;
  return probe.tcpSocket === undefined ? mistakes.slowRestart : mistakes.probedByTcp;
}

const hang = opened('a process hangs', 'a bad moment', async (bench, random) => {
  const { name } = random.pick(shopPods(bench)).metadata;
  await bench.run(`kubectl exec ${name} -- hang`);
  // A customer waits for up to 15 s: these were sent before.
  await bench.wait(60_000);
  const before = (await failures(bench)).length;
  await bench.wait(100_000);
  const [late] = (await failures(bench)).slice(before);
  const isBack = shopPods(bench).some((pod) => pod.metadata.name === name && restartsOf(pod) > 0);
  if (!isBack) {
    return {
      ...notRestarted(containerOf(bench)?.livenessProbe),
      seen: `The process in \`${name}\` answered nothing for 160 s, and its container wasn’t restarted.`,
    };
  }
  if (late === undefined) return undefined;
  const mistake = containerOf(bench)?.readinessProbe === undefined ? mistakes.noReadiness : mistakes.keptHanging;
  return { ...mistake, seen: `\`${name}\` hung, and 45 s later customers were still sent to it: \`${late}\`` };
});

const hangsAtStart = opened('a process hangs at its start', 'a bad moment', async (bench, random) => {
  const { name } = random.pick(shopPods(bench)).metadata;
  const old = shopPods(bench).map(({ metadata }) => metadata.name);
  await bench.run(`kubectl delete pod ${name} --wait=false`);
  await bench.wait(8_000);
  const fresh = shopPods(bench).find(({ metadata }) => !old.includes(metadata.name));
  await bench.run(`kubectl exec ${fresh?.metadata.name} -- hang`);
  const isBack = await until(bench, 300_000, () => servingOf(bench) === replicas);
  return isBack
    ? undefined
    : {
        ...mistakes.endlessStart,
        seen: `The process in \`${fresh?.metadata.name}\` hung at its start. After five minutes it isn’t ready.`,
      };
});

export default {
  controller: 'shop.yaml',
  entry: 'shop.yaml',
  cluster: { nodes: 3 },
  subject: { kind: Deployment, writes: [] },
  scenarios: [],
  trials: [calmUpdate, lateUpdate, badVersion, rush, database, hang, hangsAtStart],
  always: [],
  settled: [],
} satisfies Check;
