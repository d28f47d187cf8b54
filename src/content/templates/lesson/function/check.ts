/** What the function is held against: four laws, each tried with Pods that are drawn; and that the loop around it writes what it says. */
import { array, boolean, constantFrom, nat, record, type Arbitrary } from 'fast-check';
import { ConfigMap, type KubeObject } from 'converge/sdk';
import { lawCase, type Law } from '../../../../lesson/universes/cases/laws.ts';
import { usualTarget } from '../../../../lesson/universes/neighbours/target.ts';
import type { Check } from '../../../../lesson/universes/types.ts';

interface DrawnPod {
  readonly name: string;
  /** As the annotation says it; undefined: it doesn't. */
  readonly cost: string | undefined;
  readonly isLeaving: boolean;
}

interface Pool {
  readonly wanted: number;
  readonly pods: readonly DrawnPod[];
}

const pool: Arbitrary<Pool> = record({
  wanted: nat(3),
  pods: array(record({ cost: constantFrom(undefined, '0', '9', '10', '-1'), isLeaving: boolean() }), { maxLength: 6 }),
  names: constantFrom('abcdef', 'fedcba', 'dbface'),
}).map(({ wanted, pods, names }) => ({ wanted, pods: pods.map((pod, index) => ({ name: names.charAt(index), ...pod })) }));

/** The Pod as the function gets it. */
const podOf = ({ name, cost, isLeaving }: DrawnPod) => ({
  metadata: {
    namespace: 'default',
    name,
    ...(cost === undefined ? {} : { annotations: { 'controller.kubernetes.io/pod-deletion-cost': cost } }),
    ...(isLeaving ? { deletionTimestamp: '2026-01-01T00:00:00Z' } : {}),
  },
  spec: { containers: [{ name: 'main', image: 'pause' }] },
  status: { phase: 'Running' },
});

const costOf = ({ cost = '0' }: DrawnPod): number => Number(cost);
const stayingIn = ({ pods }: Pool): readonly DrawnPod[] => pods.filter(({ isLeaving }) => !isLeaving);
const tooManyIn = (drawn: Pool): number => Math.max(0, stayingIn(drawn).length - drawn.wanted);

/** Those that are too many, as they should be named. */
const expectedIn = (drawn: Pool): readonly DrawnPod[] =>
  [...stayingIn(drawn)].sort((a, b) => costOf(a) - costOf(b) || (a.name < b.name ? -1 : 1)).slice(0, tooManyIn(drawn));

interface SurplusLaw {
  readonly name: string;
  readonly cause: string;
  readonly question: string;
  /** Whether the function broke it when it named these Pods. */
  readonly isBroken: (named: readonly DrawnPod[], drawn: Pool, returned: unknown) => boolean;
}

const law = ({ name, cause, question, isBroken }: SurplusLaw) => {
  const surplusLaw: Law<Pool> = {
    name,
    draws: pool,
    call: ({ pods, wanted }) => ({ name: 'surplusPods', values: [pods.map(podOf), wanted] }),
    judge: (drawn, returned) => {
      const named = drawn.pods.filter((pod) => Array.isArray(returned) && returned.includes(pod.name));
      return isBroken(named, drawn, returned) ? { cause, glyph: 'stood-still', question } : undefined;
    },
    words: (drawn, returned) => `${wordsOf(drawn)} Your function returned ${JSON.stringify(returned) ?? 'nothing'}; expected: ${JSON.stringify(expectedIn(drawn).map((pod) => pod.name))}.`,
  };
  return lawCase(surplusLaw);
};

function wordsOf({ pods, wanted }: Pool): string {
  const each = pods.map(({ name, cost, isLeaving }) => `\`${name}\`${cost === undefined ? '' : `, which costs ${cost}`}${isLeaving ? ', being deleted' : ''}`);
  return `${each.length === 0 ? 'There are no Pods' : `The Pods: ${each.join('; ')}`}; ${wanted} wanted.`;
}

const isPool = ({ metadata }: KubeObject): boolean => metadata.namespace === 'default' && metadata.name === 'pool';

const costsOf = (pods: readonly DrawnPod[]): string => pods.map(costOf).sort((a, b) => a - b).join();

export default {
  controller: 'surplus',
  entry: 'index.ts',
  function: { file: 'surplus.ts', name: 'surplusPods' },
  cluster: { nodes: 0, profile: 'minimal', withoutControllers: ['*'] },
  subject: { kind: ConfigMap, looksAfter: isPool, writes: ['data.surplus'], notes: false },
  target: () => ({ ...usualTarget, name: 'pool' }),
  scenarios: [
    // Whatever the function says of this pool, all but an empty answer are right: it proves that the loop writes it.
    {
      name: 'one Pod, and none wanted',
      async play(stage) {
        await stage.apply('pool.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: pool }\ndata: { wanted: "0" }\n');
        await stage.apply('a.yaml', 'apiVersion: v1\nkind: Pod\nmetadata: { name: a, labels: { pool: pool } }\nspec: { containers: [{ name: main, image: pause }] }\n');
        await stage.settles(15_000);
      },
    },
  ],
  cases: [
    law({
      name: 'no Pod that is being deleted is named',
      cause: 'named a Pod that is being deleted',
      question: 'Which Pods will be gone in a moment anyway, and how does your code know them?',
      isBroken: (named) => named.some(({ isLeaving }) => isLeaving),
    }),
    law({
      name: 'as many are named as are too many',
      cause: 'named the wrong number',
      question: 'How many Pods stay, and how many are wanted?',
      isBroken: (named, drawn, returned) => !Array.isArray(returned) || returned.length !== tooManyIn(drawn) || named.length !== returned.length,
    }),
    law({
      name: 'those that cost least come first',
      cause: 'chose a Pod that costs more',
      question: 'Which annotation says what it costs to delete a Pod?',
      isBroken: (named, drawn) => costsOf(named) !== costsOf(expectedIn(drawn)),
    }),
    law({
      name: 'of equal costs the first by name comes first',
      cause: 'took another of equal cost',
      question: 'Two Pods cost the same. Which of them comes first, by their names?',
      isBroken: (named, drawn) => !expectedIn(drawn).every((pod) => named.includes(pod)),
    }),
  ],
  always: [],
  settled: [
    {
      cause: 'left the pool as it was',
      glyph: 'stood-still',
      question: 'One Pod is there and none is wanted. What does your function return for it?',
      judge: () => (world) => {
        const data = world.objects(ConfigMap).find(isPool)?.data;
        return data === undefined || data['surplus'] === 'a' ? undefined : `\`a\` is too many, and the pool says: ${data['surplus'] ?? 'nothing'}.`;
      },
    },
  ],
} satisfies Check;
