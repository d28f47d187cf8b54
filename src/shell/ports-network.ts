/** What curl reaches from the terminal: the ports that `kubectl port-forward` opened on localhost. */
import { type HttpAnswer, type HttpRequest, fromUtf8, utf8 } from '../engine/index.ts';
import type { Host } from '../posix/index.ts';
import type { Ports } from './ports.ts';

const LOCAL = /^(?:localhost|127\.0\.0\.1|::1)$/;

/** What the network tells the script that uses it. */
export interface NetworkUser {
  /** Gets what port-forward says on standard error. */
  failed(message: string): void;
  /** A request waits for an answer that may never come; returns what notes its end. `cancel` runs when the script ends before. */
  waits(cancel: () => void): () => void;
}

/** The network of a script: only localhost has a name, and only open ports answer. */
export function networkOf(ports: Ports, { failed, waits }: NetworkUser): Host['network'] {
  return {
    resolve: (name, done) => done(LOCAL.test(name) ? { name, addresses: ['127.0.0.1'] } : undefined),
    request({ port }, request, done) {
      const dial = ports.at(port);
      if (dial === undefined) return done('connection refused');
      let bytes = '';
      let end = (): void => {};
      let over = false;
      const answered = waits(() => {
        over = true;
        end();
      });
      const settle = (ended: boolean): void => {
        const answer = answerOf(bytes, request.method === 'HEAD', ended);
        if (over || (answer === undefined && !ended)) return;
        over = true;
        answered();
        end();
        done(answer ?? 'connection reset');
      };
      const peer = {
        write(piece: string) {
          bytes += piece;
          settle(false);
        },
        error(message: string) {
          failed(`E0101 00:00:00.000000       1 portforward.go:424] "Unhandled Error" err="an ${message}"\n`);
          settle(true);
        },
        end: () => settle(true),
      };
      dial(peer).then(
        (connection) => {
          end = () => connection.end();
          if (over) end();
          else connection.write(requestText(request));
        },
        (error: unknown) => {
          failed(`error: ${error instanceof Error ? error.message : String(error)}\n`);
          settle(true);
        },
      );
    },
  };
}

const NAMES: Readonly<Record<string, string>> = {
  host: 'Host',
  'user-agent': 'User-Agent',
  accept: 'Accept',
  'content-length': 'Content-Length',
  'content-type': 'Content-Type',
};

function requestText({ method, path, headers, body }: HttpRequest): string {
  const bytes = utf8(body);
  const lines = Object.entries(headers)
    .filter(([name]) => name !== 'content-length')
    .map(([name, value]) => `${NAMES[name] ?? name}: ${value}`);
  const length = body === '' ? [] : [`Content-Length: ${bytes.length}`];
  return [`${method} ${path} HTTP/1.1`, ...lines, ...length, 'Connection: close', '', bytes].join('\r\n');
}

/** Undefined while there is more to come. */
function answerOf(bytes: string, headOnly: boolean, ended: boolean): HttpAnswer | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [status = '', ...lines] = bytes.slice(0, end).split('\r\n');
  const body = bytes.slice(end + 4);
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon > 0) headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const length = headers['content-length'];
  const whole = headOnly || ended || (length !== undefined && body.length >= Number(length));
  if (!whole) return undefined;
  return { code: Number(/^\S+ (\d+)/.exec(status)?.[1] ?? 0), headers, body: headOnly ? '' : (fromUtf8(body) ?? body) };
}
