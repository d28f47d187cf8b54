/** Clients of a Redis server: one command over a connection of its own, and redis-cli. */
import type { Process, Socket } from '../../../sdk/index.ts';
import { createReader, encode, type Reply } from './resp.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** A client's patience. */
const patienceMs = 5_000;

/** Sends one command; a text is why there was no answer. */
export function ask(process: Process, { host, port }: Address, words: readonly string[], done: (got: { readonly reply: Reply } | string) => void): void {
  let isOver = false;
  let open: Socket | undefined;
  const end = (got: { readonly reply: Reply } | string): void => {
    if (isOver) return;
    isOver = true;
    open?.end();
    done(got);
  };
  const read = createReader((reply) => end({ reply }));
  process.after(patienceMs, () => end('timed out'), { background: true });
  process.connect(host, port, { write: read, end: () => end('connection reset') }, (socket) => {
    if (typeof socket === 'string') return end(socket);
    if (isOver) return socket.end();
    open = socket;
    socket.write(encode(words));
  });
}

const failures: Readonly<Record<string, string>> = {
  'bad address': 'Name or service not known',
  'connection refused': 'Connection refused',
  'connection reset': 'Server closed the connection',
  'no route to host': 'No route to host',
  'timed out': 'Connection timed out',
};

/** `redis-cli [-h HOST] [-p PORT] COMMAND …`; commands of its standard input aren't read. */
export function redisCli(process: Process): void {
  const words = process.argv.slice(1);
  const option = (name: string): string | undefined => {
    const at = words.indexOf(name);
    return at < 0 ? undefined : words.splice(at, 2)[1];
  };
  // Options end where the command begins.
  const host = option('-h') ?? '127.0.0.1';
  const port = Number(option('-p') ?? 6379);
  const command = words.filter((word, at) => at > 0 || !word.startsWith('--'));
  ask(process, { host, port }, command.length === 0 ? ['ping'] : command, (got) => {
    if (typeof got === 'string') process.warn(`Could not connect to Redis at ${host}:${port}: ${failures[got] ?? got}`);
    else process.log(textOf(got.reply));
    process.exit(typeof got === 'string' ? 1 : 0);
  });
}

/** As redis-cli prints where its output is no terminal. */
function textOf(reply: Reply): string {
  if (reply === undefined) return '';
  if (typeof reply !== 'object') return String(reply);
  if ('error' in reply) return reply.error;
  return 'status' in reply ? reply.status : reply.map(textOf).join('\n');
}
