/** `lesson reports <lesson>[/<exercise>]`: each wrong answer with the report that a learner would see, as Markdown, so that a reader can judge the questions. */
import { parseArgs } from 'node:util';
import { languageOf } from '../../lesson/code/language.ts';
import { lineDiff } from '../../lesson/editor/diff.ts';
import { type AnswerReport, answerReports, type ReportOptions } from '../../lesson/node/answer-reports.ts';
import { fullName, keysNamed, type LessonExercise, readExercise } from '../../lesson/node/lesson-folder.ts';
import { threadGrading } from '../../lesson/node/thread-grading.ts';
import { type CauseGroup, headline } from '../../lesson/universes/report.ts';
import { numberOf, printedHelp, readOrTell } from './arguments.ts';

const usage = `lesson reports <lesson> [--only ANSWER,ANSWER] [--universes N] [--failures N]
  of one exercise of several: lesson reports 6-quorum/restore`;

interface Arguments {
  /** Keys of its exercises, or of the one that was named. */
  readonly exercises: readonly string[];
  readonly universes: number | undefined;
  readonly options: Omit<ReportOptions, 'universes'>;
}

/** Resolves with the exit code: 0, or 2 for a wrong command. What it prints is to be read. */
export async function reports(argv: readonly string[]): Promise<number> {
  if (printedHelp(usage, argv)) return 0;
  const given = readOrTell(usage, () => readArguments(argv));
  if (given === undefined) return 2;
  for (const key of given.exercises) {
    console.log(`# ${key}`);
    const universes = given.universes ?? readExercise(key).fields.universes;
    await answerReports(key, { ...given.options, universes }, threadGrading(), (report, lesson) => console.log(`\n${reportMarkdown(report, lesson)}`));
  }
  return 0;
}

function readArguments(argv: readonly string[]): Arguments {
  const options = { only: { type: 'string' }, universes: { type: 'string' }, failures: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args: [...argv], allowPositionals: true, options });
  const [lesson, second] = positionals;
  if (lesson === undefined) throw new Error('name a lesson');
  if (second !== undefined) throw new Error(`one lesson at a time: ${second} is one too many`);
  const universes = numberOf('universes', values.universes, 1);
  const failures = numberOf('failures', values.failures, 1);
  return {
    exercises: keysNamed(fullName(lesson)),
    universes,
    options: { only: values.only?.split(','), failures },
  };
}

/** An answer's code and the words of its report; what its own comment says of it is left out, as the reader is to judge by code and report alone. */
export function reportMarkdown(told: AnswerReport, { exercise, fields }: Pick<LessonExercise, 'exercise' | 'fields'>): string {
  const { answer, report, refused } = told;
  const lines = [`## ${answer.name}`, '', ...fenced('diff', changesOf(exercise.solution[exercise.file] ?? '', answer.text, exercise.file)), ''];
  if (refused !== undefined) lines.push(`Refused: ${refused.title} (${refused.file ?? ''}:${refused.line ?? 0})`);
  if (report === undefined) return lines.join('\n');
  lines.push(`**${headline(report)}.** ${report.groups.map(({ cause, failures }) => `${failures.length} ${cause}`).join(', ')}`);
  for (const [index, group] of report.groups.entries()) lines.push(...groupLines(group, index === 0 ? fields.ladder[group.cause] : undefined));
  return lines.join('\n');
}

/** The universe that the page chooses of the first group, whole; of others, each question that they ask. */
function groupLines({ cause, failures }: CauseGroup, rungs: LessonExercise['fields']['ladder'][string] | undefined): readonly string[] {
  const byQuestion = Map.groupBy(failures, ({ question }) => question);
  const lines = [...byQuestion.values()].flatMap((alike) => {
    const [first] = alike;
    if (first === undefined) return [];
    const where = first.at > 0 ? ` at ${(first.at / 1000).toFixed(3)} s` : '';
    return ['', `${cause}, ${alike.length}: universe ${first.seed}, ${first.scenario}: ${first.weather}`, `- saw${where}: ${first.seen}`, `- asks: ${first.question}`];
  });
  if (rungs !== undefined) lines.push(`- look: ${rungs.look}`, ...(rungs.fragment === undefined ? [] : ['', ...fenced('ts', rungs.fragment.trimEnd().split('\n'))]));
  return lines;
}

const fenced = (language: string, lines: readonly string[]): readonly string[] => [`\`\`\`${language}`, ...lines, '```'];

/** Lines that stay the same around what differs. */
const around = 3;

/** What differs from the solution, with a few lines around; without comments that stand at the beginning. */
function changesOf(solution: string, text: string, file: string): readonly string[] {
  const lines = lineDiff(withoutHead(solution, file), withoutHead(text, file));
  const near = lines.map((_, index) => lines.slice(Math.max(0, index - around), index + around + 1).some(({ type }) => type !== 'same'));
  const marks = { same: ' ', removed: '-', added: '+' } as const;
  return lines.flatMap(({ type, text: line }, index) => {
    if (near[index]) return [`${marks[type]}${line}`];
    return index > 0 && near[index - 1] ? ['@@'] : [];
  });
}

/** The doc comment that a file begins with names the mistake and its cause. */
function withoutHead(text: string, file: string): string {
  if (languageOf(file) === 'ts') return text.replace(/^\/\*\*[\s\S]*?\*\/\n/, '');
  return text.replace(/^(?:#(?!!).*\n)+/, '');
}
