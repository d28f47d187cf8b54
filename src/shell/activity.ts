/** What a script is doing: whether it works, or only waits for updates that may never come. */

export interface Activity {
  /** Something works; returns what notes its end. Calling that twice is harmless. */
  works(): () => void;
  /** Something waits without end; returns what notes its end. */
  waits(): () => void;
  /** Nothing works, and something waits. */
  readonly listening: boolean;
}

/** `onListening` runs whenever `listening` has become true. */
export function createActivity(onListening: () => void): Activity {
  let state = { working: 0, waiting: 0 };
  const listening = (): boolean => state.waiting > 0 && state.working === 0;
  function add(what: 'working' | 'waiting', count: 1 | -1): void {
    const before = listening();
    state = { ...state, [what]: state[what] + count };
    if (!before && listening()) onListening();
  }
  function begin(what: 'working' | 'waiting'): () => void {
    let over = false;
    add(what, 1);
    return () => {
      if (!over) add(what, -1);
      over = true;
    };
  }
  return {
    works: () => begin('working'),
    waits: () => begin('waiting'),
    get listening() {
      return listening();
    },
  };
}
