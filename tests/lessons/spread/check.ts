/** What the function is held against: four laws, each tried with numbers and zones that are drawn; and that the loop around it writes what it says. */
import { type Arbitrary, nat, record, shuffledSubarray } from 'fast-check';
import { ConfigMap, type KubeObject } from 'converge/sdk';
import { lawCase, type Law } from '../../../src/lesson/universes/cases/laws.ts';
import { usualTarget } from '../../../src/lesson/universes/neighbours/target.ts';
import type { Check } from '../../../src/lesson/universes/types.ts';

interface Drawn {
  readonly replicas: number;
  readonly zones: readonly string[];
}

const drawn: Arbitrary<Drawn> = record({ replicas: nat(9), zones: shuffledSubarray(['a', 'b', 'c', 'd'], { minLength: 1 }) });

/** As it should be returned. */
function expectedOf({ replicas, zones }: Drawn): Readonly<Record<string, number>> {
  const sorted = [...zones].sort();
  return Object.fromEntries(sorted.map((zone, place) => [zone, Math.ceil((replicas - place) / zones.length)]));
}

/** The numbers that were returned, by zone; other values are left out. */
function countsIn(returned: unknown): ReadonlyMap<string, number> {
  const entries = typeof returned === 'object' && returned !== null ? Object.entries(returned) : [];
  return new Map(entries.flatMap(([zone, count]) => (typeof count === 'number' ? [[zone, count] as const] : [])));
}

interface SpreadLaw {
  readonly name: string;
  readonly cause: string;
  readonly question: string;
  readonly isBroken: (counts: ReadonlyMap<string, number>, given: Drawn) => boolean;
}

const law = ({ name, cause, question, isBroken }: SpreadLaw) => {
  const spreadLaw: Law<Drawn> = {
    name,
    draws: drawn,
    call: ({ replicas, zones }) => ({ name: 'replicasByZone', values: [replicas, zones] }),
    judge: (given, returned) => (isBroken(countsIn(returned), given) ? { cause, glyph: 'too-few', question } : undefined),
    words: (given, returned) => `${given.replicas} replicas, zones ${given.zones.join(', ')}. Your function returned ${JSON.stringify(returned) ?? 'nothing'}; expected: ${JSON.stringify(expectedOf(given))}.`,
  };
  return lawCase(spreadLaw);
};

const isShop = ({ metadata }: KubeObject): boolean => metadata.namespace === 'default' && metadata.name === 'shop';

export default {
  controller: 'spread',
  entry: 'index.ts',
  function: { file: 'spread.ts', name: 'replicasByZone' },
  cluster: { nodes: 0, profile: 'minimal', withoutControllers: ['*'] },
  subject: { kind: ConfigMap, looksAfter: isShop, writes: ['data.plan'], notes: false },
  target: () => ({ ...usualTarget, name: 'shop' }),
  scenarios: [
    {
      name: 'a shop in one zone',
      async play(stage) {
        await stage.apply('shop.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: shop }\ndata: { replicas: "2", zones: "a" }\n');
        await stage.settles(15_000);
      },
    },
  ],
  cases: [
    law({
      name: 'every zone is named',
      cause: 'left a zone out',
      question: 'Which zones were given, and which of them are in your answer?',
      isBroken: (counts, { zones }) => !zones.every((zone) => counts.has(zone)),
    }),
    law({
      name: 'all replicas are placed, and no other',
      cause: 'lost or made replicas',
      question: 'Add up the numbers of your answer. What became of the rest of the division?',
      isBroken: (counts, { replicas }) => [...counts.values()].reduce((sum, count) => sum + count, 0) !== replicas,
    }),
    law({
      name: 'two zones differ by one at most',
      cause: 'filled one zone more than another',
      question: 'How much is left over when each zone has got the same, and how many zones share that?',
      isBroken: (counts) => Math.max(...counts.values()) - Math.min(...counts.values()) > 1,
    }),
    law({
      name: 'the first zones by name get the rest',
      cause: 'gave the rest to other zones',
      question: 'In which order does your code go through the zones?',
      isBroken: (counts, given) => Object.entries(expectedOf(given)).some(([zone, count]) => counts.get(zone) !== count),
    }),
  ],
  always: [],
  settled: [
    {
      cause: 'left the shop without a plan',
      glyph: 'stood-still',
      question: 'Two replicas, and one zone. What does your function return for them?',
      judge: () => (world) => {
        const data = world.objects(ConfigMap).find(isShop)?.data;
        return data === undefined || data['plan'] === 'a=2' ? undefined : `The shop wants 2 replicas in zone \`a\`, and its plan says: ${data['plan'] ?? 'nothing'}.`;
      },
    },
  ],
} satisfies Check;
