/**
 * Which parts of the engine an input may use, by the words in it, wherever they stand: a part that is loaded for nothing costs only bytes,
 * one that is missing can't be fetched halfway through an input.
 */
import { webhookIn } from './part-names.ts';
import type { InputRequest } from './types.ts';

export type EnginePart = 'typescript' | 'parts' | 'descriptions' | 'kubectl' | 'programs' | 'images' | 'etcd' | 'faults' | 'terraform' | 'expressions';

export interface KnownNames {
  /** Whether the verb of kubectl of this name is there already. */
  hasVerb(word: string): boolean;
  /** Whether this is the name of a shell, or of a program that comes in the piece of them. */
  mayStartPiecePrograms(word: string): boolean;
}

export function partsFor(request: InputRequest, { hasVerb, mayStartPiecePrograms }: KnownNames): ReadonlySet<EnginePart> {
  const text = commandsOf(request);
  if (mayRunAnyCommand(text)) return new Set(['kubectl', 'programs', 'images', 'etcd', 'faults', 'descriptions', 'terraform', 'expressions']);
  const parts = new Set<EnginePart>();
  if (bringsCode(request)) parts.add('typescript');
  if (request.type === 'swap' && (request.part !== undefined || webhookIn(request.controller) !== undefined)) parts.add('parts');
  if (/\bexplain\b/.test(text) || /\bopenapi\b/.test(text + pathOf(request))) parts.add('descriptions');
  if (namesMoreOfKubectl(text, hasVerb)) parts.add('kubectl');
  if (text === '' ? otherTextsOf(request).some(textRunsPrograms) : lineRunsPrograms(text, mayStartPiecePrograms)) parts.add('programs');
  if ([text, ...otherTextsOf(request)].some(namesImage)) parts.add('images');
  if ([text, ...otherTextsOf(request)].some(bringsExpressions)) parts.add('expressions');
  if (reachesEtcd(request, text)) parts.add('etcd');
  if (/\bconverge\b/.test(text)) parts.add('faults');
  if (/\bterraform\b/.test(text)) parts.add('terraform');
  return parts;
}

/** What a shell is to run. */
function commandsOf(request: InputRequest): string {
  if (request.type === 'command') return request.text;
  return request.type === 'terminal' && request.do === 'line' ? request.text : '';
}

const pathOf = (request: InputRequest): string => (request.type === 'request' ? request.request.path : '');

/** What isn't for a shell, and may still say what a container runs. */
function otherTextsOf(request: InputRequest): readonly string[] {
  if (request.type === 'manifest') return [request.text];
  if (request.type === 'script') return [request.source];
  if (request.type === 'edit') return [request.text ?? ''];
  return request.type === 'request' ? [request.request.path, request.request.body ?? ''] : [];
}

/** A line runs the small programs of Unix, or makes a container run them. */
function lineRunsPrograms(text: string, mayStartPiecePrograms: (word: string) => boolean): boolean {
  const words = text.match(/\w+/g) ?? [];
  return words.some((word) => startsContainers.has(word) || mayStartPiecePrograms(word)) || textRunsPrograms(text);
}

/** Verbs of kubectl that start something in a container or go on with it. */
const startsContainers: ReadonlySet<string> = new Set(['attach', 'debug', 'exec', 'run']);

/**
 * A file, a manifest or code may make a container run the small programs of Unix: it says what one is to run (in a Pod's `command` or `args`, by a
 * probe's or a hook's `exec`), it names an image that runs one by itself, or its letters are escaped.
 */
export const textRunsPrograms = (text: string): boolean => /\b(?:command|args|exec|attach|curl\w*)\b|\\[xuU]/.test(text);

/** A text names an image that runs more than the core has, or puts an image's name together. */
export const namesImage = (text: string): boolean => /agnhost|httpd|nautilus|crccheck|redis|mysql|wordpress|gb-frontend|node-exporter|converge\W+web\b|\bimage\b.*[$`]/.test(text);

/** A text defines kinds, or says something in CEL, or its letters are escaped. */
export const bringsExpressions = (text: string): boolean => /customresource|\bcrds?\b|apiext|admissionpol|matchcond|\\[xu]/i.test(text);

function bringsCode({ type }: InputRequest): boolean {
  return type === 'script' || type === 'swap' || type === 'edit';
}

/** A word where a command's name stands: at the beginning or after an operator, behind keywords, assignments and commands that run their arguments. */
const commandWord =
  /(?:^|[\n;&|(!]|\{\s)\s*(?:(?:if|elif|then|else|while|until|do|exec|command|env|nohup|time)\s+|\w+=[^\s;&|()]*\s+)*(?!\w+=)([^\s;&|()]*)/g;
/** Commands whose input, arguments or files hold further commands. */
const readsCommands: ReadonlySet<string> = new Set(['.', 'alias', 'bash', 'eval', 'sh', 'source', 'xargs']);
/** Commands that run what their arguments say. */
const runsArguments = /(?<!\bk|\bkubectl)\s(?:command|env|exec|nohup|time|timeout|watch)\b|^(?:command|env|exec|nohup|time|timeout|watch)\b/m;

/** Which commands run is known only to the shell: a name is put together (`${a}ctl`, `kube"ctl"`), or stands in a file or an argument. */
function mayRunAnyCommand(text: string): boolean {
  if (runsArguments.test(text) && /[$`]/.test(text)) return true;
  for (const [, word = ''] of text.matchAll(commandWord))
    if (readsCommands.has(word) || /[$`"'\\/]|\{./.test(word)) return true;
  return false;
}

/**
 * Some kubectl isn't followed by a verb that is there (but by another, a flag, or nothing), or it may print by a template or a path, send a request
 * as it is, prune, or leave an apply to the server. A field of that name in a patch is none.
 */
function namesMoreOfKubectl(text: string, hasVerb: (word: string) => boolean): boolean {
  const calls = [...text.matchAll(/\b(?:kubectl|k)\b[ \t]*(\S*)/g)];
  if (calls.length > 0 && /--(?:raw|prune|server-side)|jsonpath|template(?!["']?\s*:)|custom-columns|sort-by|[$`]/.test(text)) return true;
  return calls.some(([, word = '']) => !hasVerb(word));
}

function reachesEtcd(request: InputRequest, text: string): boolean {
  return /\betcd(?:ctl|utl)\b/.test(text) || (request.type === 'request' && request.to !== 'apiserver');
}
