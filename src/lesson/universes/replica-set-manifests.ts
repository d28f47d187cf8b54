/** What scenarios about a ReplicaSet apply, and how they change it. */
import type { Target } from './types.ts';

/** A set of Pods that take their time to leave. */
export const setOf = ({ namespace, name, labels, selector }: Target, replicas: number, goodbyeSeconds = 25, minReadySeconds = 0, more = '', image = 'nginx:1.29'): string => `apiVersion: apps/v1
kind: ReplicaSet
metadata: { name: ${name}, namespace: ${namespace} }
spec:
  replicas: ${replicas}
  minReadySeconds: ${minReadySeconds}
  selector: ${JSON.stringify(selector)}
  template:
    metadata:
      labels: ${JSON.stringify(labels)}
      annotations: { contact: shop }
    spec:
      containers:
        - name: nginx
          image: ${image}
          lifecycle: { preStop: { sleep: { seconds: ${goodbyeSeconds} } } }
${more}`;

/** It counts all the same: another Pod beside it would crash as well. */
export const crashing = {
  phase: 'Running',
  containerStatuses: [
    { name: 'nginx', image: 'nginx:1.29', imageID: '', ready: false, restartCount: 7, state: { waiting: { reason: 'CrashLoopBackOff' } } },
  ],
};

/** An owner that is no controller: whoever adopts the Pod owns it beside that. */
export const ofSettings = `  ownerReferences:
    - { apiVersion: v1, kind: ConfigMap, name: settings, uid: 3f0a5c1e-settings }
`;

/** A Pod somebody made by hand; its labels match. */
export const stray = ({ namespace, alsoMatches }: Target, owner = ''): string => `apiVersion: v1
kind: Pod
metadata:
  name: stray
  namespace: ${namespace}
  labels: ${JSON.stringify(alsoMatches)}
${owner}spec:
  containers:
    - { name: nginx, image: "nginx:1.29" }
`;

export const scale = ({ namespace, name }: Target, replicas: number): string =>
  `kubectl scale rs ${name} -n ${namespace} --replicas=${replicas}`;
