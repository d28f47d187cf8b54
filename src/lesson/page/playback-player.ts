/** Carries out what `playback-machine.ts` decides, frame by frame. */
import type { Moment } from '../../session/types.ts';
import { createMachine } from '../machine.ts';
import { createMomentFetcher } from './moment-fetcher.ts';
import type { Motion, PlaybackParts, PlaybackView } from './playback-parts.ts';
import { idlePlayback, type PlaybackEffect, type PlaybackEvent, type PlaybackState, stepPlayback } from './playback-machine.ts';
import type { WritableStore } from './store.ts';

export function createPlayer(parts: PlaybackParts, motion: Motion, store: WritableStore<PlaybackView>): (event: PlaybackEvent) => void {
  const fetcher = createMomentFetcher({
    seek: parts.seek,
    found: (shown) => store.patch({ shown }),
    failed: () => machine.send({ type: 'lost' }),
  });
  const machine = createMachine(idlePlayback, stepPlayback, perform, follow);
  /** What ends the frames, and the listening to presses. */
  let ends: (() => void) | undefined;

  function perform(effect: PlaybackEffect): void {
    switch (effect.type) {
      case 'hold':
        fetcher.forget();
        if (store.value.shows !== 'before') store.set({ shows: 'before', shown: parts.now() });
        break;
      case 'release':
        fetcher.forget();
        store.set({});
        break;
      case 'show':
        fetcher.fetch(effect.at);
        break;
      case 'rest':
        fetcher.forget();
        void rest(effect.at);
        break;
    }
  }

  /** What was shown last stays until the moment is there. */
  async function rest(at: Moment | undefined): Promise<void> {
    const past = at && (await parts.seek(at).catch(() => undefined));
    if (machine.state.type !== 'idle') return;
    if (past === undefined) parts.travel.look(undefined);
    else parts.travel.showPast(past);
    store.set({});
  }

  function follow(state: PlaybackState): void {
    if (state.type === 'playing' && store.value.shows !== 'story') {
      // Until its first moment is there, what was shown stays.
      const shown = store.value.shows === 'before' ? store.value.shown : parts.now();
      store.set({ shows: 'story', cell: state.cell, shown });
    }
    const moves = state.type === 'playing' || state.type === 'held';
    if (moves && ends === undefined) ends = begin();
    if (!moves) {
      ends?.();
      ends = undefined;
    }
  }

  function begin(): () => void {
    const next = (): (() => void) =>
      motion.frame((nowMs) => {
        cancel = next();
        machine.send({ type: 'frame', nowMs });
      });
    let cancel = next();
    const deaf = motion.presses(() => machine.send({ type: 'skip' }));
    return () => {
      cancel();
      deaf();
    };
  }

  return machine.send;
}
