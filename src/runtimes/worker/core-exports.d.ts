/** Made by scripts/pieces.ts: what the core exports to pieces, in the order of its slots. */
declare module 'converge:core-exports' {
  export const coreExports: () => readonly unknown[];
}
