/** Made by scripts/build-worker.ts from `.generated/descriptions.json`. */
declare module 'converge:descriptions' {
  export const descriptions: import('../../session/parts.ts').Descriptions;
}
