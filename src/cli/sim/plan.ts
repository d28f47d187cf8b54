/** What a simulated run does and what goes wrong in it, drawn from its seed before anything runs. */
import { createRandom, type Fault, type Random } from '../../engine/index.ts';

/** Milliseconds since the run's start. */
export type Step = { readonly at: number } & (
  | { readonly type: 'deploy'; readonly name: string; readonly replicas: number }
  | { readonly type: 'scale'; readonly name: string; readonly replicas: number }
  | { readonly type: 'image'; readonly name: string; readonly image: string }
  | { readonly type: 'delete pod'; readonly name: string; readonly draw: number }
  | { readonly type: 'delete deployment'; readonly name: string }
  | { readonly type: 'fault'; readonly fault: Fault; readonly forMs: number }
);

export interface Plan {
  readonly seed: number;
  readonly steps: readonly Step[];
  /** When the last step and the last fault are over. */
  readonly endsAt: number;
}

const names = ['web', 'api', 'cache'];
const images = ['nginx:1.27', 'nginx:1.28', 'nginx:1.29'];
const components = ['controller/replicaset', 'controller/deployment', 'controller/garbage-collector', 'scheduler'];

/** Draws a plan: one to three Deployments, four to ten changes, two to six faults within two virtual minutes. */
export function drawPlan(seed: number): Plan {
  const random = createRandom(`sim/${seed}`);
  const steps: Step[] = [];
  const deployed = names.slice(0, 1 + random.int(names.length));
  for (const name of deployed) steps.push({ at: random.int(2000), type: 'deploy', name, replicas: 1 + random.int(6) });
  const changes = 4 + random.int(7);
  for (let change = 0; change < changes; change += 1) steps.push(drawChange(random, random.pick(deployed)));
  const faults = 2 + random.int(5);
  for (let fault = 0; fault < faults; fault += 1) steps.push(drawFault(random));
  steps.sort((a, b) => a.at - b.at);
  const endsAt = Math.max(...steps.map((step) => step.at + (step.type === 'fault' ? step.forMs : 0)));
  return { seed, steps, endsAt };
}

function drawChange(random: Random, name: string): Step {
  const at = 3000 + random.int(100_000);
  const roll = random.next();
  if (roll < 0.45) return { at, type: 'scale', name, replicas: random.int(8) };
  if (roll < 0.7) return { at, type: 'image', name, image: random.pick(images) };
  if (roll < 0.97) return { at, type: 'delete pod', name, draw: random.next() };
  return { at, type: 'delete deployment', name };
}

function drawFault(random: Random): Step {
  const at = random.int(100_000);
  const forMs = 1000 + random.int(20_000);
  return { at, type: 'fault', forMs, fault: drawKind(random) };
}

function drawKind(random: Random): Fault {
  const component = random.pick(components);
  const events = { type: 'link', from: 'apiserver', to: random.chance(0.3) ? '*' : component } as const;
  const roll = random.next();
  if (roll < 0.2) return { ...events, watchOnly: random.chance(0.7), delayMs: random.int(1500), jitterMs: 1 + random.int(500) };
  if (roll < 0.35) return { ...events, duplicate: 0.2 + random.next() / 2 };
  if (roll < 0.5) return { ...events, cut: 0.02 + random.next() / 10 };
  if (roll < 0.65) return { type: 'link', from: component, to: 'apiserver', delayMs: random.int(800), jitterMs: 1 + random.int(300) };
  // Down for longer than any answer can be under way, so that a restarted loop sees all it did before.
  if (roll < 0.85) return { type: 'crash', component, downMs: 6000 + random.int(5000) };
  if (roll < 0.93) return { type: 'pause', component };
  return { type: 'refuse', component, chance: 0.1 + random.next() / 3 };
}

/** One line a person can read. */
export function describeStep(step: Step): string {
  const { at, type, ...rest } = step;
  return `t=${(at / 1000).toFixed(3)}s ${type} ${JSON.stringify(rest)}`;
}
