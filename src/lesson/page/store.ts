/** A value that can be read and subscribed to: Svelte's store contract, without Svelte. */
export interface Store<T> {
  readonly value: T;
  /** Calls the listener at once, and whenever the value changes. */
  subscribe(listener: (value: T) => void): () => void;
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
    subscribe(listener) {
      listeners.add(listener);
      listener(value);
      return () => listeners.delete(listener);
    },
  };
}

/** Resolves as soon as the value is so. */
export function until<T>(store: Store<T>, isSo: (value: T) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = store.subscribe((value) => {
      if (!isSo(value)) return;
      resolve();
      // The listener is called before `stop` exists where the value is so from the beginning.
      queueMicrotask(() => stop());
    });
  });
}
