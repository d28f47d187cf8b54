import type { Image } from '../../sdk/index.ts';

/** Does nothing until it gets a signal to stop. */
export const pause: Image = {
  repository: 'registry.k8s.io/pause',
  hasTag: (tag) => tag === 'latest' || /^3\.([1-9]|10)(\.\d+)?$/.test(tag) || tag === '3.0',
  sizeBytes: 320_368,
  entrypoint: ['/pause'],
  programs: { '/pause': (process) => process.onTerminate(() => process.exit(0)) },
};
