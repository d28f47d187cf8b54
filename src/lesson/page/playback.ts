/** Plays in the panel what a cell has just done, or did before. What does it is loaded with the first cell that runs. */
import type { Foot } from '../baked.ts';
import type { ClusterView } from '../../viz/model.ts';
import type { PlaybackEvent } from './playback-machine.ts';
import type { Motion, PlaybackParts, PlaybackView } from './playback-parts.ts';
import { createStore, type Store } from './store.ts';

export interface Playback extends Store<PlaybackView> {
  began(): void;
  finished(cell: string, foot: Foot, view: ClusterView, more: boolean): void;
  lost(): void;
  /** Plays a cell's story again. */
  play(cell: string, foot: Foot): void;
  /** A prediction asks about this virtual time of a cell's story: it stops there. */
  stopAt(cell: string, ms: number): void;
}

export function createPlayback(parts: PlaybackParts): Playback {
  const store = createStore<PlaybackView>({});
  const stops = new Map<string, number>();
  let player: Promise<((event: PlaybackEvent) => void) | undefined> | undefined;
  let still = (): boolean => true;

  function load(motion: () => Promise<Motion>): NonNullable<typeof player> {
    player ??= Promise.all([motion(), import('./playback-player.ts')]).then(
      ([moving, { createPlayer }]) => {
        still = moving.still;
        return createPlayer(parts, moving, store);
      },
      // Without it the panel shows how things stand.
      () => void store.set({}),
    );
    return player;
  }

  /** One after the other, also while the player is still on its way. */
  function send(event: () => PlaybackEvent): void {
    if (parts.motion !== undefined) void load(parts.motion).then((play) => play?.(event()));
  }

  /** The first time what is shown is kept at once: the cell may have run before the player is there. */
  function began(): void {
    if (parts.motion !== undefined && player === undefined) store.set({ shows: 'before', shown: parts.now() });
    send(() => ({ type: 'began' }));
  }

  return {
    get value() {
      return store.value;
    },
    subscribe: store.subscribe,
    began,
    finished: (cell, foot, view, more) =>
      send(() => ({ type: 'finished', cell, foot, view, more, still: still(), stopMs: stops.get(cell) })),
    lost: () => send(() => ({ type: 'lost' })),
    play(cell, foot) {
      const view = parts.now();
      if (view !== undefined) send(() => ({ type: 'play', cell, foot, view, stopMs: stops.get(cell) }));
    },
    stopAt: (cell, ms) => void stops.set(cell, ms),
  };
}
