/** A class as rows: what the CSV holds, and what the page of a class is made of. */
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { predictionWords, questionWords } from '../answers.ts';
import { isolationCell } from '../isolation.ts';
import { missingWords, plain } from '../print.ts';
import type { Entry, Outcome } from './entry.ts';
import { pointsFor, type StageCount } from './points.ts';
import type { Likeness } from './similar.ts';

/** One exercise of one file, all as text; numbers are plain digits. The columns stand in this order. */
export interface Row {
  readonly file: string;
  /** The learner's; empty: the file doesn't say. */
  readonly name: string;
  /** Key of the exercise, or `certificate`. */
  readonly lesson: string;
  readonly status: Status;
  readonly points: string;
  /** Points for all. */
  readonly of: string;
  readonly passed: string;
  readonly universes: string;
  /** `calm 20/20; late and double 31/50` */
  readonly stages: string;
  /** The commonest, and what was seen in its first universe, with the question that helps. */
  readonly cause: string;
  readonly seen: string;
  readonly question: string;
  /** `5 of 6, 4 at once` */
  readonly questions: string;
  /** The same of the questions that the lesson begins with. */
  readonly recall: string;
  /** `3 of 4, 2 settled` */
  readonly predictions: string;
  readonly similar: string;
  /** What kept the code apart: `complete`, or what the system lacked; empty: nothing was run. */
  readonly isolation: string;
  readonly notes: string;
}

export const statuses = ['passed', 'failed', 'not handed in', 'not graded'] as const;

export type Status = (typeof statuses)[number];

/** @param worth Points of an exercise. @param similar By exercise. */
export function rowsOf(entry: Entry, worth: number, similar: ReadonlyMap<string, readonly Likeness[]>): readonly Row[] {
  const { file, name, lesson = '', outcomes, questions, recall, predictions, certificate, lacks, unfit } = entry;
  const whose = { ...empty, file: plain(file), name: plain(name), of: String(worth), questions: questionWords(questions), recall: questionWords(recall), predictions: predictionWords(predictions) };
  if (unfit !== undefined) return [{ ...whose, lesson: plain(lesson), status: 'not graded', points: '0', notes: plain(unfit) }];
  const isolation = lacks === undefined ? '' : isolationCell(lacks);
  if (certificate !== undefined) {
    const { facts } = certificate;
    const held = facts.filter(({ holds }) => holds).length;
    const status: Status = held === facts.length ? 'passed' : 'failed';
    const broken = facts.filter(({ holds }) => !holds).map(({ slug, seen }) => `${slug}: ${seen}`);
    return [{ ...whose, of: '', lesson: 'certificate', status, isolation, notes: plain([`${held} of ${facts.length} facts hold`, ...broken].join('; ')) }];
  }
  return outcomes.map((outcome) => ({ ...whose, isolation, ...outcomeCells(outcome, worth), similar: plain(similarWords(file, similar.get(outcome.lesson) ?? [])) }));
}

const empty: Row = {
  file: '',
  name: '',
  lesson: '',
  status: 'failed',
  points: '',
  of: '',
  passed: '',
  universes: '',
  stages: '',
  cause: '',
  seen: '',
  question: '',
  questions: '',
  recall: '',
  predictions: '',
  similar: '',
  isolation: '',
  notes: '',
};

function outcomeCells({ lesson, report, stages, notes, missing }: Outcome, worth: number): Partial<Row> {
  if (missing !== undefined) return { lesson, status: 'not handed in', points: '0', isolation: '', notes: plain([missingWords(missing), ...notes].join('; ')) };
  const { passed, universes, left, groups } = report;
  const status: Status = passed === universes ? 'passed' : 'failed';
  const [first] = groups;
  const [failure] = first?.failures ?? [];
  return {
    lesson,
    status,
    points: String(pointsFor(stages, worth)),
    passed: String(passed),
    universes: String(universes),
    stages: stages.map(stageWords).join('; '),
    cause: plain(first?.cause ?? ''),
    seen: plain(failure?.seen ?? ''),
    question: plain(failure?.question ?? ''),
    notes: plain([...(left === 0 ? [] : [`${left} were not run`]), ...notes].join('; ')),
  };
}

/** `late and double 31/50` */
const stageWords = ({ name, passed, universes }: StageCount): string => `${name} ${passed}/${universes}`;

/** Of those that are most alike. */
const namedAlike = 3;

function similarWords(file: string, all: readonly Likeness[]): string {
  const others = all.flatMap(({ left, right, share }) => (left === file ? [[right, share] as const] : right === file ? [[left, share] as const] : []));
  const named = others.slice(0, namedAlike).map(([other, share]) => `${other} (${share === 1 ? 'the same' : `${Math.floor(share * 100)} %`})`);
  return [...named, ...(others.length > namedAlike ? [`${others.length - namedAlike} more`] : [])].join('; ');
}

/**
 * A cell that begins as a formula would is written with an apostrophe before it: spreadsheets run formulas. So is what stands behind a
 * semicolon: where numbers have a decimal comma, it parts cells.
 */
export const csvOf = (rows: readonly Row[]): string =>
  stringify([Object.keys(empty), ...rows.map((row) => Object.values({ ...empty, ...row }).map(escaped))], { escape_formulas: true, bom: true });

const escaped = (cell: string): string => cell.replaceAll(/;([\s"]*)(?=[=+\-@])/g, ";$1'");
const unescaped = (cell: string): string => cell.replace(/^'(?=[=+\-@])/, '').replaceAll(/;([\s"]*)'(?=[=+\-@])/g, ';$1');

/** Without those apostrophes. @throws Error that says what isn't as `csvOf` writes it. */
export function rowsFrom(csv: string): readonly Row[] {
  const records: readonly unknown[] = parse(csv, { bom: true, columns: true, skip_empty_lines: true });
  return records.map((record, index) => {
    const cells = new Map<string, unknown>(Object.entries(record ?? {}));
    const texts = Object.keys(empty).map((column) => {
      const cell = cells.get(column);
      if (typeof cell !== 'string') throw new Error(`it has no column ${column}: it isn’t a table that grade has written`);
      return [column, unescaped(cell)] as const;
    });
    const status = statuses.find((each) => each === cells.get('status'));
    if (status === undefined) throw new Error(`row ${index + 1}: its status is none of ${statuses.join(', ')}`);
    return { ...empty, ...Object.fromEntries(texts), status };
  });
}
