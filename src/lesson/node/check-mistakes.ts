/** What an author has written wrongly in a lesson's `check.ts`, and would go by in silence: names that nothing has. */
import { isServedPart, webhookIn } from '../../session/part-names.ts';
import type { Exercise } from '../exercise.ts';
import { nearest } from '../nearest.ts';
import { standingRules } from '../universes/rules/standing-rules.ts';
import type { Check } from '../universes/types.ts';
import { clusterMistakes, type LessonCluster } from './cluster-mistakes.ts';
import type { AuthorMistake, LineOf } from './mistake.ts';

export interface CheckText {
  readonly check: Pick<Check, 'controller' | 'entry' | 'part' | 'function' | 'subject' | 'without' | 'cluster' | 'scenarios' | 'trials' | 'cases' | 'always' | 'settled'>;
  /** What `check.ts` says. */
  readonly text: string;
  /** What the lesson's frontmatter makes of it. */
  readonly exercise: Pick<Exercise, 'controller' | 'entry' | 'part' | 'start' | 'solution'>;
  /** What the frontmatter says of the lesson's cluster; absent: it isn't compared. */
  readonly lesson?: LessonCluster;
  /** Names of controllers that a cluster can go without. */
  readonly controllers: readonly string[];
}

/** In order of lines. */
export function checkMistakes({ check, text, exercise, lesson, controllers }: CheckText): readonly AuthorMistake[] {
  const lines = text.split('\n');
  const lineOf: LineOf = (words) => Math.max(0, lines.findIndex((line) => line.includes(words))) + 1;
  const fields = (['controller', 'entry', 'part'] as const)
    .filter((field) => check[field] !== exercise[field])
    .map((field) => ({ line: lineOf(`${field}:`), message: `${field} is ${quoted(check[field])}, and the exercise of index.mdx has ${quoted(exercise[field])}` }));
  const causes = causesOf(check);
  const without = (check.without ?? [])
    .filter((cause) => !causes.includes(cause))
    .map((cause) => ({ line: lineOf(cause), message: `without: no standing rule here has the cause "${cause}"; the nearest is "${nearest(cause, causes) ?? ''}"` }));
  const leftOut = unknownControllers(check.cluster?.withoutControllers ?? [], controllers).map((name) => ({ line: lineOf(`'${name}'`), message: unknownController(name, controllers) }));
  return [...fields, ...without, ...leftOut, ...uncalled(check, exercise, lineOf), ...emptyLists(check, lineOf), ...unjudgedRules(check, lineOf), ...uninstalled(check, lineOf), ...(lesson === undefined ? [] : clusterMistakes(check, lesson, lineOf))].sort((a, b) => a.line - b.line);
}

/** What would be judged by nothing, or say what is never played. */
function emptyLists({ scenarios, trials, cases }: CheckText['check'], lineOf: LineOf): readonly AuthorMistake[] {
  if (cases !== undefined && cases.length === 0) return [{ line: lineOf('cases:'), message: 'the check has no cases: nothing would be judged' }];
  if (trials !== undefined && trials.length === 0) return [{ line: lineOf('trials:'), message: 'the check has no trials: nothing would be judged' }];
  if (trials !== undefined && scenarios.length > 0) return [{ line: lineOf('scenarios:'), message: 'the check has trials, so its scenarios would never be played: move them into trials' }];
  if (trials === undefined && cases === undefined && scenarios.length === 0) return [{ line: lineOf('scenarios:'), message: 'the check has no scenarios: nothing would be judged' }];
  return [];
}

/** Rules speak of what a scenario plays. */
function unjudgedRules({ always, settled, scenarios, trials }: CheckText['check'], lineOf: LineOf): readonly AuthorMistake[] {
  if (scenarios.length > 0) return [];
  const instead = trials === undefined ? 'the check plays no scenarios, so none of these rules would be judged: let a case judge it' : 'the check has trials, so none of these rules would be judged: let a trial judge it, at each revision by bench.always';
  return Object.entries({ always, settled }).flatMap(([field, rules]) => (rules.length === 0 ? [] : [{ line: lineOf(`${field}:`), message: `${field}: ${instead}` }]));
}

/** A universe's cluster is the judge's: what runs there is the engine's own part, and the learner's only where a controller brings it. */
function uninstalled({ controller, part, scenarios, trials }: CheckText['check'], lineOf: LineOf): readonly AuthorMistake[] {
  if (part === undefined || !isServedPart(controller)) return [];
  const found = Object.entries({ scenarios, trials }).flatMap(([field, list]) => (list === undefined || list.length === 0 ? [] : [field]));
  return found.map((field) => ({ line: lineOf(`${field}:`), message: `${field}: a universe runs the engine’s own "${part}", so they would judge nothing of the learner’s: try it by cases alone` }));
}

/** Cases that have nothing to call, and a function that none calls or no file has. */
function uncalled({ controller, part, cases, function: called }: CheckText['check'], { start, solution }: CheckText['exercise'], lineOf: LineOf): readonly AuthorMistake[] {
  if (called === undefined) {
    const isCallable = cases === undefined || part !== undefined || webhookIn(controller) !== undefined;
    return isCallable ? [] : [{ line: lineOf('cases:'), message: 'the cases have nothing to call: name a function of the exercise, such as function: { file: \'surplus.ts\', name: \'surplusPods\' }' }];
  }
  const line = lineOf('function:');
  if (cases === undefined) return [{ line, message: `no cases call the function "${called.name}": give the check cases, best laws (lawCase)` }];
  if (part !== undefined) return [{ line, message: `the exercise is the part "${part}", which cases call: leave the function out` }];
  const text = solution[called.file] ?? start[called.file];
  if (text !== undefined) {
    const names = exportedIn(text);
    if (names.includes(called.name)) return [];
    return [{ line, message: `function: ${called.file} of the solution exports no "${called.name}"; the nearest is "${nearest(called.name, names) ?? ''}"` }];
  }
  const files = Object.keys(start);
  return [{ line, message: `function: the exercise has no file "${called.file}"; the nearest is "${nearest(called.file, files) ?? ''}"` }];
}

/** `export const one`, `export async function two`, `export { three }` */
const exportedIn = (text: string): readonly string[] => [
  ...[...text.matchAll(/^export (?:async )?(?:function\*?|const|let) (\w+)/gm)].map(([, name = '']) => name),
  ...[...text.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, list = '']) => list.split(',').map((each) => each.trim().replace(/^.* as /s, ''))),
];

const quoted = (value: string | undefined): string => (value === undefined ? 'none' : `"${value}"`);

function causesOf({ subject }: Pick<Check, 'subject'>): readonly string[] {
  const { always, settled } = standingRules({ subject });
  return [...always, ...settled].map(({ cause }) => cause);
}

/** @param names As in `withoutControllers`: `*` is all of them. */
export const unknownControllers = (names: readonly string[], controllers: readonly string[]): readonly string[] => names.filter((name) => name !== '*' && !controllers.includes(name));

export const unknownController = (name: string, controllers: readonly string[]): string => `withoutControllers: no controller is called "${name}"; the nearest is "${nearest(name, controllers) ?? ''}"`;
