/** `lesson check <name> --every-plan`: right answers in every universe that can be derived from their calm runs. */
import { exerciseKeys, keysNamed } from '../../lesson/node/lesson-folder.ts';
import { type PlansPart, type PlansProof, proveEveryPlan } from '../../lesson/node/every-plan.ts';
import { threadGrading } from '../../lesson/node/thread-grading.ts';

/** What the words ask for. */
export interface EveryPlanHow {
  readonly only?: readonly string[] | undefined;
  readonly part?: PlansPart | undefined;
}

/** `2/5`. @throws Error with a sentence about what is wrong. */
export function plansPart(text: string): PlansPart {
  const [part = 0, of = 0] = /^\d+\/\d+$/.test(text) ? text.split('/').map(Number) : [];
  if (part < 1 || part > of) throw new Error(`--part takes a part and how many there are, such as 2/5, not ${text}`);
  return { part, of };
}

/** Resolves with the exit code: 1 when a right answer fails in one. @param name Of a lesson or an exercise; undefined: of all. */
export async function everyPlan(name: string | undefined, { only, part }: EveryPlanHow): Promise<number> {
  const failed: string[] = [];
  let tried = 0;
  for (const key of name === undefined ? exerciseKeys() : keysNamed(name)) {
    console.log(`${key}, ${part === undefined ? 'every plan' : `part ${part.part} of ${part.of} of every plan`}`);
    const proofs = await proveEveryPlan(key, { only, part, report: (proof) => console.log(planLines(key, proof).join('\n')) }, threadGrading());
    if (proofs === undefined) console.log('  no universe is derived here');
    const right = proofs?.filter(isRight) ?? [];
    tried += right.length;
    failed.push(...right.filter((proof) => !holds(proof)).map((proof) => `${key}: ${proof.name}`));
  }
  console.log(failed.length === 0 ? `all ${tried} hold in every plan` : `${failed.length} of ${tried} don't hold:\n${failed.map((each) => `  ${each}`).join('\n')}`);
  return failed.length === 0 ? 0 : 1;
}

const isRight = ({ name }: PlansProof): boolean => !name.startsWith('wrong/');
const holds = ({ failures, broken }: PlansProof): boolean => failures.length === 0 && broken === undefined;

/** What is printed of an answer: of a right one what it came to, of a wrong one that only plans notice, or nothing does. */
export function planLines(key: string, proof: PlansProof): readonly string[] {
  const { name, plans, failures, broken, ms } = proof;
  const [first] = failures;
  const command = first && `see npm run lesson -- universe ${key} --files ${name.replace(/^\w+\//, '')} --plan ${first.seed}`;
  const seconds = `(${(ms / 1000).toFixed(1)} s)`;
  if (broken !== undefined) return [`  FAIL ${name.padEnd(24)} ${broken} ${seconds}`];
  if (!isRight(proof)) {
    const words = first === undefined ? `fails in none of ${plans} plans, and in no other universe` : `fails in plans alone: ${first.cause}, where ${first.weather}; ${command}`;
    return [`  note ${name.padEnd(24)} ${words} ${seconds}`];
  }
  const held = `${plans - failures.length} of ${plans} plans held ${seconds}`;
  return [
    `  ${first === undefined ? 'ok  ' : 'FAIL'} ${name.padEnd(24)} ${held}`,
    ...failures.map(({ seed, cause, scenario, weather }) => `       plan ${seed}: ${cause}, in “${scenario}”, where ${weather}`),
    ...(command === undefined ? [] : [`       ${command}`]),
  ];
}
