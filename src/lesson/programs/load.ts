/**
 * Load, as a program beside the cluster: users who keep a Deployment’s Pods busy. The ConfigMap says how much CPU all of them need together.
 * Every five seconds the program shares it out among the ready Pods, as a load balancer would, and notes on each Pod what it uses.
 */
import { ConfigMap, defineController, Deployment, isActive, isReady, labelSelectorMatcher, Pod, type Tools } from 'converge/sdk';

/** What a ConfigMap says of a load; CPU in millicores. */
export interface Load {
  readonly deployment: string;
  readonly millicores: number;
  /** It swings around `millicores`, by so much up and down. */
  readonly swing: number;
  readonly periodSeconds: number;
}

/** Reads a load’s `data`; undefined where that isn’t one. */
export function loadOf(data: Readonly<Record<string, string>> | undefined): Load | undefined {
  const deployment = data?.['deployment'];
  const millicores = Number(data?.['millicores'] ?? Number.NaN);
  if (deployment === undefined || Number.isNaN(millicores)) return undefined;
  return { deployment, millicores, swing: Number(data?.['swing'] ?? 0), periodSeconds: Number(data?.['periodSeconds'] ?? 120) };
}

/** Millicores at this moment. */
export function loadAt({ millicores, swing, periodSeconds }: Load, nowMs: number): number {
  return Math.max(0, Math.round(millicores + swing * wave((nowMs / 1000 / periodSeconds) % 1)));
}

/** A sine of one turn, by Bhaskara’s formula: it has the same digits in every browser. */
function wave(turn: number): number {
  const half = (turn * 2) % 1;
  const height = (16 * half * (1 - half)) / (5 - 4 * half * (1 - half));
  return turn < 0.5 ? height : -height;
}

/** What each of so many Pods gets: whole millicores, the first ones one more where they can’t be equal. */
export function shares(total: number, pods: number): readonly number[] {
  const least = Math.floor(total / pods);
  return Array.from({ length: pods }, (_, index) => least + (index < total - least * pods ? 1 : 0));
}

const annotation = 'converge.dev/cpu-usage';

export const load = defineController({
  name: 'load',
  for: ConfigMap,
  watches: [
    { kind: Deployment, keys: () => [] },
    { kind: Pod, keys: () => [] },
  ],
  keyFor: () => 'changed',
  every: { periodMs: 5000, key: 'five seconds have passed' },
  async reconcile(key, tools) {
    if (key === 'changed') return;
    for (const map of tools.lister(ConfigMap).list()) {
      const found = loadOf(map.data);
      if (found !== undefined) await put(map, found, tools);
    }
  },
});

async function put(map: ConfigMap, found: Load, tools: Tools): Promise<void> {
  const { client, lister, now } = tools;
  const { namespace = '' } = map.metadata;
  const deployment = lister(Deployment).get(`${namespace}/${found.deployment}`);
  if (deployment === undefined) return;
  const total = loadAt(found, now());
  const selects = labelSelectorMatcher(deployment.spec.selector);
  const pods = lister(Pod)
    .list(namespace)
    .filter((pod) => selects(pod.metadata.labels) && isActive(pod) && isReady(pod))
    .sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  for (const [index, milli] of shares(total, pods.length).entries()) {
    const pod = pods[index];
    const uses = `${milli}m`;
    if (pod === undefined || pod.metadata.annotations?.[annotation] === uses) continue;
    await client.patch(Pod, pod, { metadata: { annotations: { [annotation]: uses } } });
  }
  if (map.data?.['now'] !== String(total)) await client.patch(ConfigMap, map, { data: { now: String(total) } });
}
