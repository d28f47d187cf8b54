/** A Pod in the words of `kubectl describe`, read from what was stored: no request, nothing in the log. */
import { describeStoredPod } from '../../kubectl/index.ts';
import type { DescriptionAsk, DescriptionView } from '../../viz/description-model.ts';
import type { Stored, World } from '../history.ts';
import type { Place } from '../types.ts';

export interface DescriptionSources {
  readonly startMs: number;
  t(): number;
  world(at?: Place): World;
}

export function inspectDescription({ startMs, t, world }: DescriptionSources, { pod, at }: DescriptionAsk): DescriptionView {
  const past = at !== undefined && at.t < t() ? at : undefined;
  const there = world(past);
  const all = (kind: string): Stored[] => [...(there.get(kind)?.values() ?? [])];
  const found = all('Pod').find(({ object }) => object.metadata.uid === pod);
  if (found === undefined) return {};
  const events = all('Event').map(({ object }) => object);
  return { text: describeStoredPod(found.object, events, startMs + (past?.t ?? t())) };
}
