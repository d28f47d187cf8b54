import type { EventView } from './model.ts';

/** When which Pods existed around the moment of a cell's question. Times in virtual milliseconds. */
export interface PodLifetimesView {
  readonly fromMs: number;
  readonly toMs: number;
  /** The moment of the question. */
  readonly cutMs: number;
  readonly rows: readonly PodLifetime[];
}

export interface PodLifetime {
  readonly name: string;
  readonly shortName: string;
  readonly fromMs: number;
  /** Since when it has been on its way out; absent while it stays. */
  readonly leavingMs?: number;
}

/** Room at the sides, as parts of the cell's own time. */
const before = 0.5;
const after = 1;

/**
 * The lives of the Pods a cell has listed, from the events that tell of them.
 *
 * @param text What the cell printed; a Pod is a line that begins with the name of one that an event says was created.
 * @returns undefined if it lists none of them.
 */
export function podLifetimesOf(
  text: string,
  events: readonly EventView[],
  foot: { readonly fromMs: number; readonly toMs: number },
): PodLifetimesView | undefined {
  const span = Math.max(1000, foot.toMs - foot.fromMs);
  const listed = new Set(text.split('\n').map((line) => line.split(/\s/, 1)[0] ?? ''));
  const rows = events.flatMap(({ t, message }) => {
    const name = /^Created pod: (\S+)$/.exec(message)?.[1];
    if (name === undefined || !listed.has(name)) return [];
    const killed = events.find(({ reason, object }) => reason === 'Killing' && object.endsWith(`/${name}`));
    const leaving = killed !== undefined && killed.t <= foot.toMs ? { leavingMs: killed.t } : {};
    return [{ name, shortName: name.slice(name.lastIndexOf('-') + 1), fromMs: t, ...leaving }];
  });
  if (rows.length === 0) return undefined;
  return {
    fromMs: Math.max(0, foot.fromMs - span * before),
    toMs: foot.toMs + span * after,
    cutMs: foot.toMs,
    rows: rows.sort((a, b) => rank(a) - rank(b) || a.fromMs - b.fromMs || (a.name < b.name ? -1 : 1)),
  };

  /** Those that stay, the one that leaves, what came for it. */
  function rank({ fromMs, leavingMs }: PodLifetime): number {
    return leavingMs !== undefined ? 1 : fromMs >= foot.fromMs ? 2 : 0;
  }
}
