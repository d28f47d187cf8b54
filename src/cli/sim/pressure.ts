/** A Pod that takes the memory of its node and is never evicted: others are, until it goes. */
import type { Json, Random } from '../../engine/index.ts';
import { workloadNamespace } from './workloads.ts';

export interface Pressure {
  readonly at: number;
  readonly forMs: number;
  readonly node: string;
  /** What it uses. A node has 8 GiB, of which the system takes 300 MiB. */
  readonly memoryMi: number;
}

const path = `/api/v1/namespaces/${workloadNamespace}/pods`;
const name = 'hog';

/** One seed in four has one. */
export function drawPressure(random: Random): readonly Pressure[] {
  if (!random.chance(0.25)) return [];
  const node = `node-${1 + random.int(3)}`;
  return [{ at: 5000 + random.int(100_000), forMs: 15_000 + random.int(60_000), node, memoryMi: 7600 + random.int(250) }];
}

/** What makes it. */
export const hogOf = ({ node, memoryMi }: Pressure): { readonly method: 'POST'; readonly path: string; readonly body: Json } => ({
  method: 'POST',
  path,
  body: {
    metadata: { name, annotations: { 'converge.dev/memory-usage': `${memoryMi}Mi` } },
    spec: {
      nodeName: node,
      priorityClassName: 'system-node-critical',
      terminationGracePeriodSeconds: 1,
      tolerations: [{ operator: 'Exists' }],
      containers: [{ name: 'main', image: 'nginx:1.28' }],
    },
  },
});

/** What ends it. */
export const endOfHog = { method: 'DELETE', path: `${path}/${name}` } as const;
