/** What a simulated run does and what goes wrong in it, drawn from its seed before anything runs. */
import { createRandom, describeFault, type Fault, type Random } from '../../engine/index.ts';
import { type Cast, drawCast, drawCloudFault, drawFault, drawFaultOf, drawIsolation, drawSurroundings } from './draw-fault.ts';
import { drawPressure, type Pressure } from './pressure.ts';
import { drawResizes, type Resize } from './resizes.ts';
import { drawWorkloads, workloadLoops, type WorkloadRequest } from './workloads.ts';

/** Milliseconds since the run's start. */
export type Step = { readonly at: number } & (
  | { readonly type: 'deploy'; readonly name: string; readonly replicas: number }
  | { readonly type: 'scale'; readonly name: string; readonly replicas: number }
  | { readonly type: 'image'; readonly name: string; readonly image: string }
  | { readonly type: 'delete pod'; readonly name: string; readonly draw: number }
  | { readonly type: 'evict'; readonly name: string; readonly draw: number }
  | { readonly type: 'delete deployment'; readonly name: string }
  | { readonly type: 'workload'; readonly about: string; readonly request: WorkloadRequest }
  | Resize
  | { readonly type: 'fault'; readonly fault: Fault; readonly forMs: number }
  /** A node runs short of memory. */
  | ({ readonly type: 'pressure' } & Pressure)
  /** A manifest of the first node is taken away, and put back. */
  | { readonly type: 'manifest'; readonly file: string; readonly forMs: number }
);

export interface Plan {
  readonly seed: number;
  readonly cast: Cast;
  readonly steps: readonly Step[];
  /** When the last step and the last fault are over. */
  readonly endsAt: number;
}

const names = ['web', 'api', 'cache'];
const images = ['nginx:1.27', 'nginx:1.28', 'nginx:1.29'];

/** Draws a plan: who is there, one to three Deployments, four to ten changes, up to three evictions, other workloads, up to seven resizes, three to seven faults within two virtual minutes. */
export function drawPlan(seed: number): Plan {
  const random = createRandom(`sim/${seed}`);
  const beside = createRandom(`sim/beside/${seed}`);
  const cast: Cast = { ...drawCast(random), ...drawSurroundings(beside) };
  const steps: Step[] = [];
  const deployed = names.slice(0, 1 + random.int(names.length));
  for (const name of deployed) steps.push({ at: random.int(2000), type: 'deploy', name, replicas: 1 + random.int(6) });
  const changes = 4 + random.int(7);
  for (let change = 0; change < changes; change += 1) steps.push(drawChange(random, random.pick(deployed)));
  const faults = 2 + random.int(5);
  for (let fault = 0; fault < faults; fault += 1) steps.push({ type: 'fault', ...drawFault(random, cast) });
  const evictions = random.int(4);
  for (let each = 0; each < evictions; each += 1)
    steps.push({ at: 5000 + random.int(100_000), type: 'evict', name: random.pick(deployed), draw: random.next() });
  // Drawn apart, so that what the other steps are doesn't depend on it.
  const apart = createRandom(`sim/workloads/${seed}`);
  for (const change of drawWorkloads(apart)) steps.push({ type: 'workload', ...change });
  steps.push({ type: 'fault', ...drawFaultOf(workloadLoops, apart, cast) });
  steps.push(...drawBeside(beside, cast));
  for (const fault of drawIsolation(createRandom(`sim/isolation/${seed}`), cast)) steps.push({ type: 'fault', ...fault });
  for (const pressure of drawPressure(createRandom(`sim/pressure/${seed}`))) steps.push({ type: 'pressure', ...pressure });
  steps.push(...drawResizes(createRandom(`sim/resizes/${seed}`)));
  steps.sort((a, b) => a.at - b.at);
  const endsAt = Math.max(...steps.map((step) => step.at + ('forMs' in step ? step.forMs : 0)));
  return { seed, cast, steps, endsAt };
}

const manifests = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler'];

function drawBeside(random: Random, { cloud, controlPlanePods }: Cast): readonly Step[] {
  if (cloud === true) return [{ type: 'fault', ...drawCloudFault(random) }];
  if (controlPlanePods !== true) return [];
  return [{ at: random.int(100_000), type: 'manifest', file: `${random.pick(manifests)}.yaml`, forMs: 1000 + random.int(20_000) }];
}

function drawChange(random: Random, name: string): Step {
  const at = 3000 + random.int(100_000);
  const roll = random.next();
  if (roll < 0.45) return { at, type: 'scale', name, replicas: random.int(8) };
  if (roll < 0.7) return { at, type: 'image', name, image: random.pick(images) };
  if (roll < 0.97) return { at, type: 'delete pod', name, draw: random.next() };
  return { at, type: 'delete deployment', name };
}

/** One line a person can read. */
export function describeStep(step: Step): string {
  const time = `t=${(step.at / 1000).toFixed(3)}s`;
  if (step.type === 'fault') return `${time} fault, ${step.forMs / 1000}s: ${describeFault(step.fault)}`;
  const { at: _, type, ...rest } = step;
  return `${time} ${type} ${JSON.stringify(rest)}`;
}
