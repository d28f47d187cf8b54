/** What happens to a Deployment: what its rolling updates have to live through. */
import type { Deployment } from 'converge/sdk';
import type { Scenario, Stage, Target } from '../../../../lesson/universes/types.ts';

/** An image that no registry has: its Pods never become ready. */
export const missingImage = 'nginx:none';

interface Desired {
  readonly replicas: number;
  readonly image?: string;
  readonly maxSurge?: number | string;
  readonly maxUnavailable?: number | string;
  readonly minReadySeconds?: number;
  readonly paused?: boolean;
}

const deploymentOf = ({ namespace, name, labels, selector }: Target, desired: Desired): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}, namespace: ${namespace} }
spec:
  replicas: ${desired.replicas}
  paused: ${desired.paused ?? false}
  minReadySeconds: ${desired.minReadySeconds ?? 0}
  strategy:
    rollingUpdate: { maxSurge: ${desired.maxSurge ?? '25%'}, maxUnavailable: ${desired.maxUnavailable ?? '25%'} }
  selector: ${JSON.stringify(selector)}
  template:
    metadata:
      labels: ${JSON.stringify(labels)}
    spec:
      containers:
        - { name: nginx, image: "${desired.image ?? 'nginx:1.28'}" }
`;

/** One of the two may be 0, and the default rounds: 25% of 3 Pods is a surge of 1, and none that may be unavailable. */
const limits = [
  {},
  { maxSurge: 1, maxUnavailable: 0 },
  { maxSurge: 0, maxUnavailable: 1 },
  { maxSurge: 2, maxUnavailable: 1 },
  { maxSurge: '50%', maxUnavailable: '34%' },
  { maxSurge: 0, maxUnavailable: '10%' },
  { maxSurge: '100%', maxUnavailable: 0 },
] as const;

const drawDesired = ({ random }: Stage, sizes: readonly number[]): Desired => ({
  replicas: random.pick(sizes),
  minReadySeconds: random.pick([0, 0, 4, 9]),
  ...random.pick(limits),
});

/** The slowest rollout here replaces eight Pods, one after another. */
const rolloutMs = 240_000;

const wait = (stage: Stage): Promise<void> => stage.settles(rolloutMs);

/** Something that happens to a Deployment that was as in `desired` at first. */
type Step = (stage: Stage, desired: Desired) => Promise<void>;

const apply = (change: Partial<Desired> = {}): Step => (stage, desired) => stage.apply('web.yaml', deploymentOf(stage.target, { ...desired, ...change }));

const update = apply({ image: 'nginx:1.29' });

/** Somewhere in the rollout. */
const midway: Step = (stage) => stage.wait(500 + stage.random.int(9000));

const scale = (...sizes: readonly number[]): Step => ({ command, random, target: { namespace, name } }) =>
  command(`kubectl scale deployment ${name} -n ${namespace} --replicas=${random.pick(sizes)}`);

const oneOf = (...steps: readonly Step[]): Step => (stage, desired) => stage.random.pick(steps)(stage, desired);

const pass = (ms: number): Step => (stage) => stage.wait(ms);

async function play(stage: Stage, desired: Desired, steps: readonly Step[]): Promise<void> {
  const { namespace } = stage.target;
  if (namespace !== 'default')
    await stage.apply('namespace.yaml', `apiVersion: v1\nkind: Namespace\nmetadata: { name: ${namespace} }\n`);
  await apply()(stage, desired);
  // Without its image it never is complete.
  await (desired.image === missingImage ? stage.wait(10_000) : wait(stage));
  for (const step of steps) await step(stage, desired);
  await wait(stage);
  await stage.wait(15_000);
  await stage.rests(10_000);
}

const scenario = (name: string, sizes: readonly number[], steps: readonly Step[], change: Partial<Desired> = {}): Scenario => ({
  name,
  play: (stage) => play(stage, { ...drawDesired(stage, sizes), ...change }, steps),
});

export const scenarios: readonly Scenario[] = [
  scenario('a new image', [1, 2, 3, 4, 5, 8], [update]),
  scenario('a new image for many Pods', [60], [update], { maxSurge: '25%', maxUnavailable: '15%', minReadySeconds: 0 }),
  scenario('the number changes in the middle', [2, 4, 6, 8], [update, midway, scale(1, 3, 5, 12)]),
  scenario('a pause in the middle', [3, 5, 8], [update, midway, apply({ image: 'nginx:1.29', paused: true }), pass(20_000), update]),
  scenario('back in the middle', [2, 4, 8], [update, midway, apply()]),
  // As far as it can get, and then to another one.
  scenario('a new image that doesn’t exist', [1, 3, 4, 8], [apply({ image: missingImage }), pass(40_000), wait, oneOf(apply(), update)]),
  scenario('old Pods that never ran', [1, 3, 6], [update], { image: missingImage }),
  scenario('three images in a row', [3, 5, 8], [oneOf(update, apply({ image: missingImage })), midway, apply({ image: 'nginx:1.27' }), midway, apply({ image: 'nginx:1.26' })]),
  scenario('from no Pods, and back', [0], [update, wait, scale(1, 4), wait, scale(0)]),
];

/** Whether its newest Pods can ever be ready. */
export const isMissing = (deployment: Deployment): boolean => deployment.spec.template.spec?.containers[0]?.image === missingImage;

