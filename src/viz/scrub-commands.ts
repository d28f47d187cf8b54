/**
 * The user's actions, below the strip of revisions: "apply, 1.2 s", "delete, 40 s", where there is room. The strip goes by revision and the chart
 * above it by time, so each label says when, and so do both ends.
 */
import type { ClusterView } from './model.ts';
import { letterPx, type ScrubLabel, scrubStops } from './scrub.ts';

const apartPx = 8;

/** The newest first, beside the labels of faults; then the last revision and the first, where nothing else stands at the ends. */
export function commandLabels(now: ClusterView, faults: readonly ScrubLabel[], railPx: number): readonly ScrubLabel[] {
  const stops = scrubStops(now);
  const taken = faults.map((label) => room(label, railPx));
  const labels: ScrubLabel[] = [];
  const place = (label: ScrubLabel): void => {
    const [from, to] = room(label, railPx);
    if (taken.some(([left, right]) => from < right + apartPx && left < to + apartPx)) return;
    taken.push([from, to]);
    labels.push(label);
  };
  for (const [index, { t, words }] of [...now.ticks.entries()].reverse())
    if (words !== undefined) place({ at: stops.length < 2 ? 1 : index / (stops.length - 1), text: `${words}, ${shortSeconds(t)}` });
  const [first = { t: now.timeMs, revision: now.revision }] = now.ticks;
  if (stops.length > 1) place({ at: 1, text: `r ${now.revision}, ${shortSeconds(now.timeMs)}` });
  place({ at: 0, text: `r ${first.revision}, ${shortSeconds(first.t)}` });
  return labels.sort((a, b) => a.at - b.at);
}

/** As exact as the chart's own times: 1240 → "1.2 s", 40019 → "40 s" */
const shortSeconds = (ms: number): string => `${ms < 10_000 ? Math.round(ms / 100) / 10 : Math.round(ms / 1000)} s`;

/** Where it stands, in pixels of the rail: as far along it as along its own width. */
function room({ at, text }: ScrubLabel, railPx: number): readonly [number, number] {
  const widthPx = text.length * letterPx;
  const from = at * (railPx - widthPx);
  return [from, from + widthPx];
}
