/**
 * Which parts of the engine an input may use, by the words in it, wherever they stand: a part that is loaded for nothing costs only bytes,
 * one that is missing can't be fetched halfway through an input.
 */
import type { InputRequest } from './types.ts';

export type EnginePart = 'typescript' | 'descriptions' | 'kubectl' | 'etcd';

/** `hasVerb`: whether the verb of kubectl of this name is there already. */
export function partsFor(request: InputRequest, hasVerb: (word: string) => boolean): ReadonlySet<EnginePart> {
  const text = commandsOf(request);
  if (mayRunAnyCommand(text)) return new Set(['kubectl', 'etcd', 'descriptions']);
  const parts = new Set<EnginePart>();
  if (bringsCode(request)) parts.add('typescript');
  if (/\bexplain\b/.test(text) || /\bopenapi\b/.test(text + pathOf(request))) parts.add('descriptions');
  if (namesMoreOfKubectl(text, hasVerb)) parts.add('kubectl');
  if (reachesEtcd(request, text)) parts.add('etcd');
  return parts;
}

/** What a shell is to run. */
function commandsOf(request: InputRequest): string {
  if (request.type === 'command') return request.text;
  return request.type === 'terminal' && request.do === 'line' ? request.text : '';
}

const pathOf = (request: InputRequest): string => (request.type === 'request' ? request.request.path : '');

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

/** Some kubectl isn't followed by a verb that is there (but by another, a flag, or nothing), or it may print by a template or a path. */
function namesMoreOfKubectl(text: string, hasVerb: (word: string) => boolean): boolean {
  const calls = [...text.matchAll(/\b(?:kubectl|k)\b[ \t]*(\S*)/g)];
  if (calls.length > 0 && /jsonpath|template|custom-columns|sort-by|[$`]/.test(text)) return true;
  return calls.some(([, word = '']) => !hasVerb(word));
}

function reachesEtcd(request: InputRequest, text: string): boolean {
  return /\betcd(?:ctl|utl)\b/.test(text) || (request.type === 'request' && request.to !== 'apiserver');
}
