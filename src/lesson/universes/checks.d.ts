/** Made by scripts/build-worker.ts: what loads the check of each lesson that has one, by slug. */
declare module 'converge:checks' {
  export const checks: Readonly<Record<string, (() => Promise<{ readonly default: import('./types.ts').Check }>) | undefined>>;
}
