/** podInitialBackoffSeconds, podMaxBackoffSeconds. */
export const initialBackoffMs = 1_000;
export const maxBackoffMs = 10_000;

/** How long a pod stays out of the queue after so many attempts: 0, 1, 2, 4, 8, 10, 10 … seconds. */
export function backoffMs(attempts: number): number {
  if (attempts <= 0) return 0;
  return attempts > 4 ? maxBackoffMs : initialBackoffMs * 2 ** (attempts - 1);
}
