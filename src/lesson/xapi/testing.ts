/** A learning record store for tests: an HTTP server that keeps what it is sent, as the specification has it (xAPI 1.0.3, 2.1.2). */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecordStoreDouble {
  readonly url: string;
  /** What it has taken, in order. */
  readonly statements: readonly Readonly<Record<string, unknown>>[];
  /** Statuses of its answers so far. */
  readonly answers: readonly number[];
  /** Answers every request with this from now on; undefined: it works. */
  fail(status: number | undefined): void;
  /** Takes no statement for which this is true. */
  reject(isRejected: (statement: Readonly<Record<string, unknown>>) => boolean): void;
  close(): Promise<void>;
}

/** `authorization`: the header that it wants. */
export async function startRecordStore(authorization?: string): Promise<RecordStoreDouble> {
  const statements: Readonly<Record<string, unknown>>[] = [];
  const answers: number[] = [];
  let failing: number | undefined;
  let isRejected = (_: Readonly<Record<string, unknown>>): boolean => false;

  function statusOf(headers: Readonly<Record<string, unknown>>, body: string): number {
    if (failing !== undefined) return failing;
    if (authorization !== undefined && headers['authorization'] !== authorization) return 401;
    if (headers['x-experience-api-version'] !== '1.0.3' || headers['content-type'] !== 'application/json') return 400;
    const sent: readonly Readonly<Record<string, unknown>>[] = JSON.parse(body);
    if (sent.some(isRejected)) return 400;
    if (sent.some(({ id }) => statements.some((each) => each['id'] === id))) return 409;
    statements.push(...sent);
    return 200;
  }

  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'authorization, content-type, x-experience-api-version');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const status = request.url === '/xapi/statements' ? statusOf(request.headers, body) : 404;
      answers.push(status);
      response.writeHead(status).end('[]');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/xapi/statements`,
    statements,
    answers,
    fail: (status) => (failing = status),
    reject: (rejected) => (isRejected = rejected),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
