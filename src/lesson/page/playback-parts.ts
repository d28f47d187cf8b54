/** What playing a cell's story needs, and what is shown of it. */
import type { Moment } from '../../session/types.ts';
import type { ClusterView } from '../../viz/model.ts';
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
