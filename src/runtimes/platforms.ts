/** Macrotask turns and real time of the two platforms. Never `setTimeout(0)` between instants: browsers make it wait 4 ms. */
import type { Platform } from '../session/platform.ts';

/** Node: `setImmediate`. */
export function nodePlatform(): Platform {
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    settle: turn,
    nowMs: () => performance.now(),
    sleep: (ms) => (ms <= 0 ? turn() : new Promise((resolve) => setTimeout(resolve, ms))),
    onRejection(heard) {
      const listener = (error: unknown): void => {
        // Not a session's: do what Node does without a listener.
        if (!heard(error)) throw error;
      };
      process.on('unhandledRejection', listener);
      return () => process.off('unhandledRejection', listener);
    },
  };
}

/** Browsers: a `MessageChannel`, whose messages queue fairly with those from the page. */
export function browserPlatform(): Platform {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  const turn = (): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(resolve);
      port2.postMessage(null);
    });
  return {
    settle: turn,
    nowMs: () => performance.now(),
    sleep: (ms) => (ms <= 0 ? turn() : new Promise((resolve) => setTimeout(resolve, ms))),
    onRejection(heard) {
      const listener = (event: PromiseRejectionEvent): void => {
        if (heard(event.reason)) event.preventDefault();
      };
      addEventListener('unhandledrejection', listener);
      return () => removeEventListener('unhandledrejection', listener);
    },
  };
}
