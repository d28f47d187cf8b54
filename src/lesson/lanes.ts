/**
 * Passes of one loop, as lanes: what each began with, what it sent, what of that was stored, and when the answer came. Read from the trace in
 * the build, and again from the reader's own run. `<Lanes cell="late" of="controller/replicaset" fill={[2]} … />`
 */
import type { Inspect } from '../session/inspections.ts';
import type { LanesPass, LanesView, SentRequest, Stored } from '../viz/lanes-model.ts';
import type { SpanView, TraceView } from '../viz/trace-model.ts';
import type { Foot } from './baked.ts';
import { tr } from './words/words.ts';

export interface LanesRequest {
  /** The passes that this cell caused. */
  readonly cell: string;
  /** The loop, as the trace names it: `controller/replicaset`. */
  readonly of: string;
}

/** The lanes that a lesson's MDX text shows. */
export const lanesOf = (mdx: string): readonly LanesRequest[] => [...mdx.matchAll(/<Lanes\s+cell="([^"]+)"\s+of="([^"]+)"/g)].map(([, cell = '', of = '']) => ({ cell, of }));

export const lanesName = ({ cell, of }: LanesRequest): string => `${cell} ${of}`;

/** A picture has room for a cell's spans; more are gathered, and can't be told apart. */
const mostSpans = 2000;

/** Undefined when the cell has caused no pass of the loop. */
export async function readLanes(inspect: Inspect, { of }: LanesRequest, foot: Foot): Promise<LanesView | undefined> {
  const at = { t: foot.toMs, revision: foot.toRevision };
  const view = await inspect('trace', { from: foot.fromMs, to: foot.toMs, at, limit: mostSpans });
  const loop = view.lanes.find(({ id }) => id === of);
  const passes = passesOf(view, of).filter(({ begins }) => begins.revision > foot.fromRevision);
  return loop === undefined || passes.length === 0 ? undefined : { loop: loop.name, passes };
}

function passesOf(view: TraceView, of: string): readonly LanesPass[] {
  const laneOf = ({ lane }: SpanView): string => view.lanes[lane]?.id ?? '';
  const commits = new Map(view.spans.filter((span) => laneOf(span) === 'etcd').map((span) => [storedOf(span).revision, storedOf(span)]));
  const after = (span: SpanView): readonly SpanView[] => view.links.filter(({ from }) => view.spans[from] === span).flatMap(({ to }) => view.spans[to] ?? []);
  const passes = view.spans.filter((span) => laneOf(span) === of && span.label.startsWith('reconcile'));
  return passes
    .toSorted((a, b) => a.from - b.from)
    .map((pass) => {
      const requests = after(pass).filter((span) => laneOf(span) === 'apiserver').toSorted((a, b) => a.from - b.from);
      const revision = Number(/revision (\d+)/.exec(pass.because)?.[1] ?? 0);
      return { t: pass.from, begins: { object: '', ...commits.get(revision), revision }, sends: requests.map((request) => sentOf(request, requests, after(request).find((span) => laneOf(span) === 'etcd'))) };
    });
}

function sentOf(request: SpanView, all: readonly SpanView[], commit: SpanView | undefined): SentRequest {
  const next = all.find(({ from }) => from > request.to);
  return {
    t: request.from,
    what: afterColon(request.what),
    ...(commit === undefined ? {} : { stored: storedOf(commit) }),
    ...(next === undefined ? {} : { answeredT: next.from }),
  };
}

/** "etcd: revision 141, pods/default/web-7tswb" */
function storedOf({ what, to, label }: SpanView): Stored {
  return { t: to, revision: Number(label), object: /, \S*?([^/\s]+)$/.exec(what)?.[1] ?? '' };
}

/** Behind the name of who did it. */
const afterColon = (words: string): string => words.slice(words.indexOf(': ') + 2);

/** `r 140, web` */
export const storedWords = ({ revision, object }: Pick<Stored, 'revision' | 'object'>): string => (object === '' ? `r ${revision}` : `r ${revision}, ${object}`);

/** `POST pods, then PUT replicasets/status web`; `nothing` */
export function sendsWords({ sends }: LanesPass): string {
  const counted: { what: string; count: number }[] = [];
  for (const { what } of sends) {
    const last = counted.at(-1);
    if (last?.what === what) last.count += 1;
    else counted.push({ what, count: 1 });
  }
  return counted.map(({ what, count }) => (count === 1 ? what : `${what} × ${count}`)).reduce((before, after) => (before === '' ? after : tr('{before}, then {after}', { before, after })), '') || 'nothing';
}
