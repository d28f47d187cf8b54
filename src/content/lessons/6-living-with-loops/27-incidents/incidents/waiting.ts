/** Incidents in which something waits for something else: a drain for a budget, a delete for a finalizer, a load for one autoscaler of two. */
import { Deployment, isTrue, Namespace, Node, Pod, PodDisruptionBudget } from 'converge/sdk';
import { deployment } from './manifests.ts';
import type { Incident } from '../../../../../lesson/universes/incidents/types.ts';

const budget = `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: shop }
spec:
  minAvailable: 3
  selector: { matchLabels: { app: shop } }
`;

/** A budget that allows nothing: three Pods, and three must stay ready. */
export const drained: Incident = {
  name: 'drain',
  async breaks(bench) {
    await bench.apply('shop.yaml', deployment());
    await bench.apply('budget.yaml', budget);
    await bench.apply('news.yaml', deployment({ name: 'news', replicas: 3 }));
    await bench.wait(30_000);
    const since = bench.now();
    await bench.run('kubectl drain node-2 --ignore-daemonsets --timeout=60s');
    return since;
  },
  loops: () => ['kubectl'],
  objects: () => ['PodDisruptionBudget/shop'],
  questions: {
    loop: {
      'controller/disruption': 'This loop counts, and its count is right: no disruption is allowed. Which loop asks again and again, and is refused?',
      scheduler: 'Two nodes take Pods, and no Pod waits for one. Which loop tries to end a Pod?',
      kubelet: 'The kubelet ends Pods that are deleted. Is this one?',
      'controller/replicaset': 'Three Pods are desired and three are there. Who wants one of them to go?',
      apiserver: 'The API server refuses an eviction, and says so to the one who asked for it. Which loop asks again and again?',
      other: 'A drain is a loop as well: it asks for an eviction, and tries again. Where does it run?',
    },
    object: {
      Node: 'The node is cordoned, as it should be. What refuses to let the last Pod go?',
      Pod: 'This Pod is to go, and could come back elsewhere. Which object says that it must not go?',
      Deployment: 'It asks for three Pods, and three are meant. Which other object has a number that leaves no room?',
      other: '`kubectl get pdb` shows how many disruptions are allowed. For which budget is it 0?',
    },
    moment: 'The budget allowed nothing from the beginning. When did someone ask for an eviction?',
  },
  repair: `kubectl patch pdb shop --type=merge -p '{"spec":{"minAvailable":2}}'; kubectl drain node-2 --ignore-daemonsets --timeout=60s`,
  isWell: (bench) => !bench.objects(Pod).some(({ spec }) => spec.nodeName === 'node-2') && bench.objects(PodDisruptionBudget).length === 1,
};

const settings = `apiVersion: v1
kind: ConfigMap
metadata: { name: settings, namespace: trial, finalizers: [example.com/backup] }
data: { color: teal }
`;

/** A finalizer waits for a controller that is gone. */
export const ghost: Incident = {
  name: 'namespace',
  async breaks(bench) {
    await bench.run('kubectl create namespace trial');
    await bench.apply('trial.yaml', deployment({ namespace: 'trial' }));
    await bench.apply('settings.yaml', settings);
    await bench.wait(25_000);
    const since = bench.now();
    await bench.run('kubectl delete namespace trial --wait=false');
    await bench.wait(70_000);
    return since;
  },
  loops: () => ['controller/namespace'],
  objects: () => ['ConfigMap/trial/settings'],
  // The loop waits five seconds before it deletes what is in the namespace: the ConfigMap’s `deletionTimestamp` is a moment as good.
  laterMs: 7_000,
  questions: {
    loop: {
      'controller/garbage-collector': 'It deletes what has lost its owner. Which loop deletes what is in a namespace that goes?',
      kubelet: 'Its Pods are gone. Which loop takes the namespace away when it is empty?',
      apiserver: 'The API server has stored the delete: `deletionTimestamp` is there. Which loop has to finish it?',
      other: 'The namespace goes when nothing is left in it. Which loop empties it, and writes why it can’t go on into its status?',
    },
    object: {
      Namespace: 'Its own finalizer is taken away when it is empty. What is left in it? `kubectl get namespace trial -o yaml` says it in the conditions.',
      other: 'A condition of the namespace names a finalizer. Which object has it?',
    },
    moment: 'The finalizer did no harm while the ConfigMap was to stay. When was its namespace deleted?',
  },
  repair: `kubectl patch configmap settings --namespace=trial --type=merge -p '{"metadata":{"finalizers":null}}'`,
  isWell: (bench) => !bench.objects(Namespace).some(({ metadata }) => metadata.name === 'trial'),
};

const scaler = (name: string, maxReplicas: number): string => `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: ${name} }
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: shop }
  minReplicas: 2
  maxReplicas: ${maxReplicas}
  metrics:
    - type: Resource
      resource: { name: cpu, target: { type: Utilization, averageUtilization: 50 } }
`;

/** What the metrics server reads from a Pod. */
const usage = (cpu: string): string => `converge.dev/cpu-usage=${cpu}`;

/** A second autoscaler for the same Pods: then neither acts. */
export const twins: Incident = {
  name: 'noon',
  async breaks(bench) {
    await bench.apply('shop.yaml', deployment({ replicas: 2, annotations: ' converge.dev/cpu-usage: 50m ' }));
    await bench.apply('shop-scaler.yaml', scaler('shop', 8));
    await bench.wait(60_000);
    const since = bench.now();
    await bench.apply('peak-scaler.yaml', scaler('shop-peak', 20));
    await bench.wait(40_000);
    await bench.run(`kubectl annotate pods -l app=shop ${usage('200m')} --overwrite`);
    await bench.wait(60_000);
    return since;
  },
  loops: () => ['controller/horizontal-pod-autoscaler'],
  objects: () => ['HorizontalPodAutoscaler/shop-peak'],
  // The loop passes every 15 s: the first pass that is refused is a moment as good as the write.
  laterMs: 18_000,
  questions: {
    loop: {
      'controller/deployment': 'It has as many Pods as its `spec.replicas` asks for. Which loop should have raised that number?',
      'controller/replicaset': 'As many Pods exist as its ReplicaSet asks for. Which loop should have raised the number?',
      scheduler: 'No Pod waits for a node. Which loop should have asked for more Pods?',
      other: 'Two Pods are desired, and there are two. Which loop turns the dial when the load rises?',
    },
    object: {
      'HorizontalPodAutoscaler/shop': 'This one scaled well until a certain moment. What came then? Its condition `ScalingActive` says why it stopped.',
      Deployment: 'It is the target. Which object’s loop writes its `spec.replicas`, and what stands in the conditions there?',
      Pod: 'Its use is high, and known. What keeps the autoscaler from acting on it?',
      other: '`kubectl describe hpa shop`: which condition is `False`, and for which reason?',
    },
    moment: 'The load came later. When did the loop begin to refuse?',
  },
  repair: 'kubectl delete hpa shop-peak',
  isWell: (bench) => (bench.objects(Deployment).find(({ metadata }) => metadata.name === 'shop')?.spec.replicas ?? 0) > 2,
};

/** A node that nothing reaches, and whose Pods run on. */
export const lost: Incident = {
  name: 'pod',
  async breaks(bench) {
    await bench.apply('shop.yaml', deployment({ replicas: 6 }));
    await bench.wait(45_000);
    const since = bench.now();
    await bench.run('converge incident begin partition kubelet/node-2');
    await bench.wait(30_000);
    await bench.run('kubectl delete $(kubectl get pods -l app=shop --field-selector=spec.nodeName=node-2 -o name | head -n 1) --wait=false');
    await bench.wait(50_000);
    return since;
  },
  loops: () => ['kubelet/node-2'],
  objects: () => ['Node/node-2'],
  // The last heartbeat came before.
  earlierMs: 12_000,
  questions: {
    loop: {
      'controller/replicaset': 'It has created another Pod in the place of the one that was deleted. Who has to end the old one?',
      'controller/node-lifecycle': 'It has noticed the silence, and marked the node. Which loop is silent?',
      'controller/taint-eviction': 'It deletes the Pods after five minutes. And who ends their containers then?',
      scheduler: 'Each new Pod has got a node. Which Pods don’t come or go as they should, and on which node are they?',
      kubelet: 'Its node has sent a heartbeat in the last ten seconds. Which one hasn’t?',
      other: 'A Pod is `Terminating` for long. Which loop ends containers, and on which node is this Pod?',
    },
    object: {
      Pod: 'This Pod only shows it. What do the other Pods on its node have in common?',
      Deployment: 'It asks for what it should. What does `kubectl get nodes` show?',
      ReplicaSet: 'It asks for what it should. What does `kubectl get nodes` show?',
      Node: 'Look at the time of the last heartbeat. Which node is behind?',
      other: '`kubectl get nodes`: one of them isn’t ready. Which?',
    },
    moment: 'The node is marked 50 to 60 seconds after its last heartbeat. When was that? Its Lease in `kube-node-lease` knows.',
  },
  repair: 'converge incident end',
  isWell: (bench) => bench.objects(Node).every(({ status }) => isTrue(status.conditions, 'Ready')),
};
