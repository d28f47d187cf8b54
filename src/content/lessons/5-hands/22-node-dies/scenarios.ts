/** What happens to nodes: what the loop has to live through. */
import { isTrue, Node } from 'converge/sdk';
import type { Scenario, Stage } from '../../../../lesson/universes/types.ts';
import { leaseOf, othersWrite, patch, reports } from './reports.ts';

const component = 'controller/node-lifecycle';
const nodeNames = ['node-1', 'node-2', 'node-3'] as const;
type NodeName = (typeof nodeNames)[number];

/** Nothing passes between the kubelet and the API server. */
const cutOff = ({ command }: Stage, name: string, forMs: number): Promise<void> =>
  command(`converge fault add partition kubelet/${name} --for=${forMs}ms`);

/** A machine of somebody else's, without a kubelet here. */
const nodeOf = (name: string): string => `apiVersion: v1
kind: Node
metadata: { name: ${name} }
`;

const inZone = ({ command }: Stage, name: string, zone: string): Promise<void> => command(`kubectl label node ${name} topology.kubernetes.io/zone=${zone}`);

/** What the API server sends to the loop is under way for so long: its caches are as old. */
const delayed = ({ command }: Stage, bySeconds: number, forSeconds: number): Promise<void> =>
  command(`converge fault add delay apiserver ${component} --by=${bySeconds}s --for=${forSeconds}s`);

/** By now a silent node is marked, and emptied if it may be. Where something goes wrong, it takes longer. */
const settlesSoon = ({ settles, world }: Stage, withinMs = 9000, otherwiseMs = 150_000): Promise<void> => settles(world.calm ? withinMs : otherwiseMs);

/** Every node has reported. */
async function begin(stage: Stage): Promise<void> {
  for (const name of nodeNames) await stage.command(`kubectl label node ${name} seen=yes`);
  await stage.wait(12_000 + stage.random.int(9000));
}

/** Every kubelet has reported again: it notices late that others have written to its node. */
async function allBack(stage: Stage): Promise<void> {
  const isBack = (): boolean => nodeNames.every((name) => stage.world.objects(Node).some(({ metadata, status }) => metadata.name === name && isTrue(status.conditions, 'Ready')));
  for (let polls = 0; polls < 100 && !isBack(); polls += 1) await stage.wait(2000);
  await stage.wait(2000);
  await settlesSoon(stage, 20_000);
}

async function quiet(stage: Stage): Promise<void> {
  await stage.wait(12_000);
  await stage.rests(10_000);
}

/** One, two or three of the nodes, in any order. */
function some({ random }: Stage, count: number): readonly NodeName[] {
  const left: NodeName[] = [...nodeNames];
  return Array.from({ length: count }, () => left.splice(random.int(left.length), 1)).flat();
}

/** More than fifty nodes: one of them is emptied each hundred seconds. */
async function largeZone(stage: Stage): Promise<void> {
  const names = Array.from({ length: 50 }, (_, index) => `node-${index + 4}`);
  await stage.apply('nodes.yaml', names.map(nodeOf).join('---\n'));
  await stage.wait(75_000);
  await settlesSoon(stage);
  await stage.wait(130_000);
  await settlesSoon(stage);
}

export const nodeScenarios: readonly Scenario[] = [
  {
    name: 'a node falls silent and comes back',
    async play(stage) {
      await begin(stage);
      const [name = ''] = some(stage, 1);
      if (stage.random.chance(0.5)) {
        await patch(stage, name, { spec: { unschedulable: true } });
        // Its kubelet is heard of after that.
        await stage.wait(11_000);
      }
      await cutOff(stage, name, stage.world.calm ? 130_000 + stage.random.int(20_000) : 230_000);
      await stage.wait(62_000);
      await settlesSoon(stage);
      await stage.wait(100_000);
      await allBack(stage);
      await quiet(stage);
    },
  },
  {
    name: 'the network fails for a moment, again and again',
    async play(stage) {
      await begin(stage);
      const [first = '', second = ''] = some(stage, 2);
      for (let round = 0; round < 3; round += 1) {
        await cutOff(stage, first, 28_000 + stage.random.int(10_000));
        await stage.wait(stage.random.int(20_000));
        await cutOff(stage, second, 5000 + stage.random.int(30_000));
        await stage.wait(60_000);
      }
      await allBack(stage);
      await quiet(stage);
    },
  },
  {
    name: 'heartbeats come late',
    async play(stage) {
      await begin(stage);
      const [name = ''] = some(stage, 1);
      await stage.command(`converge fault add delay kubelet/${name} apiserver --by=${5 + stage.random.int(20)}s --jitter=5s --for=150s`);
      await stage.wait(160_000);
      await allBack(stage);
      await quiet(stage);
    },
  },
  {
    name: 'the clocks of nodes are wrong',
    async play(stage) {
      await begin(stage);
      const [first = '', second = ''] = some(stage, 2);
      await stage.command(`converge fault add skew kubelet/${first} --by=${stage.random.pick(['-10m', '-40s'])}`);
      await stage.command(`converge fault add skew kubelet/${second} --by=${stage.random.pick(['10m', '2h'])}`);
      await stage.wait(70_000);
      await settlesSoon(stage);
      // The second time, each has written the time of its return by its own clock.
      for (let round = 0; round < 2; round += 1) {
        for (const name of [first, second]) await cutOff(stage, name, 75_000);
        await stage.wait(62_000);
        await settlesSoon(stage, 25_000);
        await allBack(stage);
      }
    },
  },
  {
    name: 'a node never reports',
    async play(stage) {
      await begin(stage);
      await stage.apply('node-4.yaml', nodeOf('node-4'));
      // Another program may be there before the kubelet.
      const conditions = [{ type: 'NetworkUnavailable', status: 'False', reason: 'RouteCreated', message: 'a route was created' }];
      if (stage.random.chance(0.5)) await patch(stage, 'node-4', { status: { conditions } }, '--subresource=status ');
      if (stage.world.calm && stage.random.chance(0.5)) await stage.wait(30_000 + stage.random.int(15_000));
      else {
        await stage.wait(67_000);
        await settlesSoon(stage);
        await stage.wait(7000);
      }
      await stage.command('kubectl delete node node-4');
      // A pass sees that it is gone: a node is known by its name.
      await stage.wait(10_000 + stage.random.int(10_000));
      await stage.apply('node-4.yaml', nodeOf('node-4'));
      await stage.wait(67_000);
      await allBack(stage);
      await quiet(stage);
    },
  },
  {
    name: 'a node has no lease',
    async play(stage) {
      await begin(stage);
      await stage.apply('node-4.yaml', nodeOf('node-4'));
      await stage.wait(1000);
      await reports(stage, 'node-4', 8, 9000 + stage.random.int(2000));
      await settlesSoon(stage);
      await stage.wait(40_000);
      await settlesSoon(stage, 20_000);
      await reports(stage, 'node-4', 2, 20_000);
      await settlesSoon(stage);
    },
  },
  {
    name: 'a node reports at the last moment',
    async play(stage) {
      await begin(stage);
      await stage.apply('node-4.yaml', nodeOf('node-4'));
      await stage.wait(1000);
      await reports(stage, 'node-4', 3, 10_000, { aheadMs: 0 });
      await stage.wait(40_000 + stage.random.int(3000));
      // The loop marks it without knowing of this report.
      await delayed(stage, 9, 20);
      await reports(stage, 'node-4', 1, 30_000, { aheadMs: 0 });
      await reports(stage, 'node-4', 2, 10_000, { aheadMs: 0 });
      await settlesSoon(stage);
    },
  },
  {
    name: 'a node says that it isn’t ready',
    async play(stage) {
      await begin(stage);
      await stage.apply('node-4.yaml', nodeOf('node-4'));
      await stage.wait(1000);
      await reports(stage, 'node-4', 3, 9000 + stage.random.int(2000), { ready: 'False' });
      await settlesSoon(stage);
      // It falls silent without having been ready.
      await stage.wait(60_000);
      await settlesSoon(stage, 20_000);
      await reports(stage, 'node-4', 2, 20_000);
      await settlesSoon(stage);
    },
  },
  {
    name: 'others write to the node as well',
    async play(stage) {
      await begin(stage);
      const [name = ''] = some(stage, 1);
      const theirs = [{ key: 'upgrade', value: 'soon', effect: 'NoExecute' }, { key: 'dedicated', effect: 'NoSchedule' }];
      await patch(stage, name, { spec: { taints: theirs } });
      const conditions = [{ type: 'KernelDeadlock', status: 'False', reason: 'KernelHasNoDeadlock', message: 'kernel has no deadlock' }];
      await stage.command(`kubectl patch node ${name} --subresource=status -p '${JSON.stringify({ status: { conditions } })}'`);
      await stage.apply('leases.yaml', nodeNames.flatMap((each) => ['default', 'kube-system'].map((namespace) => leaseOf(each, namespace))).join('---\n'));
      const cutAt = stage.world.t;
      await cutOff(stage, name, stage.world.calm ? 110_000 : 230_000);
      await othersWrite(stage, name, stage.world.calm ? 3 : 11);
      await stage.wait(Math.max(0, 62_000 + cutAt - stage.world.t));
      await settlesSoon(stage, 9000, 20_000);
      await stage.command(`kubectl taint node ${name} broken=disk:NoExecute`);
      await stage.wait(70_000);
      await allBack(stage);
      await quiet(stage);
    },
  },
  {
    name: 'two nodes fall silent',
    many: true,
    async play(stage) {
      await begin(stage);
      const [first = '', second = ''] = some(stage, 2);
      await cutOff(stage, first, 120_000);
      await stage.wait(stage.random.pick([0, 0, 8000]));
      await cutOff(stage, second, 120_000);
      await stage.wait(62_000);
      await settlesSoon(stage, 25_000);
      await stage.wait(80_000);
      await allBack(stage);
      await quiet(stage);
    },
  },
  {
    name: 'all nodes fall silent',
    many: true,
    async play(stage) {
      await begin(stage);
      const [first = '', ...others] = some(stage, 3);
      await cutOff(stage, first, 400_000);
      await stage.wait(stage.random.pick([0, 25_000, 80_000]));
      const cutAt = stage.world.t + 100_000;
      for (const name of others) await cutOff(stage, name, 210_000);
      await stage.wait(70_000);
      await settlesSoon(stage, 10_000, 110_000);
      // The others are back by now, and so many seconds are left until the first one is.
      await stage.wait(150_000 + cutAt - stage.world.t);
      await settlesSoon(stage, 30_000);
      await stage.wait(100_000);
      await allBack(stage);
      await quiet(stage);
    },
  },
  {
    name: 'most nodes of a zone are lost',
    many: true,
    async play(stage) {
      await begin(stage);
      if (stage.random.chance(0.25)) return largeZone(stage);
      const names = Array.from({ length: 4 + stage.random.int(2) }, (_, index) => `node-${index + 4}`);
      const ready = stage.random.pick([2, 3]);
      const [silent = ''] = some(stage, 1);
      await stage.apply('nodes.yaml', names.map(nodeOf).join('---\n'));
      if (ready === 2) await cutOff(stage, silent, 120_000);
      await stage.wait(80_000);
      await settlesSoon(stage);
      await stage.wait(60_000);
      for (const name of names.slice(1)) await stage.command(`kubectl delete node ${name}`);
      await allBack(stage);
      await quiet(stage);
    },
  },
  {
    name: 'each zone has a pace of its own',
    many: true,
    async play(stage) {
      await begin(stage);
      const names = ['node-4', 'node-5', 'node-6', 'node-7'];
      await stage.apply('nodes.yaml', names.map(nodeOf).join('---\n'));
      for (const [index, name] of [...nodeNames, ...names].entries()) await inZone(stage, name, `zone-${index + 1}`);
      // A second one in a zone: from one pass to the next, none of its nodes is ready.
      await stage.apply('node-8.yaml', nodeOf('node-8'));
      await inZone(stage, 'node-8', 'zone-4');
      for (const name of names) await reports(stage, name, 1, 0);
      await stage.wait(5000);
      await reports(stage, 'node-8', 1, 0);
      const [first = '', second = ''] = some(stage, 2);
      for (const name of [first, second]) await cutOff(stage, name, 120_000);
      await stage.wait(62_000);
      await settlesSoon(stage, 20_000);
      await stage.wait(80_000);
      await allBack(stage);
      await quiet(stage);
    },
  },
  {
    name: 'one zone is in trouble, and another isn’t',
    many: true,
    async play(stage) {
      await begin(stage);
      const [first = '', well = '', other = ''] = some(stage, 3);
      for (const name of [first, well]) await inZone(stage, name, 'zone-1');
      await inZone(stage, other, 'zone-2');
      // Where something else goes wrong, nodes stay lost until the loop has had its time.
      const { calm } = stage.world;
      // It is emptied before its zone is in trouble, and is back before that is over.
      await stage.apply('node-4.yaml', nodeOf('node-4'));
      await inZone(stage, 'node-4', 'zone-1');
      await reports(stage, 'node-4', 1, 0);
      await stage.wait(calm ? 66_000 : 90_000);
      await settlesSoon(stage);
      const lost = ['node-5', 'node-6', 'node-7'];
      await stage.apply('nodes.yaml', lost.map(nodeOf).join('---\n'));
      for (const name of lost) await inZone(stage, name, 'zone-1');
      await cutOff(stage, first, calm ? 140_000 : 400_000);
      await cutOff(stage, other, calm ? 110_000 : 250_000);
      await stage.wait(62_000);
      await settlesSoon(stage, 13_000);
      await reports(stage, 'node-4', calm ? 2 : 8, 15_000);
      await settlesSoon(stage, 9000, 30_000);
      await stage.wait(30_000);
      await allBack(stage);
    },
  },
  {
    name: 'the loop restarts while a node is silent',
    trouble: 'crash',
    async play(stage) {
      await begin(stage);
      const [first = '', second = ''] = some(stage, 2);
      await stage.command(`converge fault add skew kubelet/${second} --by=${stage.random.pick(['-10m', '-1m'])}`);
      await cutOff(stage, first, 250_000);
      await stage.wait(stage.random.pick([30_000, 80_000]));
      await stage.fault({ type: 'restart', component }, 0, 'your loop restarted');
      await stage.wait(70_000);
      await settlesSoon(stage);
      await stage.wait(160_000);
      await allBack(stage);
      await quiet(stage);
    },
  },
  {
    name: 'the write that counts is refused',
    trouble: 'refused',
    async play(stage) {
      await begin(stage);
      const [name = '', other = ''] = some(stage, 2);
      await cutOff(stage, name, 140_000);
      await stage.wait(40_000);
      // A pass that fails is tried again at once: there are more of them meanwhile than one each 5 s.
      await cutOff(stage, other, 28_000);
      for (const verb of ['updateStatus', 'update', 'patch'])
        await stage.fault({ type: 'refuse', component, chance: 1, verb, code: stage.random.pick([409, 503] as const) }, 26_000, `every ${verb} of your loop was refused for 26 s`);
      await stage.wait(30_000);
      await settlesSoon(stage);
      await stage.wait(100_000);
      await allBack(stage);
      await quiet(stage);
    },
  },
];
