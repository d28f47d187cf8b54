/** Which universes belong to which stage of a check: by what goes wrong in them. For the build: the page is given the result. */
import { createRandom } from '../../engine/index.ts';
import { isOfCases } from './cases/is-of-cases.ts';
import { cloudDraws } from './cloud-faults.ts';
import { drawNames } from './faults.ts';
import { planSlot } from './plans/plan-slot.ts';
import type { CheckStage } from './stages.ts';
import { trialOf } from './trials/trial-of.ts';
import type { Check, CloudFaultName, FaultName, Trial } from './types.ts';

/** What is easier comes first; before all of them, the steps of a check that has any. */
const names = ['calls', 'calm', 'many at once', 'late and double', 'refused', 'restarted', 'the cloud fails', 'all weather'] as const;
type StageName = (typeof names)[number];

/** The stage of a kind of trouble that comes alone. */
const stageOfFault: Readonly<Record<Exclude<FaultName, CloudFaultName>, StageName>> = {
  late: 'late and double',
  uneven: 'late and double',
  doubled: 'late and double',
  slow: 'late and double',
  refused: 'refused',
  cut: 'restarted',
  crash: 'restarted',
};

const isOfCloud = (name: FaultName): name is CloudFaultName => name in cloudDraws;

const stageOfTrouble = (name: FaultName): StageName => (isOfCloud(name) ? 'the cloud fails' : stageOfFault[name]);

/** So many of a large first stage come alone, so that whoever checks for the first time hears soon. */
const fewUniverses = 20;

/** A first stage is large when more would be left than have come alone. */
const largeStage = 2 * fewUniverses;

/** Seeds 1 … `universes` of a check, parted. A stage that it never draws isn't there. */
export function drawStages(check: Check, universes: number): readonly CheckStage[] {
  const lacking = check.faults?.find((name) => isOfCloud(name) && check.draws?.[name] === undefined);
  if (lacking !== undefined) throw new Error(`the check names the trouble "${lacking}", and its draws don't have it: see cloud-faults.ts`);
  const ofTrials = (check.trials ?? []).map(stageOfTrial);
  const seeds = new Map<string, number[]>([...(check.steps?.names ?? []), ...(check.cases === undefined || ofTrials.length === 0 ? [] : ['calls']), ...ofTrials, ...names].map((name) => [name, []]));
  for (let seed = 1; seed <= universes; seed += 1) seeds.get(stageOf(check, seed))?.push(seed);
  const stages = [...seeds].map(([name, all]) => ({ name, seeds: all })).filter((stage) => stage.seeds.length > 0);
  return stages.flatMap((stage, index) => (index === 0 && stage.seeds.length > largeStage ? partedStage(stage) : [stage]));
}

/** Calls of a function are called so; any other large first stage is one in which nothing goes wrong, or everything there is. */
function partedStage({ name, seeds }: CheckStage): readonly CheckStage[] {
  const [few, many] = name === 'calls' ? ['a few calls', 'many calls'] : ['a few', 'many'];
  return [
    { name: few, seeds: seeds.slice(0, fewUniverses) },
    { name: many, seeds: seeds.slice(fewUniverses) },
  ];
}

const stageOfTrial = ({ stage = 'calm' }: Pick<Trial, 'stage'>): string => stage;

/** Draws the names of its faults as the universe will: see `runUniverse`. */
function stageOf(check: Check, seed: number): string {
  if (isOfCases(check, seed)) return 'calls';
  const trial = trialOf(check, seed);
  if (trial !== undefined) return stageOfTrial(trial);
  const step = check.steps?.nameOf(seed);
  if (step !== undefined) return step;
  // Derived from a calm run: a crash, a cache from before, an event withheld.
  if (check.derived !== false && planSlot(seed, check.scenarios.length) !== undefined) return 'restarted';
  const random = createRandom(seed).fork('universe');
  const { trouble, many } = random.pick(check.scenarios);
  const drawn = drawNames(random.fork('faults'), check.faults);
  const [first, ...others] = new Set([...drawn, ...(trouble === undefined ? [] : [trouble])].map(stageOfTrouble));
  if (first === undefined) return many ? 'many at once' : 'calm';
  return others.length === 0 ? first : 'all weather';
}
