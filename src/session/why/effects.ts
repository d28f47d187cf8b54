/** From an event of the trace forward: what was written because of it, as a tree in which what is alike is counted. */
import type { TraceEvent } from '../../engine/index.ts';
import type { EffectsView, EffectView } from '../../viz/trace-model.ts';
import { componentOf } from './chain.ts';
import { type TraceIndex, isReport, objectOf, type Write } from './trace-index.ts';
import { capital, didWhat, who } from './sentences.ts';

const mostEvents = 20_000;
const mostShown = 120;
const deepest = 14;

/** A write, and those that came of it. */
interface Grown {
  readonly event: TraceEvent;
  readonly write: Write;
  readonly component: string;
  readonly grown: readonly Grown[];
}

export type Effects = Omit<EffectsView, 'title'>;

export function effectsOf(starts: readonly TraceEvent[], traceIndex: TraceIndex): Effects {
  let left = mostEvents;
  let idle = 0;
  let told = 0;
  let total = 0;

  /** The writes nearest to an event, in time. `by`: who acted between. */
  function writesOf(event: TraceEvent, by: string | undefined, depth: number): readonly Grown[] {
    if (left-- <= 0) return [];
    const found: Grown[] = [];
    for (const next of traceIndex.effects(event.id)) {
      if (next.type === 'commit') {
        const write = traceIndex.write(next);
        if (write === undefined) continue;
        if (isReport(write)) {
          told += 1;
          continue;
        }
        total += 1;
        const component = by ?? componentOf(event, write);
        found.push({ event: next, write, component, grown: depth >= deepest ? [] : writesOf(next, undefined, depth + 1) });
        continue;
      }
      const actor = next.type === 'request' ? by : next.component === 'you' ? undefined : next.component;
      const came = writesOf(next, actor, depth);
      if (next.type === 'reconcile' && came.length === 0) idle += 1;
      found.push(...came);
    }
    return found;
  }

  const grown = starts.flatMap((start) => writesOf(start, actorOf(start), 0));
  return { ...gathered(grown, traceIndex), total, idle, told };
}

/** Of what is neither a write nor a request nor an input: the component that acted. */
const actorOf = ({ type, component }: TraceEvent): string | undefined =>
  type === 'commit' || type === 'request' || component === 'you' ? undefined : component;

/** What is alike becomes one, level by level, as long as there is room. */
function gathered(all: readonly Grown[], traceIndex: TraceIndex): Pick<EffectsView, 'effects' | 'shown'> {
  let shown = 0;
  function gather(level: readonly Grown[]): readonly EffectView[] {
    const alike = new Map<string, Grown[]>();
    for (const each of level) {
      const key = likeness(each);
      const known = alike.get(key);
      if (known === undefined) alike.set(key, [each]);
      else known.push(each);
    }
    const views: EffectView[] = [];
    for (const group of alike.values()) {
      const [first] = group;
      if (first === undefined || shown >= mostShown) continue;
      shown += 1;
      views.push({ ...viewOf(first, group, traceIndex), effects: gather(group.flatMap((each) => each.grown)) });
    }
    return views;
  }
  const effects = gather(all);
  return { effects, shown };
}

function viewOf({ event, write, component }: Grown, group: readonly Grown[], traceIndex: TraceIndex): Omit<EffectView, 'effects'> {
  const count = group.length;
  const { did, says } = didWhat(write, false);
  const kind = objectOf(write)?.kind ?? '';
  const t = traceIndex.t(event);
  const objects = new Set(group.map((each) => each.write.key)).size;
  const many = objects === 1 ? did : did.replace(/the \S+ `[^`]*`/, `${objects} ${kind}s`).replace(/ to `[^`]*`$/, '');
  const what = count > objects ? `${many}, ${count} times` : many;
  const kubelets = component.startsWith('kubelet/') && group.some((each) => each.component !== component);
  return {
    trace: event.id,
    t,
    component,
    lead: `${kubelets ? 'The kubelets' : capital(who(component, traceIndex, t))} ${what}.`,
    says: count === 1 ? says : '',
    ...(event.revision === undefined ? {} : { revision: event.revision }),
    count,
  };
}

/** Alike: the same actor doing the same to the same kind. Kubelets are one. */
function likeness({ component, write }: Grown): string {
  const { did } = didWhat(write, true);
  return [component.replace(/^kubelet\/.*/, 'kubelet'), did.replace(/`[^`]*`/, ''), objectOf(write)?.kind].join(' ');
}
