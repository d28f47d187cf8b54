/** A shop with what makes rolling updates hard: it starts slowly, ends slowly, and now and then has a bad moment. And its customers. */
import type { HttpAnswer, HttpRequest, Image, Process } from '../../sdk/index.ts';

const port = 8080;
const databasePort = 5432;
/** Milliseconds between two customers. */
const everyMs = 200;
/** Every tenth customer pays. */
const paysEach = 10;
const payingMs = 3_000;
/** A customer's patience. */
const patienceMs = 15_000;

/** What `hang` and `rush` leave for the server of the same container. */
const hangs = '/hangs';
const rushUntil = '/rush-until';
const report = '/report';

const text = (code: number, body: string): HttpAnswer => ({
  code,
  headers: { 'content-type': 'text/plain' },
  body: `${body}\n`,
});
const between = (process: Process, leastMs: number, mostMs: number): number =>
  leastMs + Math.floor(process.random() * (mostMs - leastMs));
const inBackground = { background: true };

/** The server: its port is open after 20 to 40 seconds, and its catalog is there 5 to 15 seconds later. */
function serve(process: Process): void {
  const startedMs = process.now();
  const openMs = between(process, 20_000, 40_000);
  const readyMs = openMs + between(process, 5_000, 15_000);
  const hasCatalog = (): boolean => process.tag !== '2.0' && process.now() >= startedMs + readyMs;
  process.log('loading the catalog');
  process.after(
    openMs,
    () => void process.listen(port, (request, answer) => serveOne(process, request, hasCatalog(), answer)),
  );
  process.after(readyMs, () =>
    process.log(hasCatalog() ? 'the catalog is loaded' : 'error: the catalog has an unknown format'),
  );
  process.onTerminate(() => {
    if (process.files.stat(hangs) !== undefined) return;
    process.log('SIGTERM: the port is closed, storing the orders');
    process.close(port);
    process.after(hasCatalog() ? between(process, 12_000, 20_000) : 0, () => {
      process.log('all orders are stored');
      process.exit(0);
    });
  });
}

function serveOne(
  process: Process,
  { path }: HttpRequest,
  hasCatalog: boolean,
  answer: (answer: HttpAnswer) => void,
): void {
  if (process.files.stat(hangs) !== undefined) return;
  const inRush = process.now() < Number(process.files.read(rushUntil) ?? 0);
  const laterMs = inRush ? between(process, 2_000, 4_000) : between(process, 10, 50);
  const later = (ms: number, code: number, body: string): void =>
    process.after(laterMs + ms, () => answer(text(code, body)), inBackground);
  if (path === '/healthz') later(0, 200, 'alive');
  else if (path === '/database')
    process.request(`http://db:${databasePort}/`, {}, (got) =>
      typeof got === 'string' ? later(0, 503, `no database: ${got}`) : later(0, 200, 'reached'),
    );
  else if (!hasCatalog) later(0, 503, 'the catalog isn’t loaded');
  else if (path === '/ready') later(0, 200, 'ready');
  else later(path === '/pay' ? payingMs : 0, 200, `version ${process.tag}`);
}

/** Customers of the server that the first argument names, from its first page on. Each that gets none is a line of the log. */
function load(process: Process): void {
  const [, url = ''] = process.argv;
  let opened = false;
  let sent = 0;
  let failed = 0;
  const next = (): void => {
    if (opened) sent += 1;
    const path = sent % paysEach === 1 ? '/pay' : '/';
    const atMs = process.now();
    let over = false;
    const ended = (why?: string): void => {
      if (over) return;
      over = true;
      opened ||= why === undefined;
      if (why !== undefined && opened) {
        failed += 1;
        process.log(`${new Date(atMs).toISOString().slice(11, 19)} GET ${path}: ${why}`);
      }
      process.files.write(report, `${sent} requests, ${failed} failed`);
    };
    process.request(`${url}${path}`, {}, (got) =>
      ended(typeof got === 'string' ? got : got.code === 200 ? undefined : `${got.code} ${got.body.trim()}`),
    );
    process.after(patienceMs, () => ended(`no answer within ${patienceMs / 1000} s`), inBackground);
    process.after(everyMs, next, inBackground);
  };
  process.after(everyMs, next, inBackground);
}

/** Runs beside the server or the customers, in their container. */
function briefly(process: Process, what: () => void): void {
  what();
  process.after(0, () => process.exit(0));
}

/** `converge/shop`: `shop` is the server, `load` its customers, `db` its database; the others are for `kubectl exec`. It has no shell. */
export const shop: Image = {
  repository: 'docker.io/converge/shop',
  hasTag: (tag) => ['1.0', '1.1', '2.0'].includes(tag),
  sizeBytes: 21_300_000,
  command: ['shop'],
  programs: {
    shop: serve,
    load,
    db(process) {
      process.listen(databasePort, (_request, answer) => answer(text(200, 'ok')));
      process.onTerminate(() => process.exit(0));
    },
    report: (process) => briefly(process, () => process.log(process.files.read(report) ?? '0 requests, 0 failed')),
    hang: (process) => briefly(process, () => void process.files.write(hangs, '')),
    rush: (process) =>
      briefly(
        process,
        () => void process.files.write(rushUntil, String(process.now() + Number(process.argv[1]) * 1000)),
      ),
  },
};
