/** agnhost guestbook: a primary that keeps texts, replicas that it tells of them, and a front end that asks either. */
import type { HttpAnswer, Process } from '../../../sdk/index.ts';
import { flag, parameters, plain } from './flags.ts';

const registersForMs = 15_000;
const retryMs = 1_000;

type Answer = (answer: HttpAnswer) => void;

interface Book {
  readonly process: Process;
  readonly backendPort: string;
  readonly store: Map<string, string>;
  /** Addresses. */
  readonly replicas: string[];
}

/** Ends with 1 when it can't register at the primary that it is to follow. */
export function guestbook(process: Process, args: readonly string[]): void {
  const book: Book = { process, backendPort: flag(args, 'backend-port') ?? '6379', store: new Map(), replicas: [] };
  const primary = flag(args, 'replicaof') ?? '';
  if (primary !== '') register(book, primary, process.now() + registersForMs);
  process.listen(Number(flag(args, 'http-port') ?? 80), (request, answer) => {
    const [path = '', query = ''] = request.path.split('?', 2);
    serve(book, path, parameters(query), answer);
  });
}

function register(book: Book, primary: string, untilMs: number): void {
  const { process, backendPort, store } = book;
  const where = `register?host=${process.ip}`;
  process.log(`Registering to primary: ${primary}:${backendPort}/${where}`);
  process.request(`http://${primary}:${backendPort}/${where}`, {}, (result) => {
    if (typeof result !== 'string') {
      const { data } = JSON.parse(result.body) as { readonly data: Readonly<Record<string, string>> };
      for (const [key, value] of Object.entries(data)) store.set(key, value);
      return process.log(`Registered to node: ${primary}`);
    }
    process.log(`encountered error while registering to primary: ${result}. Retrying in 1s.`);
    if (process.now() < untilMs) return process.after(retryMs, () => register(book, primary, untilMs));
    process.log('Timed out while registering to primary.');
    process.exit(1);
  });
}

function serve(book: Book, path: string, query: ReadonlyMap<string, string>, answer: Answer): void {
  const { process, store, replicas } = book;
  const [key, value, host, cmd] = ['key', 'value', 'host', 'cmd'].map((name) => query.get(name) ?? '');
  switch (path) {
    case '/register':
      answer(plain(JSON.stringify({ data: Object.fromEntries(store) })));
      replicas.push(host ?? '');
      return process.log(`GET /register?host=${host}\nNode '${host}' registered.`);
    case '/get':
      process.log(`GET /get?key=${key}`);
      return answer(plain(JSON.stringify({ data: key ? (store.get(key) ?? '') : Object.fromEntries(store) })));
    case '/set':
      process.log(`GET /set?key=${key}&value=${value}`);
      if (!key) return answer({ ...plain('cannot set with empty key.\n'), code: 400 });
      store.set(key, value ?? '');
      return tellReplicas(book, `set?key=${key}&value=${encodeURIComponent(value ?? '')}`, replicas, answer);
    case '/guestbook':
      process.log(`GET /guestbook?cmd=${cmd}&key=${key}&value=${value}`);
      return ask(book, (cmd ?? '').toLowerCase(), key ?? '', value ?? '', answer);
    default:
      return answer({ ...plain('404 page not found\n'), code: 404 });
  }
}

function tellReplicas(book: Book, request: string, [first, ...others]: readonly string[], answer: Answer): void {
  const { process, backendPort } = book;
  if (first === undefined) return answer(plain('{"message":"Updated"}'));
  process.request(`http://${first}:${backendPort}/${request}`, {}, (result) => {
    if (typeof result !== 'string') return tellReplicas(book, request, others, answer);
    answer({ ...plain(`encountered error while propagating to replica '${first}': ${result}\n`), code: 417 });
  });
}

/** The front end writes at the Service of the primary, and reads at that of the replicas. */
function ask({ process, backendPort }: Book, cmd: string, key: string, value: string, answer: Answer): void {
  if (cmd !== 'get' && cmd !== 'set') return answer({ ...plain(`unsupported cmd: '${cmd}'\n`), code: 400 });
  if (cmd === 'set' && key === '') return answer({ ...plain('cannot set with empty key.\n'), code: 400 });
  const host = cmd === 'set' ? 'agnhost-primary' : 'agnhost-replica';
  process.request(`http://${host}:${backendPort}/${cmd}?key=${key}&value=${encodeURIComponent(value)}`, {}, (result) => {
    answer(typeof result === 'string' ? { ...plain(`encountered error: ${result}\n`), code: 417 } : plain(result.body));
  });
}
