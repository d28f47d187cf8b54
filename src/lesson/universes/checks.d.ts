/** Made by scripts/build-worker.ts: every lesson's check, by slug. */
declare module 'converge:checks' {
  export const checks: Readonly<Record<string, import('./types.ts').Check | undefined>>;
}
