/** What the function is held against: Pods of a pool come, with a cost each, and one is deleted. */
import { ConfigMap, Pod, type KubeObject } from 'converge/sdk';
import { usualTarget } from '../../../../lesson/universes/neighbours/target.ts';
import type { Check, Rule, World } from '../../../../lesson/universes/types.ts';

const costKey = 'controller.kubernetes.io/pod-deletion-cost';

const isPool = ({ metadata }: KubeObject): boolean => metadata.namespace === 'default' && metadata.name === 'pool';

const podOf = (name: string, cost: number): string => `apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  labels: { pool: pool }
  finalizers: [example.com/hold]
${cost === 0 ? '' : `  annotations: { ${costKey}: "${cost}" }\n`}spec:
  containers: [{ name: main, image: pause }]
`;

interface Seen {
  readonly said: readonly string[];
  readonly staying: readonly Pod[];
  readonly leaving: readonly string[];
  readonly tooMany: number;
}

const nameOf = ({ metadata: { name = '' } }: KubeObject): string => name;
const costOf = (pod: Pod): number => Number(pod.metadata.annotations?.[costKey] ?? 0);

function observe(world: World): Seen | undefined {
  const data = world.objects(ConfigMap).find(isPool)?.data;
  if (data === undefined) return undefined;
  const pods = world.objects(Pod).filter(({ metadata }) => metadata.namespace === 'default' && metadata.labels?.['pool'] === 'pool');
  const staying = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  return {
    said: (data['surplus'] ?? '').split(' ').filter((name) => name !== ''),
    staying,
    leaving: pods.filter(({ metadata }) => metadata.deletionTimestamp !== undefined).map(nameOf),
    tooMany: Math.max(0, staying.length - Number(data['wanted'])),
  };
}

const rule = (cause: string, question: string, judge: (seen: Seen) => string | undefined): Rule => ({
  cause,
  glyph: 'stood-still',
  question,
  judge: () => (world) => {
    const seen = observe(world);
    return seen && judge(seen);
  },
});

const named = ({ said }: Seen): string => (said.length === 0 ? 'no Pod' : said.map((name) => `\`${name}\``).join(', '));

export default {
  controller: 'surplus',
  entry: 'index.ts',
  cluster: { nodes: 0, profile: 'minimal', withoutControllers: ['*'] },
  subject: { kind: ConfigMap, looksAfter: isPool, writes: ['data.surplus'], notes: false },
  target: () => ({ ...usualTarget, name: 'pool' }),
  scenarios: [
    {
      name: 'Pods come and leave',
      async play(stage) {
        await stage.apply('pool.yaml', `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: pool }\ndata: { wanted: "${stage.random.pick(['1', '2'])}" }\n`);
        for (const name of ['a', 'b', 'c', 'd', 'e']) {
          await stage.apply(`${name}.yaml`, podOf(name, stage.random.pick([0, 10, 9, 100])));
        }
        await stage.settles(15_000);
        await stage.command(`kubectl delete pod ${stage.random.pick(['a', 'b', 'c'])} --wait=false`);
        await stage.settles(15_000);
        await stage.rests(20_000);
      },
    },
  ],
  always: [],
  settled: [
    rule('named a Pod that is being deleted', 'Which Pods will be gone in a moment anyway, and how does your code know them?', (seen) => {
      const leaving = seen.said.find((name) => seen.leaving.includes(name));
      return leaving === undefined ? undefined : `Pod \`${leaving}\` is being deleted, and your function named it.`;
    }),
    rule('named the wrong number', 'How many Pods stay, and how many are wanted?', (seen) =>
      seen.said.length === seen.tooMany ? undefined : `${seen.tooMany} Pods are too many, and your function named ${named(seen)}.`,
    ),
    rule('chose a Pod that costs more', 'Which annotation says what it costs to delete a Pod?', (seen) => {
      const costs = seen.staying.map(costOf).sort((a, b) => a - b);
      const paid = seen.staying.filter((pod) => seen.said.includes(nameOf(pod))).map(costOf).sort((a, b) => a - b);
      return paid.every((cost, index) => cost === costs[index]) ? undefined : `Your function named ${named(seen)}, and others cost less.`;
    }),
    rule('took another of equal cost', 'Two Pods cost the same. Which of them comes first, by their names?', (seen) => {
      const right = [...seen.staying].sort((a, b) => costOf(a) - costOf(b) || (nameOf(a) < nameOf(b) ? -1 : 1)).slice(0, seen.tooMany);
      return right.every((pod) => seen.said.includes(nameOf(pod))) ? undefined : `Your function named ${named(seen)}, where ${right.map((pod) => `\`${nameOf(pod)}\``).join(', ')} would come first.`;
    }),
  ],
} satisfies Check;
