/** Where the lanes' boxes and lines lie: a column for each moment, in the order of time. Pure; drawn by components/lesson/LanesDrawing.svelte. */
import type { LanesView } from '../viz/lanes-model.ts';

export const laneTops = { loop: 26, server: 92, cache: 158 } as const;
export const boxSize = { width: 78, height: 36 } as const;
const left = 70;
const step = 86;
/** A message that takes at least so long is said to: milliseconds. */
const lateMs = 100;

export interface LanesBox {
  readonly kind: 'pass' | 'open' | 'stored' | 'refused' | 'sees';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly text: string;
  /** A second line, in small letters. */
  readonly name: string;
}

export interface LanesLine {
  readonly kind: 'request' | 'answer' | 'event';
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
  /** "804 ms" where it was late, or ''. */
  readonly label: string;
}

export interface LanesLayout {
  readonly width: number;
  readonly boxes: readonly LanesBox[];
  readonly lines: readonly LanesLine[];
  readonly times: readonly { readonly x: number; readonly text: string }[];
}

/** What has a column. `send`: of a pass's request; absent: the pass's beginning. `cause`: the write that a pass begins with, where another wrote it. */
interface Moment {
  readonly t: number;
  readonly pass: number;
  readonly send?: number;
  readonly cause?: true;
}

/** @param open Passes, from 1, that are to be filled in: what they began with and sent isn't drawn. */
export function layoutLanes({ passes }: LanesView, open: ReadonlySet<number>): LanesLayout {
  const moments = momentsOf(passes, open).toSorted((a, b) => a.t - b.t);
  const xOf = (pass: number, send?: number, cause?: true): number | undefined => {
    const at = moments.findIndex((moment) => moment.pass === pass && moment.send === send && moment.cause === cause);
    return at < 0 ? undefined : left + at * step;
  };
  /** Where a revision is drawn as stored. */
  const stored = new Map<number, { readonly x: number; readonly t: number }>();
  for (const [index, { begins, sends }] of passes.entries()) {
    const cause = xOf(index, undefined, true);
    if (cause !== undefined && begins.t !== undefined) stored.set(begins.revision, { x: cause, t: begins.t });
    for (const [nth, send] of sends.entries()) {
      const x = xOf(index, nth);
      if (x !== undefined && send.stored !== undefined) stored.set(send.stored.revision, { x, t: send.stored.t });
    }
  }

  const boxes: LanesBox[] = [];
  const lines: LanesLine[] = [];
  for (const [index, { t, begins, sends }] of passes.entries()) {
    const x = xOf(index) ?? left;
    const isOpen = open.has(index + 1);
    const end = isOpen ? x : (xOf(index, sends.length - 1) ?? x);
    boxes.push({ kind: isOpen ? 'open' : 'pass', x, y: laneTops.loop, width: end - x + boxSize.width, text: `pass ${index + 1}`, name: '' });
    const cause = xOf(index, undefined, true);
    if (cause !== undefined) boxes.push({ kind: 'stored', x: cause, y: laneTops.server, width: boxSize.width, text: `r ${begins.revision}`, name: short(begins.object) });
    if (isOpen) continue;
    boxes.push({ kind: 'sees', x, y: laneTops.cache, width: boxSize.width, text: `sees r ${begins.revision}`, name: short(begins.object) });
    const from = stored.get(begins.revision);
    if (from !== undefined) lines.push({ kind: 'event', from: [from.x + boxSize.width / 2, laneTops.server + boxSize.height], to: [x, laneTops.cache + boxSize.height / 2], label: late(t - from.t) });
    for (const [nth, send] of sends.entries()) {
      const at = xOf(index, nth) ?? x;
      boxes.push(
        send.stored === undefined
          ? { kind: 'refused', x: at, y: laneTops.server, width: boxSize.width, text: 'not stored', name: send.what.split(' ')[0] ?? '' }
          : { kind: 'stored', x: at, y: laneTops.server, width: boxSize.width, text: `r ${send.stored.revision}`, name: short(send.stored.object) },
      );
      lines.push({ kind: 'request', from: [at + 12, laneTops.loop + boxSize.height], to: [at + 12, laneTops.server], label: '' });
      const next = xOf(index, nth + 1);
      if (next !== undefined && send.answeredT !== undefined)
        lines.push({ kind: 'answer', from: [at + boxSize.width - 12, laneTops.server], to: [next, laneTops.loop + boxSize.height], label: late(send.answeredT - (send.stored?.t ?? send.t)) });
    }
  }
  const first = moments[0]?.t ?? 0;
  const times = moments.map(({ t }, at) => ({ x: left + at * step, text: at === 0 ? '0 ms' : Math.round(t - first).toLocaleString('en-US') }));
  return { width: left + moments.length * step, boxes, lines, times };
}

function momentsOf(passes: LanesView['passes'], open: ReadonlySet<number>): readonly Moment[] {
  /** Writes of passes that are drawn. */
  const own = new Set(passes.flatMap(({ sends }, index) => (open.has(index + 1) ? [] : sends.map(({ stored }) => stored?.revision))));
  return passes.flatMap(({ t, begins, sends }, pass): readonly Moment[] => {
    if (open.has(pass + 1)) return [{ t, pass }];
    const cause = begins.t === undefined || own.has(begins.revision) ? [] : [{ t: begins.t, pass, cause: true as const }];
    return [...cause, { t, pass }, ...sends.map((request, send) => ({ t: request.stored?.t ?? request.t, pass, send }))];
  });
}

const late = (ms: number): string => (ms < lateMs ? '' : `${Math.round(ms).toLocaleString('en-US')} ms`);

/** The end of a name tells Pods apart. */
const short = (name: string): string => (name.length <= 13 ? name : `…${name.slice(-11)}`);
