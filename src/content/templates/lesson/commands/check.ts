/** What the commands are held against: a little later one node is lost. */
import { Deployment, Pod, isReady } from 'converge/sdk';
import { mistake } from '../../../../lesson/universes/finding.ts';
import type { Bench } from '../../../../lesson/universes/trials/bench.ts';
import type { Check, Trial } from '../../../../lesson/universes/types.ts';

const alone = mistake('left web with one Pod', 'How many Pods has the Deployment, and how many may be lost?', 'too-few');
const together = mistake('put both on one node', 'On which nodes are the Pods of web?', 'too-few');
const away = mistake('took the service away', 'Which of your commands stops a Pod that serves?', 'too-few');
const many = mistake('asked for too many', 'How many Pods are needed to survive the loss of one node?', 'too-many');

const isServing = (pod: Pod): boolean => pod.metadata.labels?.['app'] === 'web' && pod.metadata.deletionTimestamp === undefined && isReady(pod);
const serving = (bench: Bench): readonly Pod[] => bench.objects(Pod).filter(isServing);

const lostNode: Trial = {
  name: 'a node is lost',
  async judge(bench, random) {
    await bench.run('kubectl create deployment web --image=nginx:1.27');
    await bench.wait(5000);
    bench.always(() => (serving(bench).length === 0 ? { ...away, seen: 'No Pod of web was ready.' } : undefined));
    await bench.runFile('spare.sh');
    await bench.wait(5000);
    const broken = bench.broken();
    if (broken !== undefined) return broken;
    const pods = serving(bench);
    const replicas = bench.objects(Deployment).find(({ metadata }) => metadata.name === 'web')?.spec.replicas ?? 0;
    if (replicas > 3) return { ...many, seen: `web wants ${replicas} Pods.` };
    if (pods.length < 2) return { ...alone, seen: `${pods.length} Pod of web is ready.` };
    const nodes = [...new Set(pods.map(({ spec }) => spec.nodeName))];
    if (nodes.length < 2) return { ...together, seen: `All Pods of web run on ${nodes.join()}.` };
    await bench.run(`converge fault add crash ${random.pick(nodes)} --down=healed`);
    await bench.wait(60_000);
    return bench.broken();
  },
};

export default {
  controller: 'spare.sh',
  entry: 'spare.sh',
  cluster: { nodes: 3 },
  subject: { kind: Deployment, writes: [] },
  scenarios: [],
  trials: [lostNode],
  always: [],
  settled: [],
} satisfies Check;
