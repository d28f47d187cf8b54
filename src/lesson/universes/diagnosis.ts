/** Why something didn't settle, from what the code did: what it was refused, and whether it noticed. */
import type { Problem } from '../../session/types.ts';
import type { Finding, Pass, SubjectRequest, World } from './types.ts';
import { inSeconds } from './words.ts';

/** A cause that explains a rule that stayed broken. */
export interface Diagnosis extends Finding {
  readonly cause: string;
  readonly question: string;
  /** Where in the code, when it is known. */
  readonly problem?: Problem;
}

/** An error of the code's own. */
export interface NotedProblem {
  readonly t: number;
  /** `thrown`: it ended a pass; said when it is new, and seldom after that. `caught`: a `catch` has caught it, and the code went on. */
  readonly how: 'thrown' | 'caught';
  readonly problem: Problem;
}

/** What is known of the code beside the world that it acts in. */
export interface KnownOfCode {
  /** What it logged, oldest first. */
  readonly logged: readonly string[];
  /** Oldest first. */
  readonly problems: readonly NotedProblem[];
  /** The rule speaks of a refusal itself. */
  readonly refusal?: boolean | undefined;
}

/** Undefined: nothing that the code did explains more than the rule itself. */
export function diagnose(broken: string, world: World, { logged, problems, refusal = false }: KnownOfCode): Diagnosis | undefined {
  const own = fromFailedPasses(broken, world, problems) ?? fromCaught(broken, world, problems.filter(({ problem }) => isMistake(problem)));
  if (own !== undefined) return own;
  const found = fromRefusal(broken, world);
  return (refusal && found?.cause === gaveUpCause ? undefined : found) ?? fromLog(broken, logged) ?? fromCaught(broken, world, problems);
}

/** The newest pass for a key threw an error of the code's own: what that pass would have done isn't done. */
function fromFailedPasses(broken: string, { passes }: World, problems: readonly NotedProblem[]): Diagnosis | undefined {
  const newest = [...new Map(passes.map((pass) => [pass.key, pass])).values()];
  for (const { key, failed } of newest.reverse()) {
    const noted = problems.findLast(({ how, problem: { title } }) => how === 'thrown' && (title === failed || title === `Thrown: ${failed}`));
    if (noted === undefined) continue;
    const { problem } = noted;
    const ofKey = passes.filter((pass) => pass.key === key);
    const count = ofKey.length - 1 - ofKey.findLastIndex((pass) => pass.failed !== failed);
    const which = count === 1 ? 'The last pass' : `The last ${count} passes`;
    return { ...thrownBy(problem.title), question: thrownQuestion, seen: `${broken} ${which} for \`${key}\` threw ${threwWords(problem)}`, problem };
  }
  return undefined;
}

/** A `catch` has caught it in the newest pass, or since. */
function fromCaught(broken: string, { passes }: World, problems: readonly NotedProblem[]): Diagnosis | undefined {
  const newest = new Map(passes.map(({ key, t }) => [key, t]));
  const since = Math.min(...newest.values());
  const noted = problems.findLast(({ how, t }) => how === 'caught' && t >= since);
  if (noted === undefined) return undefined;
  const { problem } = noted;
  const known = isMistake(problem) ? thrownBy(problem.title) : thrownBy('');
  return { ...known, seen: `${broken} Your code caught an error and went on: ${threwWords(problem)}`, problem };
}

const thrownQuestion = 'A pass ends where it throws. What of it had your loop still to do, and when may that line throw?';

function fromRefusal(broken: string, world: World): Diagnosis | undefined {
  const { requests, passes } = world;
  const last = requests.findLast(isRefused);
  if (last === undefined) return undefined;
  const goneOn = requests.some(({ t, verb, code }) => t > last.t && verb === last.verb && code < 300);
  if (goneOn) return undefined;
  const what = last.code === 504 ? `At ${inSeconds(last.t)} the answer to a request to ${verbWords(last)} was lost (504 Timeout)` : `At ${inSeconds(last.t)} the API server refused to ${verbWords(last)} with ${last.code} ${last.reason}`;
  if (isByFault(last) || last.reason === 'NotFound') {
    const found = (isByFault(last) ? unnoticed(broken, last, passes, what) : undefined) ?? gaveUp(broken, last, world, what);
    if (found !== undefined || isByFault(last)) return found;
  }
  // Another pass for the same object was refused nothing since.
  const isMadeGood = passes.some(({ key, t }) => t > last.t && key === passes.find(({ id }) => id === last.pass)?.key);
  const known = isMadeGood ? undefined : refusals[last.reason];
  return known && { ...known, seen: `${broken} ${what}: ${last.message}` };
}

/** A refusal that a fault has made passes again; a pass that ends without an error isn't tried again. */
function unnoticed(broken: string, refused: SubjectRequest, passes: readonly Pass[], what: string): Diagnosis | undefined {
  const pass = passes.find(({ id }) => id === refused.pass);
  if (pass === undefined || pass.failed !== undefined) return undefined;
  if (passes.some(({ key, t }) => key === pass.key && t > refused.t)) return undefined;
  return {
    cause: 'went on after a refusal',
    glyph: 'stood-still',
    seen: `${withRefusal(broken, refused, what)} The pass ended as if it had been answered, and no other pass followed.`,
    question: 'A request was refused and your pass ended without an error. What brings the next pass?',
  };
}

const gaveUpCause = 'gave up after a refusal';

/** So long no careful loop waits before it tries again; milliseconds. */
const longWaitMs = 8000;

/** Passes went on, and none of them has tried again. */
function gaveUp(broken: string, refused: SubjectRequest, { passes, t }: World, what: string): Diagnosis | undefined {
  const since = passes.filter((pass) => pass.t > refused.t).length;
  if (t < refused.t + longWaitMs || since === 0) return undefined;
  return {
    cause: gaveUpCause,
    glyph: 'stood-still',
    seen: `${withRefusal(broken, refused, what)} In ${since === 1 ? 'the one pass' : `the ${since} passes`} since, your loop has not asked for it again.`,
    question: 'A request was refused. What does your code leave behind then that a later pass still minds?',
  };
}

/** What the rule has said already isn't said twice. */
const withRefusal = (broken: string, { t }: SubjectRequest, what: string): string =>
  broken.includes(`At ${inSeconds(t)} the API server refused`) ? broken : `${broken} ${what}.`;

/** Whoever deletes what is gone has what it wanted, and whoever asks the cloud whether something is there has an answer. */
const isRefused = ({ code, verb, path, reason }: SubjectRequest): boolean =>
  code >= 400 && !(reason === 'NotFound' && (verb === 'delete' || (verb === 'get' && path.startsWith('/cloud/'))));

const isByFault = ({ message }: SubjectRequest): boolean => message.endsWith(' by a fault');

const refusals: Readonly<Record<string, Omit<Diagnosis, 'seen'>>> = {
  AlreadyExists: {
    cause: 'was refused a name that is taken',
    glyph: 'stood-still',
    question: 'Which name did your loop ask for, and what has it already?',
  },
  Invalid: {
    cause: 'was refused for a field that is wrong',
    glyph: 'threw',
    question: 'The API server names the field and its value. Which line of yours writes it, or chooses the object that the value comes from?',
  },
  BadRequest: {
    cause: 'was refused for a field that is wrong',
    glyph: 'threw',
    question: 'The API server says what it couldn’t read. Which line of yours writes it?',
  },
  Conflict: {
    cause: 'was refused by a conflict',
    glyph: 'stood-still',
    question: 'The object has changed since it was read. Where does your loop read it again?',
  },
  NotFound: {
    cause: 'asked for what isn’t there',
    glyph: 'stood-still',
    question: 'Which namespace and which name did your loop ask for?',
  },
};

/** An error that the code has caught and only logged. */
function fromLog(broken: string, logged: readonly string[]): Diagnosis | undefined {
  const line = logged.findLast((text) => /(Type|Range|Reference)Error: /.test(text));
  if (line === undefined) return undefined;
  const text = line.length > 200 ? `${line.slice(0, 200)}…` : line;
  return {
    ...thrownBy(line),
    seen: `${broken} Your loop logged: ${text}`,
  };
}

/** A mistake in the code itself. A refusal that is passed on, or an error thrown to be called again, is none. */
export const isMistake = (problem: Problem): boolean =>
  /^(TypeError|RangeError|ReferenceError|SyntaxError):/.test(problem.title);

/** What was seen: its title, and where. */
export function threwWords({ title, file, line }: Problem): string {
  const where = line === undefined ? '' : `, at ${file === undefined ? 'line' : `${file}:`}${line}`;
  return `${title}${where}.`;
}

/** The cause and the question of an error that is a mistake of the code. */
export function thrownBy(title: string): Pick<Diagnosis, 'cause' | 'question'> & { readonly glyph: 'threw' } {
  if (/read only property|not extensible|Cannot delete property|read-only/i.test(title))
    return {
      cause: 'wrote to an object of the cache',
      glyph: 'threw',
      question: 'Objects of the cache are read-only, for others read them too. What do you have to copy before you change it?',
    };
  if (/is not a function|is not defined|is not iterable|before initialization/.test(title))
    return {
      cause: 'threw an error of its own',
      glyph: 'threw',
      question: 'Which name in that line isn’t what you take it for?',
    };
  // What the guards of src/session/learner/parts say of a part's answer.
  if (/^TypeError: \w+ (returned|resized) |^RangeError: plugin .* returns /.test(title))
    return {
      cause: 'threw an error of its own',
      glyph: 'threw',
      question: 'The message says what your function returned, and what it may return. For which arguments does your code come to that?',
    };
  return {
    cause: 'threw an error of its own',
    glyph: 'threw',
    question: 'What could be absent here that your code takes to be there?',
  };
}

const words: Readonly<Record<string, string>> = { get: 'get', list: 'list', updateStatus: 'update the status of', update: 'update' };

function verbWords({ verb, path }: SubjectRequest): string {
  const [, rest = path] = path.split('/namespaces/');
  const [namespace = '', kinds = '', name] = rest.split('/');
  return `${words[verb] ?? verb} ${kinds}${name === undefined ? '' : `/${name}`} in \`${namespace}\``;
}
