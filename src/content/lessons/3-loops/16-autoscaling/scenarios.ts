/** What happens to the load of a Deployment: what its autoscaler has to live through. */
import type { Scenario, Stage } from '../../../../lesson/universes/types.ts';

/** What each Pod requests, and how much of it it should use: 50 millicores. */
const requests = 100;
export const target = 50;

interface Load {
  readonly millicores: number;
  readonly swing?: number;
  readonly periodSeconds?: number;
}

const loadOf = ({ target: { namespace, name } }: Stage, { millicores, swing = 0, periodSeconds = 120 }: Load): string => `apiVersion: v1
kind: ConfigMap
metadata: { name: load, namespace: ${namespace} }
data: { deployment: ${name}, millicores: "${millicores}", swing: "${swing}", periodSeconds: "${periodSeconds}" }
`;

const targetOf = ({ target: { namespace, name, labels, selector } }: Stage, replicas: number, limits: readonly [number, number]): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}, namespace: ${namespace} }
spec:
  replicas: ${replicas}
  selector: ${JSON.stringify(selector)}
  template:
    metadata: { labels: ${JSON.stringify(labels)} }
    spec:
      terminationGracePeriodSeconds: 1
      containers:
        - { name: nginx, image: "nginx:1.29", resources: { requests: { cpu: ${requests}m } } }
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: ${name}, namespace: ${namespace} }
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: ${name} }
  minReplicas: ${limits[0]}
  maxReplicas: ${limits[1]}
  metrics:
    - { type: Resource, resource: { name: cpu, target: { type: Utilization, averageUtilization: ${target} } } }
`;

/** The program shares it out within five seconds. */
async function put(stage: Stage, load: Load): Promise<void> {
  await stage.apply('load.yaml', loadOf(stage, load));
  await stage.wait(6000);
}

/** As many millicores as keep so many Pods at their target, nearly. */
const forPods = ({ random }: Stage, pods: number): number => pods * target - random.int(4);

/** Until each Pod’s use has been measured, and the number has followed. */
const steadyMs = 150_000;
/** The window, the pause between two passes, and a little. */
const shrinksWithinMs = 360_000;

async function begin(stage: Stage, pods: number, limits: readonly [number, number]): Promise<void> {
  const { namespace } = stage.target;
  if (namespace !== 'default') await stage.apply('namespace.yaml', `apiVersion: v1\nkind: Namespace\nmetadata: { name: ${namespace} }\n`);
  await put(stage, { millicores: forPods(stage, pods) });
  await stage.apply('web.yaml', targetOf(stage, pods, limits));
  await stage.wait(steadyMs);
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'a load that swings',
    async play(stage) {
      await begin(stage, 4, [1, 12]);
      const periodSeconds = 90 + stage.random.int(60);
      await put(stage, { millicores: 280, swing: 230, periodSeconds });
      await stage.wait(600_000);
    },
  },
  {
    name: 'a load that rises',
    async play(stage) {
      const pods = 1 + stage.random.int(3);
      await begin(stage, pods, [1, 20]);
      await put(stage, { millicores: forPods(stage, pods * (2 + stage.random.int(4))) });
      await stage.wait(200_000);
      await stage.settles(shrinksWithinMs);
    },
  },
  {
    name: 'a load that falls',
    async play(stage) {
      const pods = 6 + stage.random.int(6);
      await begin(stage, pods, [1, 15]);
      await put(stage, { millicores: forPods(stage, 1 + stage.random.int(3)) });
      await stage.settles(shrinksWithinMs);
    },
  },
  {
    name: 'a load beyond the limits',
    async play(stage) {
      await begin(stage, 3, [2, 5]);
      await put(stage, { millicores: forPods(stage, 12) });
      await stage.wait(steadyMs);
      await put(stage, { millicores: 10 });
      await stage.settles(shrinksWithinMs);
    },
  },
];
