/** The user's actions, below the strip of revisions: "apply", "delete", where there is room. */
import type { ClusterView } from './model.ts';
import { letterPx, type ScrubLabel, scrubStops } from './scrub.ts';

const apartPx = 8;

/** The newest first, beside the labels of faults; the first revision's number where nothing else stands at the beginning. */
export function commandLabels(now: ClusterView, faults: readonly ScrubLabel[], railPx: number): readonly ScrubLabel[] {
  const stops = scrubStops(now);
  const taken = faults.map((label) => room(label, railPx));
  const labels: ScrubLabel[] = [];
  const place = (label: ScrubLabel): void => {
    const [from, to] = room(label, railPx);
    if (taken.some(([left, right]) => from < right + apartPx && left < to + apartPx)) return;
    taken.push([from, to]);
    labels.unshift(label);
  };
  for (const [index, { words }] of [...now.ticks.entries()].reverse())
    if (words !== undefined) place({ at: stops.length < 2 ? 1 : index / (stops.length - 1), text: words });
  place({ at: 0, text: `r ${now.ticks[0]?.revision ?? now.revision}` });
  return labels;
}

/** Where it stands, in pixels of the rail: as far along it as along its own width. */
function room({ at, text }: ScrubLabel, railPx: number): readonly [number, number] {
  const widthPx = text.length * letterPx;
  const from = at * (railPx - widthPx);
  return [from, from + widthPx];
}
