import type { Image } from '../../sdk/index.ts';
import { runUnix } from './shell/run.ts';

/** Like busybox, a little larger. */
export const alpine: Image = {
  repository: 'docker.io/library/alpine',
  hasTag: (tag) => ['latest', 'edge', '3'].includes(tag) || /^3\.([3-9]|1\d|2[0-2])(\.\d+)?$/.test(tag),
  sizeBytes: 3_799_689,
  command: ['/bin/sh'],
  run: (process) => runUnix(process, process.argv),
};
