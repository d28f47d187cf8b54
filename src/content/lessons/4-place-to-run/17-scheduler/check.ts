/** What your plugin has to do: Pods come to nodes of drawn sizes and loads, and each has to go where the node is fullest. */
import { Pod } from 'converge/sdk';
import type { Random } from '../../../../engine/index.ts';
import { type Mistake, mistake } from '../../../../lesson/universes/finding.ts';
import type { Bench } from '../../../../lesson/universes/trials/bench.ts';
import { firstFinding, read } from '../../../../lesson/universes/trials/custom-objects.ts';
import type { CaseFinding, Check, Trial } from '../../../../lesson/universes/types.ts';

const emptier = mistake('took an emptier node', 'Built-in plugins score as well, and prefer emptier nodes. Which score does yours give to each node here, and how much does it weigh?');
const misled = mistake('was misled by a large node', 'On a large node the same Pods take a smaller share. What does your score compare: amounts or shares?');
const oneResource = mistake('looked at one resource only', 'A node can have CPU left and no memory. Which of the two does your score look at?');
const withoutPod = mistake('left the Pod itself out', 'On a small node this Pod takes a larger share than on a large one. How full is each node with the Pod on it?');
const remembered = mistake('counted Pods that are gone', 'Pods have been deleted since. Where does your plugin get its numbers from?', 'orphan');
const machines = mistake('used more machines than it needs', 'Each further machine costs money. When does a Pod open a new one?');
const unplaced = mistake('left a Pod without a node', 'The fullest node may have no room. A score only ranks the nodes that the filters let through: what else does your plugin do?', 'waiting');

/** Amounts in thousandths of a CPU and in mebibytes. */
interface Amounts {
  readonly cpu: number;
  readonly memory: number;
}

interface Machine extends Amounts {
  readonly name: string;
  /** The Pods on it request so much in all. */
  readonly load: Amounts;
}

interface NewPod extends Amounts {
  readonly name: string;
}

const manifest = (object: unknown): string => `${JSON.stringify(object)}\n`;

function nodeManifest({ name, cpu, memory }: Machine): string {
  const capacity = { cpu: `${cpu}m`, memory: `${memory}Mi`, pods: '30' };
  return manifest({ apiVersion: 'v1', kind: 'Node', metadata: { name, labels: { 'converge.dev/simulate': 'true', 'kubernetes.io/hostname': name } }, status: { capacity, allocatable: capacity } });
}

/** With `nodeName` it is there without the scheduler. */
function podManifest({ name, cpu, memory }: NewPod, nodeName?: string): string {
  const resources = { requests: { cpu: `${cpu}m`, memory: `${memory}Mi` } };
  const spec = { terminationGracePeriodSeconds: 0, containers: [{ name: 'main', image: 'nginx:1.27', resources }], ...(nodeName === undefined ? {} : { nodeName }) };
  return manifest({ apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec });
}

const share = ({ cpu, memory, load }: Machine, pod: Amounts): number => 50 * ((load.cpu + pod.cpu) / cpu + (load.memory + pod.memory) / memory);
const fits = ({ cpu, memory, load }: Machine, pod: Amounts): boolean => load.cpu + pod.cpu <= cpu && load.memory + pod.memory <= memory;

/** Fullest first, of those on which the Pod fits. */
const ranked = (all: readonly Machine[], pod: Amounts): readonly Machine[] => all.filter((machine) => fits(machine, pod)).sort((a, b) => share(b, pod) - share(a, pod));

/** So many points the fullest is ahead of the next: more than built-in plugins can make up for. */
const lead = 12;

const percent = (value: number): string => `${Math.round(value)} %`;

const tell = (all: readonly Machine[], pod: Amounts): string => all.map((machine) => `${machine.name} ${percent(share(machine, pod))}${fits(machine, pod) ? '' : ' (no room)'}`).join(', ');

/** Draws anew until it is as wished. */
function drawUntil<T>(draw: () => T, isGood: (drawn: T) => boolean): T {
  for (let attempt = 0; attempt < 100_000; attempt += 1) {
    const drawn = draw();
    if (isGood(drawn)) return drawn;
  }
  throw new Error('nothing of this kind could be drawn');
}

interface Drawn {
  readonly machines: readonly Machine[];
  readonly pod: NewPod;
}

const sizes: readonly Amounts[] = [
  { cpu: 4000, memory: 8192 },
  { cpu: 8000, memory: 16_384 },
  { cpu: 16_000, memory: 32_768 },
];
const names = ['amber', 'birch', 'cedar', 'dove'];

function drawMachine(random: Random, name: string, size: Amounts): Machine {
  const part = (whole: number): number => Math.round((whole * random.int(9)) / 10 / 64) * 64;
  return { name, ...size, load: { cpu: part(size.cpu), memory: part(size.memory) } };
}

function draw(random: Random, isSameSize: boolean): Drawn {
  const size = random.pick(sizes);
  const machines = names.slice(0, 3 + random.int(2)).map((name) => drawMachine(random, name, isSameSize ? size : random.pick(sizes)));
  const least = isSameSize ? size : sizes[0] ?? size;
  const pod = { name: 'new', cpu: 64 * (1 + random.int(Math.floor(least.cpu / 256))), memory: 64 * (1 + random.int(Math.floor(least.memory / 256))) };
  return { machines, pod };
}

function isClear({ machines: all, pod }: Drawn): boolean {
  const [first, second] = ranked(all, pod);
  return first !== undefined && second !== undefined && share(first, pod) - share(second, pod) >= lead;
}

const best = ({ machines: all, pod }: Drawn): string => ranked(all, pod)[0]?.name ?? '';

/** Who would be first by another measure. */
function firstBy({ machines: all, pod }: Drawn, measure: (machine: Machine) => number): string {
  return all.filter((machine) => fits(machine, pod)).sort((a, b) => measure(b) - measure(a))[0]?.name ?? '';
}

const cpuShare = ({ load, cpu }: Machine): number => load.cpu / cpu;
const memoryShare = ({ load, memory }: Machine): number => load.memory / memory;

/** Either resource alone leads to the same node: only a score that prefers another kind of node, or weighs little, fails here. */
const agree = (drawn: Drawn): boolean => [cpuShare, memoryShare].every((measure) => firstBy(drawn, measure) === best(drawn));

/** The nodes, and on each a Pod that requests its load. */
async function furnish(bench: Bench, all: readonly Machine[]): Promise<void> {
  for (const machine of all) await bench.apply(`${machine.name}.yaml`, nodeManifest(machine));
  await bench.wait(3000);
  for (const { name, load } of all) if (load.cpu + load.memory > 0) await bench.apply(`old-${name}.yaml`, podManifest({ name: `old-${name}`, ...load }, name));
  await bench.wait(1000);
}

/** The node it went to; '' for none. */
async function place(bench: Bench, pod: NewPod): Promise<string> {
  await bench.apply(`${pod.name}.yaml`, podManifest(pod));
  await bench.wait(1500);
  return read(bench, `pod ${pod.name}`, '.spec.nodeName');
}

async function placed(bench: Bench, { machines: all, pod }: Drawn, wrong: Mistake): Promise<CaseFinding | undefined> {
  const expected = best({ machines: all, pod });
  const node = await place(bench, pod);
  if (node === expected) return undefined;
  const where = `So full would each node be with the Pod on it: ${tell(all, pod)}.`;
  if (node === '') return { ...unplaced, seen: `The Pod has no node. ${where}` };
  return { ...wrong, seen: `The Pod went to ${node}; expected: ${expected}. ${where}` };
}

const trialOf = (name: string, wrong: Mistake, isSameSize: boolean, isGood: (drawn: Drawn) => boolean): Trial => ({
  name,
  async judge(bench, random) {
    const drawn = drawUntil(() => draw(random, isSameSize), (each) => isClear(each) && isGood(each));
    await furnish(bench, drawn.machines);
    return placed(bench, drawn, wrong);
  },
});

const fullest = trialOf('nodes of one size', emptier, true, agree);
const noRoom = trialOf('the fullest has no room', emptier, true, (drawn) => agree(drawn) && drawn.machines.some((machine) => !fits(machine, drawn.pod) && share(machine, { cpu: 0, memory: 0 }) > 60));
const large = trialOf('a large node', misled, false, (drawn) => firstBy(drawn, ({ load }) => load.cpu / 2 + load.memory / 4) !== best(drawn));
const oneFull = trialOf('CPU and memory differ', oneResource, true, (drawn) => [cpuShare, memoryShare].every((measure) => firstBy(drawn, measure) !== best(drawn)));
const podCounts = trialOf('a Pod that counts', withoutPod, false, (drawn) => firstBy(drawn, (machine) => share(machine, { cpu: 0, memory: 0 })) !== best(drawn));

const goneSince: Trial = {
  name: 'Pods that go',
  async judge(bench, random) {
    const size = random.pick(sizes);
    const [first = '', second = '', third = ''] = names;
    const part = (tenths: number): Amounts => ({ cpu: (size.cpu * tenths) / 10, memory: (size.memory * tenths) / 10 });
    const full = [first, second, third].map((name, index) => ({ name, ...size, load: part(index === 0 ? 5 : 0) }));
    await furnish(bench, full);
    const pods = ['one', 'two'].map((name) => ({ name, ...part(2) }));
    for (const pod of pods) {
      const found = await placed(bench, { machines: full, pod }, emptier);
      if (found !== undefined) return found;
    }
    await bench.run(`kubectl delete pod one two old-${first}`);
    await bench.apply('late.yaml', podManifest({ name: 'late', ...part(3) }, second));
    await bench.wait(2000);
    const left = full.map((machine) => ({ ...machine, load: part(machine.name === second ? 3 : 0) }));
    return placed(bench, { machines: left, pod: { name: 'new', ...part(2) } }, remembered);
  },
};

const aDay: Trial = {
  name: 'many Pods, one after another',
  async judge(bench, random) {
    const size = random.pick(sizes);
    const empty = names.map((name) => ({ name, ...size, load: { cpu: 0, memory: 0 } }));
    await furnish(bench, empty);
    const used = new Set<string>();
    for (let nth = 1; nth <= 6; nth += 1) {
      const node = await place(bench, { name: `pod-${nth}`, cpu: size.cpu / 4, memory: size.memory / 4 });
      if (node === '') return { ...unplaced, seen: `The Pod pod-${nth} has no node, and there are empty ones.` };
      used.add(node);
    }
    return used.size <= 2 ? undefined : { ...machines, seen: `Six Pods, each a quarter of a machine, stand on ${used.size} machines: ${[...used].sort().join(', ')}. Two are enough.` };
  },
};

/** Pods of one ReplicaSet, which PodTopologySpread keeps apart; each takes so little that one point is all that packing has to offer: times the weight it has to be more than theirs. */
const ofOneSet: Trial = {
  name: 'Pods of one ReplicaSet',
  async judge(bench, random) {
    const size = random.pick(sizes);
    const [one = '', two = '', three = ''] = names;
    await furnish(bench, [one, two, three].map((name) => ({ name, ...size, load: { cpu: 0, memory: 0 } })));
    const requests = { cpu: `${size.cpu / 80}m`, memory: `${Math.round(size.memory / 80)}Mi` };
    // By default PodTopologySpread tells one Pod from none by 50 points; with this by 100.
    const apart = { maxSkew: 1, topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'ScheduleAnyway', labelSelector: { matchLabels: { app: 'web' } } };
    const spec = { topologySpreadConstraints: [apart], containers: [{ name: 'main', image: 'nginx:1.27', resources: { requests } }] };
    const template = { metadata: { labels: { app: 'web' } }, spec };
    await bench.apply('web.yaml', manifest({ apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: 'web' }, spec: { replicas: 3, selector: { matchLabels: { app: 'web' } }, template } }));
    await bench.wait(3000);
    const used = new Set((await bench.run(`kubectl get pods -l app=web -o jsonpath='{.items[*].spec.nodeName}'`)).text.split(/\s+/).filter((name) => name !== ''));
    if (used.size === 1) return undefined;
    if (used.size === 0) return { ...unplaced, seen: 'The three Pods of a ReplicaSet have no node.' };
    return { ...emptier, seen: `Three small Pods of one ReplicaSet went to ${[...used].sort().join(', ')}; expected: one node for all. PodTopologySpread, with the weight 2, keeps them apart.` };
  },
};

const cordoned: Trial = {
  name: 'the fullest is cordoned',
  async judge(bench, random) {
    const drawn = drawUntil(() => draw(random, true), (each) => {
      const others = { ...each, machines: each.machines.filter(({ name }) => name !== best(each)) };
      return isClear(each) && isClear(others) && agree(others);
    });
    await furnish(bench, drawn.machines);
    const closed = best(drawn);
    await bench.run(`kubectl patch node ${closed} --type=merge -p '{"spec":{"unschedulable":true}}'`);
    await bench.wait(500);
    return firstFinding(() => placed(bench, { ...drawn, machines: drawn.machines.filter(({ name }) => name !== closed) }, emptier));
  },
};

export default {
  controller: 'scheduler/Packing',
  entry: 'packing.ts',
  cluster: { nodes: 0 },
  subject: { kind: Pod, writes: [] },
  scenarios: [],
  trials: [fullest, aDay, large, oneFull, podCounts, noRoom, goneSince, ofOneSet, cordoned],
  always: [],
  settled: [],
} satisfies Check;
