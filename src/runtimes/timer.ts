/** A real timer as most parts want it: runs after so many real milliseconds; returns what cancels it. */
export function startTimer(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
