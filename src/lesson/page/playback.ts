/** Plays in the panel what a cell has just done, or did before. What does it is loaded with the first cell that runs. */
import type { Foot } from '../baked.ts';
import type { Moment } from '../../session/types.ts';
import type { ClusterView } from '../../viz/model.ts';
import type { PlaybackEvent } from './playback-machine.ts';
import { createStore, type Store } from './store.ts';
import type { TimeTravel } from './travel-state.ts';

export interface PlaybackView {
  /** The panel keeps what it showed before the cell ran, or plays the cell's story. */
  readonly shows?: 'before' | 'story';
  /** Whose story is played. */
  readonly cell?: string;
  /** What is shown; undefined: what the page was built with. */
  readonly shown?: ClusterView | undefined;
}

/** What of the browser it needs. */
export interface Motion {
  /** The reader wants nothing to move by itself. */
  still(): boolean;
  /** Runs before the next drawing; returns what cancels it. */
  frame(run: (nowMs: number) => void): () => void;
  /** Runs at any press of a key or a pointer; returns what ends that. */
  presses(run: () => void): () => void;
}

export interface PlaybackParts {
  /** Absent: nothing is played. */
  motion?(): Promise<Motion>;
  seek(at: Moment): Promise<ClusterView>;
  readonly travel: Pick<TimeTravel, 'look' | 'showPast'>;
  /** As the cluster stands; undefined until the session has begun. */
  now(): ClusterView | undefined;
}

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
      () => undefined,
    );
    return player;
  }

  /** One after the other, also while the player is still on its way. */
  function send(event: () => PlaybackEvent): void {
    if (parts.motion !== undefined) void load(parts.motion).then((play) => play?.(event()));
  }

  return {
    get value() {
      return store.value;
    },
    subscribe: store.subscribe,
    began: () => send(() => ({ type: 'began' })),
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
