import type { Image, Process } from '../../sdk/index.ts';
import { runUnix } from './shell/run.ts';

const ENTRYPOINT = `/docker-entrypoint.sh: /docker-entrypoint.d/ is not empty, will attempt to perform configuration
/docker-entrypoint.sh: Looking for shell scripts in /docker-entrypoint.d/
/docker-entrypoint.sh: Launching /docker-entrypoint.d/10-listen-on-ipv6-by-default.sh
10-listen-on-ipv6-by-default.sh: info: Getting the checksum of /etc/nginx/conf.d/default.conf
10-listen-on-ipv6-by-default.sh: info: Enabled listen on IPv6 in /etc/nginx/conf.d/default.conf
/docker-entrypoint.sh: Sourcing /docker-entrypoint.d/15-local-resolvers.envsh
/docker-entrypoint.sh: Launching /docker-entrypoint.d/20-envsubst-on-templates.sh
/docker-entrypoint.sh: Launching /docker-entrypoint.d/30-tune-worker-processes.sh
/docker-entrypoint.sh: Configuration complete; ready for start up`;

/** Minor versions that were released: `1.161` is not among them. */
const OLDEST_MINOR = 7;
const NEWEST_MINOR = 29;
const NEWEST = '1.29.3';
const VERSION = /^1\.(\d+)(?:\.\d+)?(?:-(?:alpine|perl|alpine-slim|alpine-perl|bookworm|otel))?$/;

function hasTag(tag: string): boolean {
  if (['latest', 'stable', 'mainline', 'alpine', 'stable-alpine', 'mainline-alpine', '1'].includes(tag)) return true;
  const minor = Number(VERSION.exec(tag)?.[1] ?? 0);
  return minor >= OLDEST_MINOR && minor <= NEWEST_MINOR;
}

function startedLines(process: Process, timeMs: number): string {
  const time = new Date(timeMs).toISOString().slice(0, 19).replaceAll('-', '/').replace('T', ' ');
  const version =
    /^1\.\d+\.\d+/.exec(process.tag)?.[0] ?? (/^1\.\d+/.test(process.tag) ? `${parseMinor(process.tag)}.0` : NEWEST);
  const notices = [
    'using the "epoll" event method',
    `nginx/${version}`,
    'OS: Linux 6.12.0-converge',
    'getrlimit(RLIMIT_NOFILE): 1048576:1048576',
    'start worker processes',
    'start worker process 29',
  ];
  return notices.map((notice) => `${time} [notice] 1#1: ${notice}`).join('\n');
}

function parseMinor(tag: string): string {
  return /^1\.\d+/.exec(tag)?.[0] ?? NEWEST;
}

/** A web server on port 80 that answers everything it has (only `/`) with 200 and exits at once when told to. */
export const nginx: Image = {
  repository: 'docker.io/library/nginx',
  hasTag,
  sizeBytes: 72_404_038,
  entrypoint: ['/docker-entrypoint.sh'],
  command: ['nginx', '-g', 'daemon off;'],
  run(process) {
    const program = process.argv[0] === '/docker-entrypoint.sh' ? process.argv[1] : process.argv[0];
    if (program !== 'nginx' && program !== 'nginx-debug') {
      const argv = process.argv[0] === '/docker-entrypoint.sh' ? process.argv.slice(1) : process.argv;
      return runUnix(process, argv);
    }
    const startedMs = process.now();
    process.log(ENTRYPOINT);
    process.log(() => startedLines(process, startedMs));
    process.listen(80, (path) => (path === '/' || path === '/index.html' || path === '' ? 200 : 404));
    process.onTerminate(() => process.exit(0));
    return undefined;
  },
};
