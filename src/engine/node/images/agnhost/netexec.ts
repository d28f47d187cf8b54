/** agnhost netexec. */
import type { HttpAnswer, HttpRequest, Process } from '../../../sdk/index.ts';
import { flag, milliseconds, parameters, plain } from './flags.ts';

/** A server that reports its host name, and whose other paths do what their query says. */
export function netexec(process: Process, args: readonly string[]): void {
  const port = Number(flag(args, 'http-port') ?? 8080);
  const startedMs = process.now();
  const delayMs = Number(flag(args, 'delay-shutdown') ?? 0) * 1000;
  if (delayMs > 0) process.onTerminate(() => process.after(delayMs, () => process.exit(0)));
  process.log(`Started HTTP server on port ${port}`);
  const heard = process.listen(port, (request, answer, remote) => {
    const [path = '', text = ''] = request.path.split('?', 2);
    const query = parameters(text);
    const logged = path === '/echo' ? `?msg=${query.get('msg') ?? ''}&code=${query.get('code') ?? ''}` : '';
    process.log(`GET ${path}${logged}`);
    serve(process, { path, query, request, remote, startedMs }, answer);
  });
  if (heard) return;
  process.warn(`Error from net.Listen(): listen tcp :${port}: bind: address already in use`);
  process.after(0, () => process.exit(1));
}

const mostTries = 1_000;

interface ServedRequest {
  readonly path: string;
  readonly query: ReadonlyMap<string, string>;
  readonly request: HttpRequest;
  readonly remote: string;
  readonly startedMs: number;
}

function serve(process: Process, served: ServedRequest, answer: (answer: HttpAnswer) => void): void {
  const { path, query, request, remote, startedMs } = served;
  switch (path) {
    case '/':
      return answer(plain(`NOW: ${new Date(process.now()).toISOString()}`));
    case '/hostname':
    case '/hostName':
      return answer(plain(process.hostname));
    case '/echo':
      return answer({ ...plain(query.get('msg') ?? ''), code: Number(query.get('code') ?? 200) });
    case '/clientip':
      return answer(plain(`${remote}:${40_000 + Math.floor(process.random() * 20_000)}`));
    case '/header':
      return answer(plain(request.headers[(query.get('key') ?? '').toLowerCase()] ?? ''));
    case '/healthz':
      return answer(plain(''));
    case '/readyz':
      return answer(plain('ok'));
    case '/uptime':
      return answer(plain(String((process.now() - startedMs) / 1000)));
    case '/exit': {
      // `timeout` is what open connections get to close; those of this server close at once.
      process.after(milliseconds(query.get('wait') ?? '0'), () => {
        answer(plain(''));
        process.after(0, () => process.exit(Number(query.get('code') ?? 0)));
      });
      return;
    }
    case '/shutdown':
      return process.exit(0);
    case '/redirect': {
      const headers = { 'content-type': 'text/plain; charset=utf-8', location: query.get('location') ?? '' };
      return answer({ code: Number(query.get('code') ?? 302), headers, body: '' });
    }
    case '/dial':
      return dial(process, query, answer);
    default:
      return answer({ ...plain('404 page not found\n'), code: 404 });
  }
}

/** Sends requests to another server, one after the other, and answers with all its responses. */
function dial(process: Process, query: ReadonlyMap<string, string>, answer: (answer: HttpAnswer) => void): void {
  const target = `http://${query.get('host') ?? ''}:${query.get('port') ?? '80'}/${query.get('request') ?? ''}`;
  const tries = Math.min(Number(query.get('tries') ?? 1) || 1, mostTries);
  const responses: string[] = [];
  const errors: string[] = [];
  const next = (): void => {
    if (responses.length + errors.length >= tries) {
      const results = { ...(responses.length > 0 && { responses }), ...(errors.length > 0 && { errors }) };
      return answer(plain(JSON.stringify(results)));
    }
    process.request(target, {}, (result) => {
      if (typeof result === 'string') errors.push(result);
      else responses.push(result.body);
      process.after(0, next);
    });
  };
  next();
}
