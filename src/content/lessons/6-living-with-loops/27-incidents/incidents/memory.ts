/** An incident of etcd: two of three members are down, and nothing is stored any more. */
import { Deployment } from 'converge/sdk';
import { deployment, isRolledOut } from './manifests.ts';
import type { Incident } from '../../../../../lesson/universes/incidents/types.ts';

export const quorum: Incident = {
  name: 'commands',
  cluster: { etcd: 3 },
  async breaks(bench) {
    await bench.apply('shop.yaml', deployment());
    await bench.wait(20_000);
    await bench.run('converge incident begin crash etcd-2 --down=healed');
    await bench.wait(35_000);
    const since = bench.now();
    await bench.run('converge incident begin crash etcd-1 --down=healed');
    await bench.wait(15_000);
    await bench.run('kubectl scale deployment shop --replicas=5');
    await bench.wait(15_000);
    return since;
  },
  loops: () => ['apiserver', 'etcd-0'],
  objects: () => ['Member/etcd-1', 'Member/etcd-2'],
  // Nothing is stored afterwards, so the last write is the latest moment that the timeline and etcd show: a heartbeat, up to ten seconds before.
  earlierMs: 10_000,
  questions: {
    loop: {
      'etcd-1': 'This member does nothing at all. Which component runs, and can’t store what it gets?',
      'etcd-2': 'This member does nothing at all. Which component runs, and can’t store what it gets?',
      controller: 'It can’t write either, and so can’t any other loop. Which component do all of them write through?',
      other: 'No write at all is answered. Which component do all loops write through?',
    },
    object: {
      'Member/etcd-0': 'This member answers. How many more are needed for a majority of three?',
      Deployment: 'It could not be changed, and nothing else could. What stores objects?',
      other: '`etcdctl endpoint health --cluster` asks each member. How many answer, and how many are needed?',
    },
    moment: 'One member less is no harm: two of three are a majority. When was the second one lost? Nothing has been stored since.',
  },
  repair: 'converge incident end; sleep 30; kubectl scale deployment shop --replicas=5',
  isWell: (bench) => isRolledOut(bench) && bench.objects(Deployment).some(({ spec }) => spec.replicas === 5),
};
