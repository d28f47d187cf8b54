/** Incidents in which the API server refuses: a quota, a webhook without a backend, a right that was taken away. */
import { deployment, isRolledOut, readyPods } from './manifests.ts';
import type { Incident } from '../../../../../lesson/universes/incidents/types.ts';

const quota = `apiVersion: v1
kind: ResourceQuota
metadata: { name: pods }
spec: { hard: { pods: "5" } }
`;

/** More Pods are asked for than a quota allows. */
export const full: Incident = {
  name: 'copies',
  async breaks(bench) {
    await bench.apply('quota.yaml', quota);
    await bench.apply('shop.yaml', deployment());
    await bench.wait(50_000);
    const since = bench.now();
    await bench.run('kubectl scale deployment shop --replicas=8');
    await bench.wait(40_000);
    return since;
  },
  loops: () => ['controller/replicaset'],
  objects: () => ['ResourceQuota/pods'],
  questions: {
    loop: {
      'controller/deployment': 'Its ReplicaSet asks for eight Pods. So this loop has done its part. Which one comes next?',
      scheduler: 'The scheduler looks after Pods that exist. Do the missing ones?',
      kubelet: 'A kubelet starts Pods that exist. Do the missing ones?',
      'controller/resourcequota': 'This loop counts what a quota holds, and its count is right. Which loop is refused because of that count?',
      other: 'Eight Pods are desired and five exist. Which loop creates Pods, and what does its object’s event say?',
    },
    object: {
      Deployment: 'Eight Pods are desired, and that is what was meant. What do the events of its ReplicaSet say?',
      ReplicaSet: 'It asks for eight. What was the answer to its loop’s requests? `kubectl describe replicaset` ends with the events.',
      other: 'The API server refuses a create and says why, in an event of the ReplicaSet. Which object does it name?',
    },
    moment: 'Up to five Pods the quota refuses nothing. When were more desired for the first time?',
  },
  repair: `kubectl patch quota pods -p '{"spec":{"hard":{"pods":"8"}}}'`,
  isWell: (bench) => isRolledOut(bench),
};

const guard = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: guard }
webhooks:
  - name: guard.example.com
    clientConfig: { service: { name: guard, namespace: security } }
    rules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods] }]
    failurePolicy: Fail
    sideEffects: None
    admissionReviewVersions: [v1]
`;

/** Each new Pod is to be reviewed by a service that isn't there any more. */
export const guarded: Incident = {
  name: 'restart',
  async breaks(bench) {
    await bench.apply('shop.yaml', deployment({ replicas: 4 }));
    await bench.wait(20_000);
    await bench.apply('guard.yaml', guard);
    await bench.wait(35_000);
    const since = bench.now();
    await bench.run('kubectl delete $(kubectl get pods -l app=shop -o name | head -n 2) --wait=false');
    await bench.wait(50_000);
    return since;
  },
  loops: () => ['controller/replicaset'],
  objects: () => ['ValidatingWebhookConfiguration/guard'],
  questions: {
    loop: {
      'controller/deployment': 'Its ReplicaSet still asks for four Pods. Which loop compares that number with the Pods that are there?',
      scheduler: 'Each Pod that exists has a node. Who should have created the missing ones?',
      kubelet: 'The Pods on its node run. Who should have created the missing ones?',
      apiserver: 'The API server refuses a request, and says so to the one who sent it. Which loop sent it?',
      other: 'Two Pods are missing and don’t exist. Which loop creates Pods, and what does the event of its object say?',
    },
    object: {
      ReplicaSet: 'It asks for the right number. What does the API server answer to its loop? `kubectl describe replicaset` ends with the events.',
      Deployment: 'It asks for the right number. Which object makes the API server refuse the Pods?',
      ClusterRole: 'Authorization has let the request through: the error speaks of a later gate. Which one?',
      other: 'The event names a webhook that failed. Which object tells the API server to ask it?',
    },
    moment: 'The gate was there for a while, and no one wanted to pass. From when on were Pods missing?',
  },
  repair: 'kubectl delete validatingwebhookconfiguration guard',
  isWell: (bench) => readyPods(bench).length === 4,
};

/** The deployment controller may only read ReplicaSets. */
export const rights: Incident = {
  name: 'image',
  async breaks(bench) {
    await bench.apply('shop.yaml', deployment());
    await bench.wait(30_000);
    await bench.run(`kubectl patch clusterrole system:controller:deployment-controller --type=json -p '[{"op":"replace","path":"/rules/3/verbs","value":["get","list","watch"]}]'`);
    await bench.wait(25_000);
    const since = bench.now();
    await bench.run('kubectl set image deployment shop nginx=nginx:1.29.1');
    await bench.wait(45_000);
    return since;
  },
  loops: () => ['controller/deployment'],
  objects: () => ['ClusterRole/system:controller:deployment-controller'],
  questions: {
    loop: {
      'controller/replicaset': 'It has no ReplicaSet to act on with the new image. Which loop creates that one?',
      kubelet: 'No Pod with the new image exists. Which object is the first that is missing?',
      scheduler: 'No Pod waits for a node. Which object is the first that is missing?',
      apiserver: 'The API server answers. Which loop gets an answer that it doesn’t like?',
      other: 'Deployment, ReplicaSet, Pods: which is the first object that is missing, and which loop creates it?',
    },
    object: {
      Deployment: 'The Deployment has the new image. Its loop has seen that, and sent a request. What was the answer?',
      ReplicaSet: 'The old one is as it was. What keeps the loop from creating another?',
      other: '`kubectl auth can-i create replicasets --as=system:serviceaccount:kube-system:deployment-controller` asks what that loop may do. In which object does that stand?',
    },
    moment: 'Without a change there was nothing to create. When did the loop need the right that it lacks?',
  },
  repair: `kubectl patch clusterrole system:controller:deployment-controller --type=json -p '[{"op":"replace","path":"/rules/3/verbs","value":["create","delete","get","list","patch","update","watch"]}]'`,
  isWell: (bench) => isRolledOut(bench),
};
