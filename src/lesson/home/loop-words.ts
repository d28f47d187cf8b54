/** What a loop observes, compares and does, in the few words the home page has for it. Pure. */
import type { ChartView, ClusterView, PodView } from '../../viz/model.ts';

/** A word, and what it is about: what is wanted, what is, or the gap. */
export interface Word {
  readonly text: string;
  readonly about?: 'want' | 'is' | 'gap';
}

export interface LoopWords {
  readonly observe: readonly Word[];
  readonly compare: readonly Word[];
  readonly act: readonly Word[];
}

const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;
const isActive = ({ state }: PodView): boolean => state !== 'terminating' && state !== 'failed' && state !== 'succeeded';

/** `before`: the view when the loop last rested; what it has done is the difference. */
export function clusterWords(now: ClusterView, before: ClusterView = now): LoopWords {
  const [set] = now.sets;
  const pods = podsOf(now);
  const active = pods.filter(isActive);
  const running = active.filter(({ ready }) => ready).length;
  const wants = set?.wants ?? 0;
  const gap = wants - running;
  const known = new Map(podsOf(before).map((pod) => [pod.uid, pod]));
  const made = active.filter(({ uid }) => !known.has(uid)).length;
  const gone = pods.filter((pod) => !isActive(pod) && isActive(known.get(pod.uid) ?? pod)).length;
  const starting = active.length - running;
  return {
    observe: [
      { text: `${running} running`, about: 'is' },
      ...(starting > 0 ? [{ text: `, ${starting} starting` }] : []),
    ],
    compare: [{ text: `${wants} wanted`, about: 'want' }, { text: ', ' }, gapWord(gap)],
    act:
      made > 0
        ? [{ text: 'create ' }, { text: plural(made, 'Pod'), about: 'gap' }]
        : gone > 0 && wants < podsOf(before).filter(isActive).length
          ? [{ text: 'delete ' }, { text: plural(gone, 'Pod'), about: 'gap' }]
          : [{ text: starting > 0 ? 'nothing: they are on their way' : 'nothing' }],
  };
}

/** `heating`: what the thermostat has written last. */
export function roomWords(now: ClusterView, heating: boolean): LoopWords {
  const { wants, ready } = lastOf(now.charts[0]);
  const gap = Math.round((wants - ready) * 10) / 10;
  return {
    observe: [{ text: `${ready.toFixed(1)}°`, about: 'is' }],
    compare: [{ text: `${wants}°`, about: 'want' }, { text: ', ' }, isClose(gap) ? { text: 'near enough' } : gapWord(gap)],
    act: heating ? [{ text: isClose(gap) ? 'keep heating' : 'heat', about: 'gap' }] : [{ text: 'nothing' }],
  };
}

/** The thermostat changes nothing this near to what is wanted. */
const isClose = (gap: number): boolean => Math.abs(gap) <= 0.5;

/** What a chart ends with; nothing wanted and nothing there when there is none. */
export function lastOf(chart: ChartView | undefined): { readonly wants: number; readonly ready: number } {
  return chart?.points.at(-1) ?? { wants: 0, ready: 0 };
}

const gapWord = (gap: number): Word =>
  gap === 0 ? { text: 'no gap' } : { text: `gap ${gap > 0 ? gap : `−${-gap}`}`, about: 'gap' };

const podsOf = (view: ClusterView): readonly PodView[] => [...view.sets.flatMap(({ pods }) => pods), ...view.loose];
