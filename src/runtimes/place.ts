/** Where a session runs, where else it could, and why it doesn't. */

export type PlaceName = 'worker' | 'webcontainer';

/** What a lesson or its reader wants. `auto`: the WebContainer where the page can have one, else the worker. */
export type PlaceChoice = 'auto' | PlaceName;

export interface Place {
  readonly runs: PlaceName;
  readonly wanted: PlaceChoice;
  /** How it stands with the WebContainer; `moving`: the session is being replayed there, or back. */
  readonly container: 'idle' | 'starting' | 'moving' | 'ready' | 'failed' | 'unsupported';
  /** A sentence: what it waits for, or why it isn't the WebContainer; '' when there is nothing to say. */
  readonly words: string;
}
