/** A value one can look at and be told of: Svelte's store contract, without Svelte. */
export interface Store<T> {
  readonly value: T;
  /** Told at once, and whenever it changes. */
  subscribe(told: (value: T) => void): () => void;
}

export interface WritableStore<T> extends Store<T> {
  set(value: T): void;
  /** Replaces some fields. */
  patch(fields: Partial<T>): void;
}

export function createStore<T extends object>(initial: T): WritableStore<T> {
  let value = initial;
  const listeners = new Set<(value: T) => void>();
  function set(next: T): void {
    value = next;
    for (const listener of [...listeners]) listener(value);
  }
  return {
    get value() {
      return value;
    },
    set,
    patch: (fields) => set({ ...value, ...fields }),
    subscribe(told) {
      listeners.add(told);
      told(value);
      return () => listeners.delete(told);
    },
  };
}
