/** A lesson's work as it comes from a file: every field is checked, and what isn't ours is refused with a sentence. */
import type { Problem } from '../../session/types.ts';
import { parseLog } from '../../session/parse-log.ts';
import type { Checks } from '../share/checks.ts';
import { cellLanguages } from '../cells/fence.ts';
import type { CauseGroup, Report, StageResult } from '../universes/report.ts';
import type { Failed, Glyph } from '../universes/types.ts';
import { type PlaygroundSetup, mostNodes } from './playground-setup.ts';
import type { WorkVersion } from './versions.ts';
import type { FurtherWork, LessonWork } from './work.ts';
import { parsePredictions } from '../submission.ts';

/** @throws Error of `checks`. */
export function checkWork(checks: Checks, value: unknown, where: string): LessonWork {
  const names = ['version', 'lessonHash', 'files', 'inputs', 'predictions', 'quiz', 'hints', 'report', 'passed', 'passedExercises', 'further', 'bench'];
  const fields = checks.only(value, where, names);
  if (fields['version'] !== 1) throw checks.wrong(`${where}.version`, '1');
  const predictions = parsePredictions(checks, fields['predictions'], `${where}.predictions`);
  const quiz = checks.each(fields['quiz'], `${where}.quiz`, (each, at) => {
    const { first, last, right } = checks.only(each, at, ['first', 'last', 'right']);
    const [from, to] = [checks.number(first, `${at}.first`), checks.number(last, `${at}.last`)];
    return { first: from, last: to, right: checks.yes(right, `${at}.right`) };
  });
  return {
    version: 1,
    lessonHash: checks.text(fields['lessonHash'], `${where}.lessonHash`),
    files: checks.texts(fields['files'], `${where}.files`),
    inputs: checks.texts(fields['inputs'], `${where}.inputs`),
    predictions,
    quiz,
    hints: checks.number(fields['hints'], `${where}.hints`),
    ...(fields['report'] === undefined ? {} : { report: checkKeptReport(checks, fields['report'], `${where}.report`) }),
    passed: checks.yes(fields['passed'], `${where}.passed`),
    ...(fields['passedExercises'] === undefined ? {} : { passedExercises: checkNames(checks, fields['passedExercises'], `${where}.passedExercises`) }),
    ...(fields['further'] === undefined ? {} : { further: checks.each(fields['further'], `${where}.further`, (each, at) => checkFurther(checks, each, at)) }),
    ...(fields['bench'] === undefined ? {} : { bench: checkBench(checks, fields['bench'], `${where}.bench`) }),
  };
}

const checkNames = (checks: Checks, value: unknown, where: string): readonly string[] =>
  checks.list(value, where).map((each, index) => checks.text(each, `${where}[${index}]`));

function checkFurther(checks: Checks, value: unknown, where: string): FurtherWork {
  const { hints, report } = checks.only(value, where, ['hints', 'report']);
  return {
    hints: checks.number(hints, `${where}.hints`),
    ...(report === undefined ? {} : { report: checkKeptReport(checks, report, `${where}.report`) }),
  };
}

function checkBench(checks: Checks, value: unknown, where: string): PlaygroundSetup {
  const fields = checks.only(value, where, ['seed', 'nodes', 'etcd', 'controlPlanes', 'cells', 'made']);
  const count = (name: string): number => checks.number(fields[name], `${where}.${name}`);
  const one = <N extends number>(name: string, among: readonly N[]): N => {
    const found = among.find((each) => each === count(name));
    if (found === undefined) throw checks.wrong(`${where}.${name}`, `one of ${among.join(', ')}`);
    return found;
  };
  if (!Number.isInteger(count('nodes')) || count('nodes') > mostNodes) throw checks.wrong(`${where}.nodes`, `at most ${mostNodes}`);
  return {
    seed: count('seed'),
    nodes: count('nodes'),
    made: count('made'),
    etcd: one('etcd', [1, 3, 5]),
    controlPlanes: one('controlPlanes', [1, 2, 3]),
    cells: checks.list(fields['cells'], `${where}.cells`).map((each, index) => {
      const at = `${where}.cells[${index}]`;
      const { id, language } = checks.only(each, at, ['id', 'language']);
      const known = cellLanguages.find((name) => name === language);
      if (known === undefined) throw checks.wrong(`${at}.language`, `one of ${cellLanguages.join(', ')}`);
      const called = checks.text(id, `${at}.id`);
      if (!/^[\w-]{1,60}$/.test(called)) throw checks.wrong(`${at}.id`, 'letters, digits and hyphens');
      return { id: called, language: known };
    }),
  };
}

function checkKeptReport(checks: Checks, value: unknown, where: string): NonNullable<LessonWork['report']> {
  const { report, files } = checks.only(value, where, ['report', 'files']);
  return { report: checkReport(checks, report, `${where}.report`), files: checks.texts(files, `${where}.files`) };
}

function checkReport(checks: Checks, value: unknown, where: string): Report {
  const { universes, passed, left, groups, stages } = checks.only(value, where, ['universes', 'passed', 'left', 'groups', 'stages']);
  return {
    universes: checks.number(universes, `${where}.universes`),
    passed: checks.number(passed, `${where}.passed`),
    left: checks.number(left, `${where}.left`),
    groups: checks.list(groups, `${where}.groups`).map((each, index) => checkGroup(checks, each, `${where}.groups[${index}]`)),
    ...(stages === undefined ? {} : { stages: checks.list(stages, `${where}.stages`).map((each, index) => checkStage(checks, each, `${where}.stages[${index}]`)) }),
  };
}

function checkStage(checks: Checks, value: unknown, where: string): StageResult {
  const { name, status } = checks.only(value, where, ['name', 'status']);
  const known = (['met', 'now', 'later'] as const).find((each) => each === status);
  if (known === undefined) throw checks.wrong(`${where}.status`, 'met, now or later');
  return { name: checks.text(name, `${where}.name`), status: known };
}

function checkGroup(checks: Checks, value: unknown, where: string): CauseGroup {
  const { cause, glyph, failures } = checks.only(value, where, ['cause', 'glyph', 'failures']);
  return {
    cause: checks.text(cause, `${where}.cause`),
    glyph: checkGlyph(checks, glyph, `${where}.glyph`),
    failures: checks.list(failures, `${where}.failures`).map((each, index) => checkFailed(checks, each, `${where}.failures[${index}]`)),
  };
}

const failedTexts = ['cause', 'scenario', 'weather', 'seen', 'question'] as const;

function checkFailed(checks: Checks, value: unknown, where: string): Failed {
  const fields = checks.only(value, where, ['ok', 'seed', 'glyph', 'at', 'revision', 'about', 'problem', 'log', ...failedTexts]);
  const text = (name: (typeof failedTexts)[number]): string => checks.text(fields[name], `${where}.${name}`);
  if (fields['ok'] !== false) throw checks.wrong(`${where}.ok`, 'false');
  return {
    ok: false,
    seed: checks.number(fields['seed'], `${where}.seed`),
    glyph: checkGlyph(checks, fields['glyph'], `${where}.glyph`),
    at: checks.number(fields['at'], `${where}.at`),
    revision: checks.number(fields['revision'], `${where}.revision`),
    cause: text('cause'),
    scenario: text('scenario'),
    weather: text('weather'),
    seen: text('seen'),
    ...(fields['about'] === undefined ? {} : { about: checks.text(fields['about'], `${where}.about`) }),
    question: text('question'),
    ...(fields['problem'] === undefined ? {} : { problem: checkProblem(checks, fields['problem'], `${where}.problem`) }),
    ...(fields['log'] === undefined ? {} : { log: parseLog(fields['log']) }),
  };
}

function checkProblem(checks: Checks, value: unknown, where: string): Problem {
  const names = ['title', 'message', 'file', 'line', 'column', 'sourceLines', 'squiggle', 'hint'];
  const { title, message, file, line, column, sourceLines, squiggle, hint } = checks.only(value, where, names);
  const words = {
    title: checks.text(title, `${where}.title`),
    message: checks.text(message, `${where}.message`),
    hint: checks.text(hint, `${where}.hint`),
  };
  const lines = (): NonNullable<Problem['sourceLines']> =>
    checks.list(sourceLines, `${where}.sourceLines`).map((each, index) => {
      const at = `${where}.sourceLines[${index}]`;
      const { line: number, text } = checks.only(each, at, ['line', 'text']);
      return { line: checks.number(number, `${at}.line`), text: checks.text(text, `${at}.text`) };
    });
  const underlined = (): NonNullable<Problem['squiggle']> => {
    const { from, to } = checks.only(squiggle, `${where}.squiggle`, ['from', 'to']);
    return { from: checks.number(from, `${where}.squiggle.from`), to: checks.number(to, `${where}.squiggle.to`) };
  };
  return {
    ...words,
    ...(file === undefined ? {} : { file: checks.text(file, `${where}.file`) }),
    ...(line === undefined ? {} : { line: checks.number(line, `${where}.line`) }),
    ...(column === undefined ? {} : { column: checks.number(column, `${where}.column`) }),
    ...(sourceLines === undefined ? {} : { sourceLines: lines() }),
    ...(squiggle === undefined ? {} : { squiggle: underlined() }),
  };
}

const glyphs: readonly Glyph[] = ['too-many', 'too-few', 'stood-still', 'orphan', 'waiting', 'restless', 'threw', 'hung'];

function checkGlyph(checks: Checks, value: unknown, where: string): Glyph {
  const found = glyphs.find((glyph) => glyph === value);
  if (found === undefined) throw checks.wrong(where, `one of ${glyphs.join(', ')}`);
  return found;
}

/** @throws Error of `checks`. */
export function checkVersion(checks: Checks, value: unknown, where: string): WorkVersion {
  const fields = checks.only(value, where, ['at', 'why', 'lessonHash', 'files', 'inputs']);
  return {
    at: checks.number(fields['at'], `${where}.at`),
    why: checks.text(fields['why'], `${where}.why`),
    lessonHash: checks.text(fields['lessonHash'], `${where}.lessonHash`),
    files: checks.texts(fields['files'], `${where}.files`),
    inputs: checks.texts(fields['inputs'], `${where}.inputs`),
  };
}
