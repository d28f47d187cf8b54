import type { Image, Process } from '../../../sdk/index.ts';
import { redisCli } from './client.ts';
import { serve } from './server.ts';

/** Redis with strings, its append-only file, and followers. `/data` is where its data lies. */
export const redis: Image = {
  repository: 'docker.io/library/redis',
  hasTag: (tag) => ['latest', 'alpine', 'bookworm'].includes(tag) || /^[5-8](?:\.\d+){0,2}(?:-alpine|-bookworm)?$/.test(tag),
  sizeBytes: 41_600_000,
  entrypoint: ['docker-entrypoint.sh'],
  command: ['redis-server'],
  workingDir: '/data',
  unix: ['bash'],
  files: { '/data/.keep': '' },
  programs: { 'docker-entrypoint.sh': enter, 'redis-server': serve, 'redis-cli': redisCli },
};

/** Options and files with settings are the server's. */
function enter(process: Process): string | undefined {
  const words = process.argv.slice(1);
  const [first = ''] = words;
  return process.become(first.startsWith('-') || first.endsWith('.conf') ? ['redis-server', ...words] : words);
}
