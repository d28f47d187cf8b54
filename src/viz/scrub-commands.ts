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
  let labels: ScrubLabel[] = [];
  const isFree = (label: ScrubLabel, others: readonly ScrubLabel[]): boolean => {
    const [from, to] = room(label, railPx);
    return [...faults, ...others].map((each) => room(each, railPx)).every(([left, right]) => from >= right + apartPx || left >= to + apartPx);
  };
  const place = (label: ScrubLabel): boolean => {
    const free = isFree(label, labels);
    if (free) labels.push(label);
    return free;
  };
  for (const [index, { t, words }] of [...now.ticks.entries()].reverse()) {
    if (words === undefined) continue;
    const time = shortSeconds(t);
    if (place({ at: stops.length < 2 ? 1 : index / (stops.length - 1), text: `${words}, ${time}` })) continue;
    const [after, others] = [labels.at(-1), labels.slice(0, -1)];
    // What was done at the same time as the next, and has no room of its own, shares its label.
    if (!after?.text.endsWith(`, ${time}`) || after.text.startsWith(`${words}, `)) continue;
    const both = { at: after.at, text: `${words}, ${after.text}` };
    if (isFree(both, others)) labels = [...others, both];
  }
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
