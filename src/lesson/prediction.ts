/** What predictions are judged by: what the deciding cell printed and what was written while it ran, never a key that is kept. */
import type { ChangeLogEntry } from '../session/change-log.ts';
import { plainText } from './ansi.ts';
import type { Output } from './baked.ts';

/** How a prediction is judged. Patterns are regular expressions. */
export type Judge =
  /** The number of lines printed that match. */
  | { readonly by: 'count'; readonly counts: string }
  /** What the group of the pattern holds in the last line that matches: `heater is (on|off)`; "nothing" when none does. */
  | { readonly by: 'reads'; readonly reads: string }
  /** The number of objects, as `Pod/web-7k2xq`, that are there when the cell has ended. */
  | { readonly by: 'objects'; readonly objects: string }
  /** What a field of an object holds when the cell has ended: `Deployment/web`, `status.readyReplicas`; "nothing" when it isn't there. */
  | { readonly by: 'value'; readonly of: string; readonly field: string }
  /** Which comes first: for each item the first line of the story, as `storyText` writes it, that matches. */
  | { readonly by: 'order'; readonly first: readonly string[] };

export interface Evidence {
  readonly output: readonly Output[];
  /** From the boot to the cell's end. */
  readonly story: readonly ChangeLogEntry[];
  /** The revision at which the cell began. */
  readonly fromRevision: number;
}

/** The truth, as an option says it; an order as places of its items: `1 0 2`. */
export function judge(how: Judge, evidence: Evidence): string {
  switch (how.by) {
    case 'count':
      return String(matches(evidence.output, how.counts).length);
    case 'reads':
      return matches(evidence.output, how.reads).at(-1)?.[1] ?? 'nothing';
    case 'objects':
      return String(alive(evidence.story).filter((name) => new RegExp(how.objects).test(name)).length);
    case 'value':
      return fieldValue(evidence.story, how.of, how.field) || 'nothing';
    case 'order':
      return orderOf(how.first, evidence).map(({ item }) => item).join(' ');
  }
}

/** The lines of a cell's output that match. */
function matches(output: readonly Output[], pattern: string): readonly RegExpExecArray[] {
  const text = output.map((piece) => (piece.kind === 'text' ? plainText(piece.text) : '')).join('');
  const expression = new RegExp(pattern);
  return text.split('\n').flatMap((line) => {
    const match = expression.exec(line);
    return match === null ? [] : [match];
  });
}

/** An item of an order, with the line that was its first. */
export interface Happened {
  /** Its place in the question. */
  readonly item: number;
  readonly t: number;
  readonly revision: number;
  /** `create ReplicaSet/web-5d4f` */
  readonly what: string;
}

/** The items that happened since the cell began, first things first. */
export function orderOf(first: readonly string[], { story, fromRevision }: Evidence): readonly Happened[] {
  const since = story.filter(({ revision }) => revision > fromRevision);
  const texts = since.map(storyText);
  return first
    .flatMap((pattern, item) => {
      const expression = new RegExp(pattern);
      const at = texts.findIndex((text) => expression.test(text));
      const line = since[at];
      return line === undefined ? [] : [{ at, item, t: line.t, revision: line.revision, what: `${line.does} ${line.object}` }];
    })
    .sort((a, b) => a.at - b.at || a.item - b.item)
    .map(({ at: _, ...happened }) => happened);
}

/** `create Pod/web-1 spec.nodeName= status.phase=Pending`, `event Pod/web-1 Scheduled Successfully assigned …`. */
export function storyText({ does, object, fields }: ChangeLogEntry): string {
  const words = fields.map(([path, value]) => (does === 'event' ? value : `${path}=${value}`));
  return [does, object, ...words].join(' ');
}

function alive(story: readonly ChangeLogEntry[]): readonly string[] {
  const names = new Set<string>();
  for (const { does, object } of story) {
    if (does === 'create') names.add(object);
    if (does === 'delete') names.delete(object);
  }
  return [...names];
}

function fieldValue(story: readonly ChangeLogEntry[], of: string, field: string): string {
  let value = '';
  for (const { does, object, fields } of story) {
    if (object !== of || does === 'event') continue;
    if (does !== 'update') value = '';
    value = fields.findLast(([path]) => path === field)?.[1] ?? value;
  }
  return value;
}
