/** The command line of `grade`. */
import { parseArgs } from 'node:util';
import { wholeNumber } from '../whole-number.ts';

export const usage = `grade FILE|FOLDER …    what each did in the exercise's universes; of a certificate: which of its facts hold
  --universes N       instead of as many as the lesson asks for
  --points N          what an exercise is worth, 100 by default: its stages count alike, each by the universes that converged
  --csv FILE          a row for each exercise of each file
  --html FILE         a page of the class, made from the same rows
  --feedback FOLDER   a text for each learner: what was seen, when, and one question
  --journal FILE      what is graded already, so that a second run goes on; one folder's is beside it: .NAME.converge-grades.jsonl
                      (further --journal FILE are read, and not written)
  --part I/N          one of N parts, from 0/N: for several machines; it ends with 0 once all of it is graded
  --json              for other programs
Folders are searched for .json files, those below too.`;

export interface GradeCommand {
  /** Files and folders, as they were named. */
  readonly paths: readonly string[];
  readonly universes: number | undefined;
  readonly points: number;
  readonly csv: string | undefined;
  readonly html: string | undefined;
  readonly feedback: string | undefined;
  /** The first is written to. */
  readonly journals: readonly string[];
  readonly part: Part | undefined;
  readonly json: boolean;
}

/** Files whose place leaves the rest `index` when divided by `of`. */
export interface Part {
  readonly index: number;
  readonly of: number;
}

const options = {
  universes: { type: 'string' },
  points: { type: 'string', default: '100' },
  csv: { type: 'string' },
  html: { type: 'string' },
  feedback: { type: 'string' },
  journal: { type: 'string', multiple: true },
  part: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Undefined: help is what was asked for. @throws Error that says which word can't be read. */
export function readOptions(argv: readonly string[]): GradeCommand | undefined {
  const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
  if (values.help) return undefined;
  if (positionals.length === 0) throw new Error('it takes files or folders, and none is named');
  return {
    paths: positionals,
    universes: values.universes === undefined ? undefined : wholeNumber('universes', values.universes),
    points: wholeNumber('points', values.points),
    csv: values.csv,
    html: values.html,
    feedback: values.feedback,
    journals: values.journal ?? [],
    part: values.part === undefined ? undefined : readPart(values.part),
    json: values.json,
  };
}

function readPart(text: string): Part {
  const [, index = '', of = ''] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
  const part = { index: Number(index), of: Number(of) };
  if (index === '' || part.index >= part.of) throw new Error(`--part takes a place and how many there are, such as 0/4 to 3/4, not ${text}`);
  return part;
}
