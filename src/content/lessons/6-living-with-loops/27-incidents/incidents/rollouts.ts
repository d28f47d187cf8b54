/** Incidents about rollouts and traffic: an image that isn't there, a Service that finds no Pod. */
import { EndpointSlice, Pod } from 'converge/sdk';
import { deployment, isRolledOut, service } from './manifests.ts';
import type { Incident } from '../../../../../lesson/universes/incidents/types.ts';

/** A new version with a slip of the pen in its image. */
export const typo: Incident = {
  name: 'rollout',
  async breaks(bench) {
    await bench.apply('shop.yaml', deployment({ replicas: 6 }));
    await bench.wait(40_000);
    const since = bench.now();
    await bench.run('kubectl set image deployment shop nginx=ngnix:1.29.1');
    await bench.wait(60_000);
    return since;
  },
  loops: (bench) => bench.objects(Pod).flatMap(({ spec, status }) => (status.phase === 'Pending' && spec.nodeName !== undefined ? [`kubelet/${spec.nodeName}`] : [])),
  objects: () => ['Deployment/shop'],
  questions: {
    loop: {
      'controller/deployment': 'A new ReplicaSet is there, and the old one has fewer Pods. So this loop has done its step. What does it wait for?',
      'controller/replicaset': 'As many Pods exist as the two ReplicaSets ask for. In what state are the newest ones?',
      scheduler: 'Look at the newest Pods with `kubectl get pods -o wide`. Do they have a node?',
      other: 'Follow the newest Pod: it is created, it gets a node, its image is pulled, it starts. Which step isn’t done, and which loop does it?',
    },
    object: {
      Pod: 'This Pod shows the trouble. Where does its image come from, and would a change of the Pod last?',
      ReplicaSet: 'The ReplicaSet has its template from somewhere. In which object does a person set the image?',
      Node: 'Other Pods run on this node. What do the events of the new Pod say?',
      other: 'What do the events of a new Pod say? In which object does that word stand, which a person has written?',
    },
    moment: 'The kubelet fails from the first Pod of the new version on. When was that version set?',
  },
  repair: 'kubectl set image deployment shop nginx=nginx:1.29.1',
  isWell: (bench) => isRolledOut(bench),
};

/** Someone has added a label to what the Service looks for. */
export const silent: Incident = {
  name: 'site',
  async breaks(bench) {
    await bench.apply('shop.yaml', deployment());
    await bench.apply('service.yaml', service);
    await bench.wait(35_000);
    const since = bench.now();
    await bench.run(`kubectl patch service shop -p '{"spec":{"selector":{"tier":"front"}}}'`);
    await bench.wait(20_000);
    await bench.run('kubectl scale deployment shop --replicas=5');
    await bench.wait(25_000);
    return since;
  },
  loops: () => ['controller/endpointslice'],
  objects: () => ['Service/shop'],
  questions: {
    loop: {
      kubelet: 'Its Pods run and are ready. How does a request get from the name `shop` to one of them?',
      'kube-proxy': 'It sends requests to the addresses that it finds in EndpointSlices. Which addresses stand there?',
      'controller/endpoints': 'This one writes the older kind, Endpoints. Which loop writes what kube-proxy reads?',
      other: 'A request goes to a Service, then to an address in its EndpointSlice, then to a Pod. Which of these is empty, and which loop fills it?',
    },
    object: {
      Deployment: 'Its Pods are there, and ready. What looks for them, and by which labels?',
      Pod: 'This Pod is ready. By which labels is it looked for, and which does it have?',
      other: '`kubectl get endpointslices` shows no address. Which object says what Pods to look for?',
    },
    moment: 'The Pods were there before and after. When did the Service begin to look for others?',
  },
  repair: `kubectl patch service shop -p '{"spec":{"selector":{"tier":null}}}'`,
  isWell: (bench) => bench.objects(EndpointSlice).some(({ metadata, endpoints }) => metadata.labels?.['kubernetes.io/service-name'] === 'shop' && (endpoints ?? []).length > 0),
};
