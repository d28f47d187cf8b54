/** The guestbook's front end: a page, and behind it one key of a Redis leader and its followers. */
import type { HttpAnswer, Process } from '../../sdk/index.ts';
import { ask } from './redis/client.ts';

const port = 6379;

const page =
  '<html ng-app="redis">\n  <head>\n    <title>Guestbook</title>\n  </head>\n  <body ng-controller="RedisCtrl">\n    <h2>Guestbook</h2>\n  </body>\n</html>\n';
const plain = (code: number, body: string, type = 'application/json'): HttpAnswer => ({ code, headers: { 'content-type': type }, body });

/** Apache with the guestbook's page and its script. */
export function serveGuestbook(process: Process): void {
  process.listen(80, (request, answer, remote) => {
    const send = (sent: HttpAnswer): void => {
      process.log(`${remote} - - "${request.method} ${request.path} HTTP/1.1" ${sent.code} ${sent.body.length}`);
      answer(sent);
    };
    const [path = '/', search = ''] = request.path.split('?');
    if (path === '/guestbook.php') return guestbookPhp(process, search, send);
    if (path !== '/' && path !== '/index.html') return send(plain(404, 'Not Found\n', 'text/html'));
    send(plain(200, page, 'text/html'));
  });
  process.warn('[mpm_prefork:notice] [pid 1] AH00163: Apache/2.4.62 (Debian) configured -- resuming normal operations');
  process.onTerminate(() => process.exit(0));
}

/** `?cmd=set&key=messages&value=hello` writes at the leader; `get` reads at a follower. */
function guestbookPhp(process: Process, search: string, send: (answer: HttpAnswer) => void): void {
  const given = new Map(search.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split('=');
    return [name, decodeURIComponent(value.replaceAll('+', ' '))] as const;
  }));
  const isSet = given.get('cmd') === 'set';
  const role = isSet ? 'leader' : 'follower';
  const host = process.env['GET_HOSTS_FROM'] === 'env' ? (process.env[`REDIS_${role.toUpperCase()}_SERVICE_HOST`] ?? '') : `redis-${role}`;
  const key = given.get('key') ?? '';
  ask(process, { host, port }, isSet ? ['set', key, given.get('value') ?? ''] : ['get', key], (got) => {
    const why = typeof got === 'string' ? got : typeof got.reply === 'object' && 'error' in got.reply ? got.reply.error : undefined;
    if (why !== undefined) {
      process.warn(`PHP Fatal error:  Uncaught Predis\\Connection\\ConnectionException: ${why} [tcp://${host}:${port}]`);
      return send(plain(500, ''));
    }
    send(plain(200, JSON.stringify(isSet ? { message: 'Updated' } : { data: typeof got === 'string' ? '' : (got.reply ?? '') })));
  });
}
