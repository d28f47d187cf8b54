/** `lesson check [name] [--universes N] [--quick] [--mutants]`: are its exercises sound? `lesson mutate <name>`: does its check notice mistakes? `lesson reports <name>`: do its questions help? */
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { fullName } from '../../lesson/node/lesson-folder.ts';
import { newExercise } from '../../lesson/node/new-exercise.ts';
import { newLesson, newSubjects } from '../../lesson/node/new-lesson.ts';
import { wholeNumber } from '../whole-number.ts';
import { printedHelp } from './arguments.ts';
import { check } from './check.ts';
import { everyPlan, plansPart } from './every-plan.ts';
import { mutate } from './mutate.ts';
import { reports } from './reports.ts';
import { universe, universeRequest } from './universe.ts';

const usage = `lesson new <number>-<name> [--subject S]   a lesson that passes its own check; S is ${newSubjects.join(', ')}
lesson new 6-quorum/restore [--subject S]      a further exercise of a lesson
lesson check [name] [--universes N]      run the cells; prove start, solution, right and wrong answers; --mutants: the check as well;
                                        --quick: what fails ends once its cause leads clearly, right answers run in 60
lesson check [name] --every-plan         right answers in every universe that can be derived from their calm runs;
                                        --only right/live-reads,solution: these answers alone; --part 2/5: a part of the plans
lesson mutate name                      try the check with mutants of the solution; see docs/authoring.md
lesson reports name                     each wrong answer beside the report that a learner sees; see docs/authoring.md
lesson universe name [--files start|solution|<answer>] [--file PATH] [--seed N] [--plan N] [--json]
                                        one universe: what broke, what was logged and refused; --file: of an answer that
                                        stands elsewhere; --plan: a derived one, by the number that --every-plan says;
                                        --json: the verdict as data, with its log
Of a lesson with several exercises, 6-quorum/restore names one: of its checks, mutants and universes. 6/restore is short for it, and 12 for
12-replicaset.`;

const optionsOf = {
  new: { subject: { type: 'string', default: 'controller' } },
  check: {
    universes: { type: 'string' },
    quick: { type: 'boolean', default: false },
    mutants: { type: 'boolean', default: false },
    'every-plan': { type: 'boolean', default: false },
    only: { type: 'string' },
    part: { type: 'string' },
  },
  universe: { files: { type: 'string', default: 'solution' }, file: { type: 'string' }, seed: { type: 'string', default: '1' }, plan: { type: 'string' }, json: { type: 'boolean', default: false } },
} as const;

/** Resolves with the exit code: 0 when everything holds, 1 when not, 2 for a wrong command. `--help` prints what there is. */
export async function lessonCommand(argv: readonly string[]): Promise<number> {
  const [verb, ...args] = argv;
  if (verb === 'mutate') return mutate(args);
  if (verb === 'reports') return reports(args);
  if (printedHelp(usage, argv)) return 0;
  const run = readCommand(verb, args);
  if (typeof run === 'function') return run();
  console.error(run === undefined ? usage : `lesson ${verb}: ${run}\n${usage}`);
  return 2;
}

/** What the words ask for; a text says what is wrong with them. */
function readCommand(verb: string | undefined, args: readonly string[]): (() => number | Promise<number>) | string | undefined {
  try {
    if (verb === 'new') {
      const { values, name } = read(args, optionsOf.new);
      return name === undefined ? 'it takes the name of a lesson' : () => create(name, values.subject);
    }
    if (verb === 'check') {
      const { values, name } = read(args, optionsOf.check);
      if (values['every-plan']) {
        const how = { only: values.only?.split(','), part: values.part === undefined ? undefined : plansPart(values.part) };
        return () => everyPlan(name, how);
      }
      if ((values.only ?? values.part) !== undefined) throw new Error('--only and --part belong to --every-plan');
      const universes = values.universes === undefined ? 0 : wholeNumber('universes', values.universes);
      return () => check(name, { universes, quick: values.quick, mutants: values.mutants });
    }
    if (verb === 'universe') {
      const { values, name } = read(args, optionsOf.universe);
      if (name === undefined) return 'it takes the name of a lesson';
      const request = universeRequest(name, values);
      return () => universe(request);
    }
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** @throws Error for an option that isn't known, or for a second name. */
function read<Options extends NonNullable<Parameters<typeof parseArgs>[0]>['options']>(args: readonly string[], options: Options) {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [name, second] = positionals;
  if (second !== undefined) throw new Error(`it takes one name, and ${second} is a second one`);
  return { values, name: name === undefined ? undefined : fullName(name) };
}

function create(name: string, subject: string): number {
  try {
    const folder = relative(process.cwd(), name.includes('/') ? newExercise({ key: name, subject }) : newLesson({ name, subject }));
    console.log(`made ${folder}`);
    console.log(`next: npm run lesson -- check ${name}, npm run dev, and docs/authoring.md`);
    return 0;
  } catch (error) {
    console.error(`lesson new: ${error instanceof Error ? error.message : String(error)}`);
    return 2;
  }
}
