/** Fixes of what runs on nodes: a static Pod, kube-proxy's Pod, kube-proxy's DaemonSet. */
import { Pod } from 'converge/sdk';
import type { Bench } from '../../../../../lesson/universes/trials/bench.ts';
import type { Incident } from '../../../../../lesson/universes/incidents/types.ts';
import { served } from './shop.ts';

const page = `apiVersion: v1
kind: Pod
metadata: { name: page }
spec: { containers: [{ name: nginx, image: "nginx:1.29" }] }
`;

/** A static Pod's mirror is deleted, and its kubelet makes another one. */
export const mirror: Incident = {
  name: 'page',
  async breaks(bench) {
    await bench.write('page.yaml', page);
    await bench.run('converge manifest add node-2 page.yaml');
    await bench.wait(45_000);
    const since = bench.now();
    await bench.run('kubectl delete pod page-node-2');
    await bench.wait(30_000);
    return since;
  },
  loops: () => ['kubelet/node-2'],
  objects: () => ['File/node-2/page.yaml'],
  questions: {
    loop: {
      none: 'The Pod’s age began again. Who created it a second time?',
      'controller/replicaset': 'Look at the Pod’s `ownerReferences`. Is its owner a ReplicaSet?',
      'controller/daemonset': 'Look at the Pod’s `ownerReferences`. Is its owner a DaemonSet?',
      kubelet: 'This is the loop of another node. On which node does the Pod run?',
      other: 'The Pod’s name ends with that of a node. Which loop runs Pods that stand in no object?',
    },
    object: {
      Pod: 'The Pod is a mirror. Of what?',
      Node: 'The Pod’s owner is the node, but the node doesn’t say what runs there. What lies in `/etc/kubernetes/manifests`?',
      other: 'The kubelet compares with something that isn’t in the API server. What is it?',
    },
    moment: 'The mirror comes back at once. When was it deleted?',
  },
  repair: 'converge manifest remove node-2 page.yaml',
  isWell: (bench) => !bench.objects(Pod).some(({ metadata }) => metadata.name === 'page-node-2'),
};

const proxies = (bench: Bench): readonly (string | undefined)[] =>
  bench.objects(Pod).flatMap(({ metadata, spec, status }) => (metadata.labels?.['k8s-app'] === 'kube-proxy' && metadata.deletionTimestamp === undefined && status.phase === 'Running' ? [spec.nodeName] : []));

const toOthers = `kubectl label node node-1 node-3 proxy=kube; kubectl patch daemonset kube-proxy -n kube-system -p '{"spec":{"template":{"spec":{"nodeSelector":{"proxy":"kube"}}}}}'`;

/** kube-proxy's Pod is deleted, and its DaemonSet brings it back. */
export const agent: Incident = {
  name: 'proxy',
  cluster: { kubeProxyPods: true },
  async breaks(bench) {
    await bench.apply('shop.yaml', served());
    await bench.wait(50_000);
    const since = bench.now();
    await bench.run('kubectl delete pod -n kube-system -l k8s-app=kube-proxy --field-selector=spec.nodeName=node-2');
    await bench.wait(30_000);
    return since;
  },
  loops: () => ['controller/daemonset'],
  objects: () => ['DaemonSet/kube-system/kube-proxy'],
  questions: {
    loop: {
      none: 'A Pod of kube-proxy runs on `node-2`, and it is young. Which loop created it?',
      'controller/replicaset': 'Look at the Pod’s `ownerReferences`. Which kind is its owner?',
      kubelet: 'The kubelet started the container of a Pod that exists. Who created the Pod?',
      scheduler: 'The scheduler bound the Pod to the one node that it names. Who wanted one there?',
      'kube-proxy': 'It is what runs in the Pod. Who created the Pod?',
      other: 'The Pod has an owner: `kubectl get pods -n kube-system -o yaml`. Which loop acts for that kind?',
    },
    object: {
      Pod: 'This Pod can be deleted again and again. Which object says that one belongs on `node-2`?',
      Node: 'The node could repel the Pod, if the Pod didn’t tolerate everything. Which object says on which nodes it runs?',
      other: 'Which object says on which nodes kube-proxy runs?',
    },
    moment: 'The Pod was missing for a moment only. When was it deleted?',
  },
  repair: toOthers,
  isWell: (bench) => proxies(bench).length === 2 && !proxies(bench).includes('node-2'),
};

/** kube-proxy's DaemonSet is deleted: nothing brings it back. */
export const agents: Incident = {
  name: 'site',
  cluster: { kubeProxyPods: true },
  async breaks(bench) {
    await bench.apply('shop.yaml', served());
    await bench.run('kubectl get daemonset kube-proxy -n kube-system -o yaml | grep -v resourceVersion > backup.yaml');
    await bench.wait(35_000);
    const since = bench.now();
    await bench.run('kubectl delete daemonset kube-proxy -n kube-system');
    await bench.wait(40_000);
    await bench.apply('news.yaml', served('news'));
    await bench.wait(20_000);
    return since;
  },
  loops: () => ['none'],
  objects: () => ['DaemonSet/kube-system/kube-proxy'],
  questions: {
    loop: {
      'controller/daemonset': 'It creates Pods for DaemonSets that exist. Which one would it act for here?',
      'controller/garbage-collector': 'This loop deleted the Pods whose owner was gone. Does it make anything?',
      'controller/endpointslice': 'The slice of `news` has its addresses. Which loop makes rules of them, and does it run?',
      kubelet: 'A kubelet runs Pods that exist. Are there any of kube-proxy?',
      other: '`kubectl get pods -n kube-system`: which loop could bring back what is missing, and from which object?',
    },
    object: {
      Service: 'The Service has an address, and its slice is filled. What should have made rules of that on each node?',
      Pod: 'This Pod runs and is ready. What is missing between the Service’s address and the Pod?',
      Node: 'Nothing is wrong with the node itself. What ran on each node until someone deleted something?',
      other: 'Which object, that isn’t there any more, made a Pod on each node?',
    },
    moment: 'The old Service works by the rules that are left. When was it that they began to grow old?',
  },
  repair: 'kubectl apply -f backup.yaml',
  isWell: (bench) => proxies(bench).length === 3,
};
