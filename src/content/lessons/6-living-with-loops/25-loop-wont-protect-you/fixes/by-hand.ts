/** Fixes of objects that a loop has made from another object: a ReplicaSet, a Pod's image, a Pod's label. */
import { Pod } from 'converge/sdk';
import type { Incident } from '../../../../../lesson/universes/incidents/types.ts';
import { readyPods, shop } from './shop.ts';

/** A ReplicaSet is scaled, and its Deployment scales it back. */
export const copies: Incident = {
  name: 'copies',
  async breaks(bench) {
    await bench.apply('shop.yaml', shop());
    await bench.wait(40_000);
    const since = bench.now();
    await bench.run('kubectl scale $(kubectl get replicaset -o name) --replicas=5');
    await bench.wait(30_000);
    return since;
  },
  loops: () => ['controller/deployment'],
  objects: () => ['Deployment/shop'],
  questions: {
    loop: {
      none: 'How many Pods does the ReplicaSet ask for now, and who wrote that number?',
      'controller/replicaset': 'It makes as many Pods as its ReplicaSet asks for. Who changed what the ReplicaSet asks for?',
      'controller/horizontal': 'Is there an autoscaler in this cluster? `kubectl get hpa` lists them.',
      other: 'The number of the ReplicaSet went from 5 to 3. Which loop writes that number?',
    },
    object: {
      ReplicaSet: 'You changed this one, and it didn’t last. From which object does its loop take the number?',
      Pod: 'Pods are what comes out at the end. In which object does the number stand first?',
      other: 'In which object does a person write how many Pods the shop has?',
    },
    moment: 'Until someone scaled, there was nothing to undo. When was that?',
  },
  repair: 'kubectl scale deployment shop --replicas=5',
  isWell: (bench) => readyPods(bench) === 5,
};

const corrected = `{"spec":{"containers":[{"name":"nginx","image":"nginx:1.29"}]}}`;

/** An image is corrected in each Pod, and a new Pod comes from the old template. */
export const image: Incident = {
  name: 'image',
  async breaks(bench) {
    await bench.apply('shop.yaml', shop({ image: 'nginx:1.92' }));
    await bench.wait(20_000);
    await bench.run(`for pod in $(kubectl get pods -o name); do kubectl patch $pod -p '${corrected}'; done`);
    await bench.wait(40_000);
    const since = bench.now();
    await bench.run('kubectl delete $(kubectl get pods -o name | head -n 1)');
    await bench.wait(40_000);
    return since;
  },
  loops: () => ['controller/replicaset'],
  objects: () => ['Deployment/shop'],
  questions: {
    loop: {
      none: 'One Pod has the wrong image again. Which loop created that Pod, and from what?',
      'controller/deployment': 'The ReplicaSet is the same one as before, and its number is as well. Which loop creates Pods from it?',
      kubelet: 'A kubelet runs the image that stands in the Pod. Who wrote the Pod with this image?',
      scheduler: 'The scheduler gave the new Pod a node. Who created the Pod before that?',
      other: 'Which of the Pods is young? Which loop created it?',
    },
    object: {
      Pod: 'This Pod can be corrected again. From what will the next one be made?',
      ReplicaSet: 'Its template is a copy. In which object does a person write the image, and what would its loop make of your change?',
      other: 'Follow the owners of the young Pod upwards. Which object stands at the top?',
    },
    moment: 'The corrected Pods ran. When did one of them go, so that a new one came?',
  },
  repair: 'kubectl patch deployment shop -p \'{"spec":{"template":{"spec":{"containers":[{"name":"nginx","image":"nginx:1.29"}]}}}}\'',
  isWell: (bench) => readyPods(bench) === 3 && bench.objects(Pod).every(({ spec }) => spec.containers[0]?.image === 'nginx:1.29'),
};

/** A Pod loses its label, so one is missing, and another one is made. */
export const aside: Incident = {
  name: 'aside',
  async breaks(bench) {
    await bench.apply('shop.yaml', shop());
    await bench.wait(30_000);
    const since = bench.now();
    await bench.run('kubectl label $(kubectl get pods -o name | head -n 1) app-');
    await bench.wait(40_000);
    return since;
  },
  loops: () => ['controller/replicaset'],
  objects: () => ['Deployment/shop'],
  questions: {
    loop: {
      none: 'Four Pods are there. Who created the youngest one, and why did it count only two?',
      'controller/deployment': 'The ReplicaSet asks for three, as before. Which loop compares that with the Pods that have its labels?',
      'controller/garbage-collector': 'A Pod without an owner isn’t garbage. Who created one, and isn’t deleting any?',
      kubelet: 'Each kubelet runs the Pods that have its node’s name. Who created one more?',
      other: 'One Pod lost its label, and one more was created. Which loop counts Pods by their labels?',
    },
    object: {
      Pod: 'This Pod is one of those that are counted, or no longer is. Which object says how many there should be?',
      ReplicaSet: 'It asks for three because another object does. Which one has to say two?',
      other: 'In which object does a person write how many Pods the shop has?',
    },
    moment: 'The new Pod came at once when one was missing. When did the other one lose its label?',
  },
  repair: 'kubectl scale deployment shop --replicas=2',
  isWell: (bench) => readyPods(bench) === 2,
};
