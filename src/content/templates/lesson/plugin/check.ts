/** What the plugin is held against: nodes that are quiet and others, and Pods that are loud and others. */
import { Pod } from 'converge/sdk';
import { mistake } from '../../../../lesson/universes/finding.ts';
import type { Bench } from '../../../../lesson/universes/trials/bench.ts';
import type { CaseFinding, Check, Trial } from '../../../../lesson/universes/types.ts';

const onQuiet = mistake('put a loud Pod on a quiet node', 'Which label has the node, and which has the Pod? Which of them does your code read?', 'too-many');
const keptAway = mistake('kept another Pod away', 'This Pod isn’t loud. What does your code say of it?', 'waiting');
const anyValue = mistake('took any value for true', 'The label is there, and its value is `false`. What does your code compare?', 'waiting');
const noReason = mistake('gave no reason', 'Who asks why a Pod waits reads the reasons of each filter. Which does yours give?', 'too-few');
const forgotten = mistake('forgot a Pod that waits', 'The node isn’t quiet any more. What wakes the Pod that was rejected for it?', 'waiting');

const nodeManifest = (name: string, cpu: number, labels: Readonly<Record<string, string>>): string => {
  const capacity = { cpu: `${cpu}`, memory: '16Gi', pods: '30' };
  return `${JSON.stringify({ apiVersion: 'v1', kind: 'Node', metadata: { name, labels: { 'converge.dev/simulate': 'true', ...labels } }, status: { capacity, allocatable: capacity } })}\n`;
};

const podManifest = (name: string, labels: Readonly<Record<string, string>>): string => {
  const containers = [{ name: 'main', image: 'pause', resources: { requests: { cpu: '900m' } } }];
  return `${JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name, labels }, spec: { containers } })}\n`;
};

const podOf = (bench: Bench, name: string): Pod | undefined => bench.objects(Pod).find(({ metadata }) => metadata.name === name);

/** The node that the Pod got; undefined: none. */
async function placed(bench: Bench, name: string, labels: Readonly<Record<string, string>>): Promise<string | undefined> {
  await bench.apply(`${name}.yaml`, podManifest(name, labels));
  await bench.wait(3000);
  return podOf(bench, name)?.spec.nodeName;
}

/** Without the plugin every Pod would go to the larger node. */
const bothNodes: Trial = {
  name: 'a quiet node and another',
  async judge(bench, random) {
    const [large, small] = random.pick([['amber', 'birch'], ['birch', 'amber']] as const);
    await bench.apply('large.yaml', nodeManifest(large, 64, { quiet: 'true' }));
    await bench.apply('small.yaml', nodeManifest(small, 4, random.pick([{}, { quiet: 'false' }])));
    if ((await placed(bench, 'loud', { loud: 'true' })) !== small) return { ...onQuiet, seen: `The Pod \`loud\` ought to be on ${small}. ${whereIs(bench, 'loud')}` };
    if ((await placed(bench, 'other', {})) !== large) return { ...keptAway, seen: `A Pod without labels ought to be on ${large}, which has more room. ${whereIs(bench, 'other')}` };
    if ((await placed(bench, 'low', { loud: 'false' })) !== large) return { ...anyValue, seen: `A Pod with \`loud: "false"\` ought to be on ${large}, which has more room. ${whereIs(bench, 'low')}` };
    return undefined;
  },
};

function whereIs(bench: Bench, name: string): string {
  const node = podOf(bench, name)?.spec.nodeName;
  return node === undefined ? 'It has no node.' : `It is on ${node}.`;
}

const onlyQuiet: Trial = {
  name: 'nothing but quiet nodes',
  async judge(bench): Promise<CaseFinding | undefined> {
    await bench.apply('amber.yaml', nodeManifest('amber', 8, { quiet: 'true' }));
    const node = await placed(bench, 'loud', { loud: 'true' });
    if (node !== undefined) return { ...onQuiet, seen: `The Pod \`loud\` is on ${node}.` };
    const why = podOf(bench, 'loud')?.status.conditions?.find(({ type }) => type === 'PodScheduled')?.message ?? '';
    if (!why.includes('want it quiet')) return { ...noReason, seen: `The Pod \`loud\` waits, and its condition says: ${why === '' ? 'nothing' : why}` };
    await bench.run('kubectl label node amber quiet-');
    await bench.wait(20_000);
    return podOf(bench, 'loud')?.spec.nodeName === 'amber' ? undefined : { ...forgotten, seen: 'amber lost its label 20 s ago, and the Pod `loud` still waits.' };
  },
};

export default {
  controller: 'scheduler/Quiet',
  entry: 'quiet.ts',
  cluster: { nodes: 0 },
  subject: { kind: Pod, writes: [] },
  scenarios: [],
  trials: [bothNodes, onlyQuiet],
  always: [],
  settled: [],
} satisfies Check;
