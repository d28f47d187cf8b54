/** What runs in the clusters: a shop of nginx Pods. */
import { isReady, Pod } from 'converge/sdk';
import type { Bench } from '../../../../../lesson/universes/trials/bench.ts';

interface ShopFields {
  readonly name?: string;
  readonly namespace?: string;
  readonly replicas?: number;
  readonly image?: string;
}

export const shop = ({ name = 'shop', namespace = 'default', replicas = 3, image = 'nginx:1.29' }: ShopFields = {}): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}, namespace: ${namespace} }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec:
      containers: [{ name: nginx, image: "${image}", resources: { requests: { cpu: 100m } } }]
`;

/** With a Service in front of it. */
export const served = (name = 'shop'): string => `${shop({ name })}---
apiVersion: v1
kind: Service
metadata: { name: ${name} }
spec: { selector: { app: ${name} }, ports: [{ port: 80 }] }
`;

/** Ready Pods with the shop's label. */
export const readyPods = (bench: Bench, namespace = 'default'): number =>
  bench.objects(Pod).filter((pod) => pod.metadata.namespace === namespace && pod.metadata.labels?.['app'] === 'shop' && pod.metadata.deletionTimestamp === undefined && isReady(pod)).length;
