/** Two loops over one field, a wrong file that is carried out, a deletion that is carried out. */
import { Deployment } from 'converge/sdk';
import type { Incident } from '../../../../../lesson/universes/incidents/types.ts';
import { readyPods, shop } from './shop.ts';

const scaler = `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: shop }
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: shop }
  minReplicas: 2
  maxReplicas: 4
  metrics: [{ type: Resource, resource: { name: cpu, target: { type: Utilization, averageUtilization: 50 } } }]
`;

/** A Deployment is scaled beyond what its autoscaler allows. */
export const sale: Incident = {
  name: 'sale',
  async breaks(bench) {
    await bench.apply('shop.yaml', shop({ replicas: 2 }));
    await bench.apply('scaler.yaml', scaler);
    await bench.wait(60_000);
    const since = bench.now();
    await bench.run('kubectl scale deployment shop --replicas=6');
    await bench.wait(45_000);
    return since;
  },
  loops: () => ['controller/horizontal-pod-autoscaler'],
  objects: () => ['HorizontalPodAutoscaler/shop'],
  // Its loop has a pass every 15 seconds.
  laterMs: 18_000,
  questions: {
    loop: {
      none: 'The Deployment asks for two now, and someone asked for six. Which loop writes that field?',
      'controller/deployment': 'It obeys the number of the Deployment. Which loop changed that number?',
      'controller/replicaset': 'It obeys the number of its ReplicaSet. Where does that number stand first?',
      other: '`kubectl get events` says who changed the number of the Deployment. Which loop is it?',
    },
    object: {
      Deployment: 'You changed its number, and a loop changed it back. By which object does that loop go?',
      ReplicaSet: 'Its number follows from the Deployment’s. Which object has limits for that one?',
      other: 'Which object says how many the shop may have?',
    },
    moment: 'The autoscaler had no reason to act until someone asked for six. When was that?',
  },
  repair: `kubectl patch hpa shop --type=merge -p '{"spec":{"minReplicas":6,"maxReplicas":8}}'`,
  isWell: (bench) => readyPods(bench) === 6,
};

/** An old file is applied, and each loop does as it says. */
export const file: Incident = {
  name: 'file',
  async breaks(bench) {
    await bench.apply('shop.yaml', shop({ replicas: 5 }));
    await bench.wait(55_000);
    const since = bench.now();
    await bench.apply('old.yaml', shop({ replicas: 1, image: 'nginx:1.27' }));
    await bench.wait(60_000);
    return since;
  },
  loops: () => ['none'],
  objects: () => ['Deployment/shop'],
  questions: {
    loop: {
      'controller/deployment': 'It compares the Pods with the Deployment. Does it find a difference?',
      'controller/replicaset': 'It compares the Pods with the ReplicaSet. Does it find a difference?',
      'controller/horizontal': 'Is there an autoscaler in this cluster? `kubectl get hpa` lists them.',
      other: 'What would this loop have to know in order to ask for five copies? Where does that stand?',
    },
    object: {
      ReplicaSet: 'Its number is what its Deployment asks for. Which object did the old file change?',
      Pod: 'One Pod is desired and one runs. Which object says one?',
      other: 'Which object did the old file change?',
    },
    moment: 'The loops began at once. When was the old file applied?',
  },
  repair: 'kubectl scale deployment shop --replicas=5',
  isWell: (bench) => readyPods(bench) === 5,
};

/** A namespace is deleted, and a change of what is in it saves nothing. */
export const trial: Incident = {
  name: 'trial',
  async breaks(bench) {
    await bench.apply('namespace.yaml', 'apiVersion: v1\nkind: Namespace\nmetadata: { name: trial }\n');
    await bench.apply('trial.yaml', shop({ namespace: 'trial' }));
    await bench.wait(25_000);
    const since = bench.now();
    await bench.run('kubectl delete namespace trial --wait=false; kubectl scale deployment shop --namespace=trial --replicas=6');
    await bench.wait(40_000);
    return since;
  },
  loops: () => ['controller/namespace'],
  objects: () => ['Namespace/trial'],
  // What was scaled is undone when it is deleted, after its Pods.
  laterMs: 7_000,
  questions: {
    loop: {
      none: 'The Deployment was scaled, and then it was deleted. Who sent that request?',
      'controller/garbage-collector': 'It deletes what has lost its owner. Who deleted the owner, and everything else in there?',
      'controller/deployment': 'It doesn’t delete Deployments. Who empties a namespace that is to go?',
      'controller/replicaset': 'It lost its ReplicaSet as well. Who empties a namespace that is to go?',
      kubelet: 'A kubelet ends the containers of Pods that are deleted. Who deleted the Pods?',
      other: 'Everything in `trial` was deleted, whatever its kind. Which loop does that?',
    },
    object: {
      'Deployment/trial': 'It was changed, and then it went with all the rest. What must be there before it can be made again?',
      Node: 'The nodes carried out what they were told. Which object was deleted by a person?',
      other: 'Which object did the person delete?',
    },
    moment: 'The loop that empties began at once. The cluster has forgotten the namespace, and the timeline hasn’t. What was done there, and when?',
  },
  repair: 'kubectl apply -f namespace.yaml; kubectl apply -f trial.yaml; kubectl scale deployment shop --namespace=trial --replicas=6',
  isWell: (bench) => bench.objects(Deployment).some(({ metadata }) => metadata.namespace === 'trial') && readyPods(bench, 'trial') === 6,
};
