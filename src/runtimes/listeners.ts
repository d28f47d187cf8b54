/** Who listens to a runtime. */
import type { RuntimeEvent } from './runtime.ts';

export interface Listeners {
  emit(event: RuntimeEvent): void;
  on(listener: (event: RuntimeEvent) => void): () => void;
}

export function createListeners(): Listeners {
  const listeners = new Set<(event: RuntimeEvent) => void>();
  return {
    emit(event) {
      for (const listener of [...listeners]) listener(event);
    },
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
