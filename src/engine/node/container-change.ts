/** A container's image may be changed while its pod lives: what runs is ended and started anew (upstream computePodActions). */
import type { PodSpec } from '../sdk/index.ts';
import { isOneShot, type Track } from './track.ts';

export interface Change {
  readonly track: Track;
  /** What the container ran until now. */
  readonly oldImage: string;
}

/** Takes over the containers of a newer spec. Returns those to which it makes a difference. */
export function takeDefinitions(
  tracks: readonly Track[],
  { containers, initContainers = [] }: PodSpec,
): readonly Change[] {
  return tracks.flatMap((track) => {
    const now = (track.init ? initContainers : containers).find(({ name }) => name === track.container.name);
    const oldImage = track.container.image ?? '';
    if (now === undefined || now.image === oldImage) return [];
    track.container = now;
    track.changed = true;
    return [{ track, oldImage }];
  });
}

/** What the Event of its end says; undefined: it is left alone, because it runs to its end by itself. */
export function changeMessage(track: Track): string | undefined {
  if (isOneShot(track)) return undefined;
  const { name } = track.container;
  if (track.resized) return `Container ${name} resize requires restart`;
  return track.init
    ? `Init container ${name} definition changed`
    : `Container ${name} definition changed, will be restarted`;
}
