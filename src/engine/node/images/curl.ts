import type { Image } from '../../sdk/index.ts';

/** curl, and the shell of an Alpine. */
export const curlImage: Image = {
  repository: 'docker.io/curlimages/curl',
  hasTag: (tag) => tag === 'latest' || /^[78]\.\d+\.\d+$/.test(tag),
  sizeBytes: 9_874_000,
  entrypoint: ['/entrypoint.sh'],
  command: ['curl'],
  unix: ['curl'],
  programs: {
    /** A first word that is an option or an address is curl's. */
    '/entrypoint.sh'(process) {
      const words = process.argv.slice(1);
      const [first = ''] = words;
      return process.become(first.startsWith('-') || first.includes('://') ? ['curl', ...words] : words);
    },
  },
};
