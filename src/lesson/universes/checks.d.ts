/** Made by scripts/build-worker.ts: what loads the check of each exercise, by its key. */
declare module 'converge:checks' {
  export const checks: Readonly<Record<string, (() => Promise<{ readonly default: import('./types.ts').Check }>) | undefined>>;
}
