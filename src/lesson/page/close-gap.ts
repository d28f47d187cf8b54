/** Lets time close the gap of what is measured, such as a room's temperature: its cluster is quiet at any gap. */
import type { ChartView } from '../../viz/model.ts';
import type { LiveSession } from './live-session.ts';

/** A minute of the cluster's time, at most. */
const pieceMs = 5_000;
const pieces = 12;

/** In pieces, as long as the gap gets smaller and `isWanted` says so. */
export async function closeMeasuredGap(session: Pick<LiveSession, 'view' | 'control'>, isWanted: () => boolean): Promise<void> {
  let last = Number.POSITIVE_INFINITY;
  for (let piece = 0; piece < pieces && isWanted(); piece += 1) {
    const { charts, timeMs } = await session.view();
    const gap = measuredGap(charts);
    if (gap === 0 || gap >= last || !isWanted()) return;
    last = gap;
    await session.control({ type: 'until', t: timeMs + pieceMs });
  }
}

function measuredGap(charts: readonly ChartView[]): number {
  let sum = 0;
  for (const { measured, points } of charts) {
    const last = points.at(-1);
    if (measured && last !== undefined) sum += Math.abs(last.wants - last.ready);
  }
  return sum;
}
