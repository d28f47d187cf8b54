import type { Image } from '../../sdk/index.ts';

const VERSION = /^1(?:\.(?:2[3-9]|3[0-7])(?:\.\d+)?)?(?:-(?:glibc|musl|uclibc))?$/;

/** A shell and small programs; `sh` alone ends at once where there is no terminal. */
export const busybox: Image = {
  repository: 'docker.io/library/busybox',
  hasTag: (tag) => ['latest', 'stable', 'glibc', 'musl', 'uclibc'].includes(tag) || VERSION.test(tag),
  sizeBytes: 2_223_685,
  command: ['sh'],
  unix: true,
};
