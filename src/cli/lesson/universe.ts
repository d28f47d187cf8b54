/** `lesson universe <name> [--files X] [--file PATH] [--seed N] [--plan N] [--json]`: one universe, and what its code has logged and was refused in it. */
import { existsSync, readFileSync } from 'node:fs';
import { type LessonExercise, loadCheck, readExercise } from '../../lesson/node/lesson-folder.ts';
import type { LoggedLine, RefusedRequest } from '../../lesson/universes/observer.ts';
import type { Verdict } from '../../lesson/universes/types.ts';
import { UnfitError } from '../../lesson/universes/unfit-error.ts';
import { runUniverse } from '../../lesson/universes/universe.ts';
import { inSeconds } from '../../lesson/universes/words.ts';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { sessionParts } from '../../session/parts.ts';
import { wholeNumber } from '../whole-number.ts';
import { numberOf } from './arguments.ts';

/** A universe as it is told. */
export interface UniverseReport {
  readonly key: string;
  /** `solution`, `wrong/scores`, or a path. */
  readonly which: string;
  readonly verdict: Verdict;
  /** What the code logged, oldest first. */
  readonly logged: readonly LoggedLine[];
  /** Of its requests those that were refused, oldest first. */
  readonly refused: readonly RefusedRequest[];
}

/** What the words of `lesson universe` ask for. */
export interface UniverseRequest extends Pick<UniverseReport, 'key' | 'which'> {
  readonly exercise: LessonExercise;
  readonly files: Readonly<Record<string, string>>;
  readonly seed: number;
  /** Of a universe that is derived: see `lesson check --every-plan`. */
  readonly plan?: number | undefined;
  readonly json: boolean;
}

interface Flags {
  readonly files: string;
  readonly file?: string | undefined;
  readonly seed: string;
  readonly plan?: string | undefined;
  readonly json: boolean;
}

/** @throws Error with a sentence about the words that are wrong. */
export function universeRequest(key: string, { files: which, file, seed, plan, json }: Flags): UniverseRequest {
  const found = readExercise(key);
  return { key, exercise: found, ...filesOf(found, which, file), seed: wholeNumber('seed', seed), plan: numberOf('plan', plan, 1), json };
}

function filesOf({ key, exercise }: LessonExercise, which: string, path: string | undefined): Pick<UniverseRequest, 'which' | 'files'> {
  const withText = (text: string) => ({ ...exercise.start, [exercise.file]: text });
  if (path !== undefined) {
    if (!existsSync(path)) throw new Error(`--file: there is no ${path}`);
    return { which: path, files: withText(readFileSync(path, 'utf8')) };
  }
  if (which === 'start' || which === 'solution') return { which, files: exercise[which] };
  for (const kind of ['wrong', 'right'] as const) {
    const answer = exercise[kind].find(({ name }) => name === which || `${kind}/${name}` === which);
    if (answer !== undefined) return { which: `${kind}/${answer.name}`, files: withText(answer.text) };
  }
  const names = [...exercise.wrong, ...exercise.right].map(({ name }) => name);
  throw new Error(`--files: ${key} has no ${which}: there are start, solution, ${names.join(', ')}`);
}

/** Lives through it and prints the report. Resolves with the exit code: 0 where it converges. */
export async function universe({ key, which, files, seed, plan, json, exercise: { exercise, folder } }: UniverseRequest): Promise<number> {
  let logged: LoggedLine[] = [];
  let refused: RefusedRequest[] = [];
  try {
    const verdict = await runUniverse({
      seed: plan ?? seed,
      ...(plan === undefined ? {} : { plan }),
      files,
      check: await loadCheck(folder),
      parts: sessionParts(nodePlatform()),
      observer: {
        began() {
          logged = [];
          refused = [];
        },
        logged: (line) => void logged.push(line),
        refused: (request) => void refused.push(request),
      },
    });
    console.log(json ? JSON.stringify({ ...verdict, logged, refused }, null, 2) : universeText({ key, which, verdict, logged, refused }));
    return verdict.ok ? 0 : 1;
  } catch (error) {
    if (!(error instanceof UnfitError)) throw error;
    const { title, file = exercise.file, line } = error.problem;
    console.log(`${which} can’t be run: ${title} (${file}${line === undefined ? '' : `:${line}`})`);
    return 1;
  }
}

/** As an author reads it. */
export function universeText({ key, which, verdict, logged, refused }: UniverseReport): string {
  const words = (title: string, count: number, lines: readonly string[]): readonly string[] =>
    count === 0 ? [`${title}: none`] : [`${title}: ${count}`, ...lines.map((line) => `  ${line}`)];
  return [
    ...verdictLines(`universe ${verdict.seed} of ${key}, ${which}`, verdict),
    ...words('logged', logged.length, logged.map(({ t, level, text }) => `${inSeconds(t)}  ${level === 'error' ? 'error: ' : ''}${text.trimEnd()}`)),
    ...words('refused', refused.length, refused.map(({ t, verb, path, code, reason, message }) => `${inSeconds(t)}  ${verb} ${path}: ${code} ${reason}: ${message}`)),
  ].join('\n');
}

function verdictLines(title: string, verdict: Verdict): readonly string[] {
  if (verdict.ok) {
    const idle = verdict.idle ?? [];
    return [`${title}: converged`, ...(idle.length === 0 ? [] : [`  nothing to judge by: ${idle.join(', ')}`])];
  }
  const { cause, scenario, weather, at, revision, seen, question, problem } = verdict;
  const place = problem?.file === undefined ? [] : [`  at        ${problem.file}:${problem.line ?? 1}`];
  return [
    `${title}: ${cause}`,
    `  scenario  ${scenario}`,
    `  weather   ${weather}`,
    `  broke     ${inSeconds(at)}, revision ${revision}`,
    `  seen      ${seen}`,
    `  question  ${question}`,
    ...place,
  ];
}
