import type { ClusterView, SetView } from './model.ts';
import { seconds } from './format.ts';
import { tr } from './words.ts';

/**
 * What a screen reader announces when the view changes. Stepping announces every step; while the clock runs, only a
 * change of a gap is worth a word.
 *
 * @returns undefined if there is nothing to say.
 */
export function announce(before: ClusterView | undefined, now: ClusterView): string | undefined {
  if (!before || before.timeMs === now.timeMs) return undefined;
  const changed = now.sets.filter((set) => differs(before, set));
  if (now.running && changed.length === 0) return undefined;
  const what = changed.map((set) => summary(set)).join('. ');
  const rest = now.quiet ? tr('Quiet: nothing is on its way') : what === '' ? tr('revision {revision}', { revision: now.revision }) : '';
  return `t = ${seconds(now.timeMs)}. ${[what, rest].filter(Boolean).join('. ')}.`;
}

/** "web: wants 5, ready 4" */
export const summary = ({ name, wants, ready }: SetView): string => tr('{name}: wants {wants}, ready {ready}', { name, wants, ready });

function differs(before: ClusterView, set: SetView): boolean {
  const old = before.sets.find(({ uid }) => uid === set.uid);
  return old?.wants !== set.wants || old.ready !== set.ready || old.gap !== set.gap;
}
