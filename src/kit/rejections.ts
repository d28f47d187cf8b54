/** Rejections that no code awaits, while a universe runs: they are the controller's, and end its process, not the test's. */

/** Returns what gives them back to those who listened before. */
export function collectRejections(rejected: (error: unknown) => void): () => void {
  const before = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', rejected);
  return () => {
    process.off('unhandledRejection', rejected);
    for (const listener of before) process.on('unhandledRejection', listener);
  };
}
