/** What runs in the clusters that break: a shop. */
import { Deployment, isReady, Pod } from 'converge/sdk';
import type { Bench } from '../../../../../lesson/universes/trials/bench.ts';

export interface DeploymentFields {
  readonly name?: string;
  readonly replicas?: number;
  readonly namespace?: string;
  /** Annotations of its Pods, as they stand in a manifest. */
  readonly annotations?: string;
}

/** A Deployment with Pods labelled `app: shop`, which request a tenth of a CPU each. */
export const deployment = ({ name = 'shop', replicas = 3, namespace = 'default', annotations = '' }: DeploymentFields = {}): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}, namespace: ${namespace} }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} }, annotations: {${annotations}} }
    spec:
      containers:
        - name: nginx
          image: nginx:1.29
          resources: { requests: { cpu: 100m } }
`;

export const service = `apiVersion: v1
kind: Service
metadata: { name: shop }
spec:
  selector: { app: shop }
  ports: [{ port: 80 }]
`;

/** Pods of a Deployment that are ready. */
export const readyPods = (bench: Bench, app = 'shop'): readonly Pod[] =>
  bench.objects(Pod).filter((pod) => pod.metadata.labels?.['app'] === app && pod.metadata.deletionTimestamp === undefined && isReady(pod));

/** The Deployment has all its Pods, of its newest template. */
export function isRolledOut(bench: Bench, name = 'shop'): boolean {
  const found = bench.objects(Deployment).find(({ metadata }) => metadata.name === name);
  if (found === undefined) return false;
  const { replicas = 1 } = found.spec;
  const { updatedReplicas = 0, readyReplicas = 0, replicas: all = 0, observedGeneration } = found.status;
  return observedGeneration === found.metadata.generation && updatedReplicas === replicas && readyReplicas === replicas && all === replicas;
}
