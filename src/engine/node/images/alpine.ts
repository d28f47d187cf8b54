import type { Image } from '../../sdk/index.ts';

/** Like busybox, a little larger. */
export const alpine: Image = {
  repository: 'docker.io/library/alpine',
  hasTag: (tag) => ['latest', 'edge', '3'].includes(tag) || /^3\.([3-9]|1\d|2[0-2])(\.\d+)?$/.test(tag),
  sizeBytes: 3_799_689,
  command: ['/bin/sh'],
  unix: true,
  files: {
    '/etc/alpine-release': '3.22.1\n',
    '/etc/os-release':
      'NAME="Alpine Linux"\nID=alpine\nVERSION_ID=3.22.1\nPRETTY_NAME="Alpine Linux v3.22"\nHOME_URL="https://alpinelinux.org/"\n',
  },
};
