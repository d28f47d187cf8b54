import type { HttpAnswer, HttpRequest, Image, Process } from '../../sdk/index.ts';

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

function stamp(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 19).replaceAll('-', '/').replace('T', ' ');
}

function startedLines(process: Process, timeMs: number): string {
  const time = stamp(timeMs);
  const version = versionOf(process.tag);
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

const WELCOME = `<!DOCTYPE html>
<html>
<head>
<title>Welcome to nginx!</title>
<style>
html { color-scheme: light dark; }
body { width: 35em; margin: 0 auto;
font-family: Tahoma, Verdana, Arial, sans-serif; }
</style>
</head>
<body>
<h1>Welcome to nginx!</h1>
<p>If you see this page, the nginx web server is successfully installed and
working. Further configuration is required.</p>

<p>For online documentation and support please refer to
<a href="http://nginx.org/">nginx.org</a>.<br/>
Commercial support is available at
<a href="http://nginx.com/">nginx.com</a>.</p>

<p><em>Thank you for using nginx.</em></p>
</body>
</html>
`;
const ROOT = '/usr/share/nginx/html';
const REASONS: Readonly<Record<number, string>> = { 403: 'Forbidden', 404: 'Not Found', 405: 'Not Allowed' };

function versionOf(tag: string): string {
  return /^1\.\d+\.\d+/.exec(tag)?.[0] ?? (/^1\.\d+/.test(tag) ? `${parseMinor(tag)}.0` : NEWEST);
}

/** Starts the server: reads files when they are requested. */
function serve(process: Process): string | undefined {
  const version = versionOf(process.tag);
  const startedMs = process.now();
  if (
    !process.listen(80, (request, answer, remote) => {
      const answered = answerOf(process, request, version);
      const shown = new Date(process.now()).toUTCString();
      const [, day = '', month = '', year = '', time = ''] = /, (\d+) (\w+) (\d+) (\S+)/.exec(shown) ?? [];
      const agent = request.headers['user-agent'] ?? '-';
      const size = answered.body.length;
      process.log(
        `${remote} - - [${day}/${month}/${year}:${time} +0000] "${request.method} ${request.path} HTTP/1.1" ${answered.code} ${size} "${request.headers['referer'] ?? '-'}" "${agent}" "-"`,
      );
      answer(answered);
    })
  ) {
    process.warn(() => `${stamp(process.now())} [emerg] 1#1: bind() to 0.0.0.0:80 failed (98: Address already in use)`);
    process.after(2_500, () => process.exit(1));
    return undefined;
  }
  process.log(() => startedLines(process, startedMs));
  process.onTerminate(() => process.exit(0));
  return undefined;
}

function answerOf(process: Process, request: HttpRequest, version: string): HttpAnswer {
  const server = { server: `nginx/${version}`, date: new Date(process.now()).toUTCString() };
  const path = request.path.replace(/[?#].*$/, '');
  const file = `${ROOT}${path.endsWith('/') ? `${path}index.html` : path}`;
  const folder = process.files.stat(file)?.folder === true;
  const content = /(?:^|\/)\.\.(?:\/|$)/.test(path) ? undefined : process.files.read(file);
  if (request.method !== 'GET' && request.method !== 'HEAD') return problem(405, version, server);
  if (folder)
    return {
      ...problem(301, version, server),
      headers: { ...server, location: `${path}/`, 'content-type': 'text/html' },
    };
  if (content === undefined)
    return problem(
      path.endsWith('/') && process.files.stat(`${ROOT}${path.slice(0, -1)}`)?.folder === true ? 403 : 404,
      version,
      server,
    );
  const changed = process.files.stat(file)?.changedMs ?? 0;
  const headers = {
    ...server,
    'content-type': typeOf(file),
    'content-length': String(content.length),
    'last-modified': new Date(changed).toUTCString(),
    connection: 'keep-alive',
    etag: `"${Math.floor(changed / 1000).toString(16)}-${content.length.toString(16)}"`,
    'accept-ranges': 'bytes',
  };
  return { code: 200, headers, body: request.method === 'HEAD' ? '' : content };
}

function problem(code: number, version: string, server: Readonly<Record<string, string>>): HttpAnswer {
  const title = `${code} ${REASONS[code] ?? 'Moved Permanently'}`;
  const body = [
    '<html>',
    `<head><title>${title}</title></head>`,
    '<body>',
    `<center><h1>${title}</h1></center>`,
    `<hr><center>nginx/${version}</center>`,
    '</body>',
    '</html>',
    '',
  ].join('\r\n');
  return {
    code,
    headers: {
      ...server,
      'content-type': 'text/html',
      'content-length': String(body.length),
      connection: 'keep-alive',
    },
    body,
  };
}

function typeOf(file: string): string {
  const ending = file.slice(file.lastIndexOf('.') + 1);
  return (
    {
      html: 'text/html',
      css: 'text/css',
      js: 'application/javascript',
      json: 'application/json',
      txt: 'text/plain',
      png: 'image/png',
      svg: 'image/svg+xml',
    }[ending] ?? 'application/octet-stream'
  );
}

/** A web server on port 80 that serves its files and exits at once on a signal. */
export const nginx: Image = {
  repository: 'docker.io/library/nginx',
  hasTag,
  sizeBytes: 72_404_038,
  entrypoint: ['/docker-entrypoint.sh'],
  command: ['nginx', '-g', 'daemon off;'],
  unix: ['curl', 'bash'],
  files: {
    [`${ROOT}/index.html`]: WELCOME,
    [`${ROOT}/50x.html`]:
      '<!DOCTYPE html>\n<html>\n<head>\n<title>Error</title>\n</head>\n<body>\n<h1>An error occurred.</h1>\n</body>\n</html>\n',
    '/etc/nginx/nginx.conf':
      'user  nginx;\nworker_processes  auto;\n\nevents {\n    worker_connections  1024;\n}\n\nhttp {\n    include       /etc/nginx/mime.types;\n    include /etc/nginx/conf.d/*.conf;\n}\n',
    '/etc/nginx/conf.d/default.conf':
      'server {\n    listen       80;\n    server_name  localhost;\n\n    location / {\n        root   /usr/share/nginx/html;\n        index  index.html index.htm;\n    }\n}\n',
    '/var/log/nginx/access.log': '',
    '/var/log/nginx/error.log': '',
    '/etc/os-release':
      'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nNAME="Debian GNU/Linux"\nVERSION_ID="12"\nID=debian\n',
  },
  programs: {
    '/docker-entrypoint.sh'(process) {
      const program = process.argv[1];
      if (program !== 'nginx' && program !== 'nginx-debug') return process.become(process.argv.slice(1));
      process.log(ENTRYPOINT);
      return serve(process);
    },
    nginx: serveOrTell,
    'nginx-debug': serveOrTell,
  },
};

/** `nginx -v` and `nginx -t` only tell. */
function serveOrTell(process: Process): string | undefined {
  const [, option] = process.argv;
  if (option === '-v') process.warn(`nginx version: nginx/${versionOf(process.tag)}`);
  else if (option === '-t')
    process.warn(
      'nginx: the configuration file /etc/nginx/nginx.conf syntax is ok\nnginx: configuration file /etc/nginx/nginx.conf test is successful',
    );
  else if (option === '-s')
    process.warn(`${stamp(process.now())} [notice] ${process.pid}#${process.pid}: signal process started`);
  else return serve(process);
  process.after(0, () => process.exit(0));
  return undefined;
}
