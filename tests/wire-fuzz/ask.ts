/** One random request, and how it was answered. */
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { Random } from '../../src/engine/index.ts';
import { body, noise } from './bodies.ts';
import { path } from './paths.ts';
import { accepts, bodyTypes, methods, patchTypes, pick, types } from './words.ts';

/** Generous: a busy machine may not get to it sooner. */
const answerWithinMs = 60_000;

export interface Asked {
  readonly what: string;
  /** Of the body that was sent. */
  readonly bytes: number;
  readonly code: number;
  readonly text: string;
}

/** Asks a server at `url` what `from` comes upon; rejects when it isn't answered. */
export function createAsker(url: string, atOnce: number): (from: Random) => Promise<Asked> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const { port } = new URL(url);
  return (from) => ask(from, port, agent);
}

function ask(from: Random, port: string, agent: Agent): Promise<Asked> {
  const method = pick(methods, from);
  const url = path(from);
  const sent = method === 'GET' || method === 'HEAD' ? Buffer.alloc(0) : body(from);
  const headers: IncomingHttpHeaders = {
    accept: from.int(3) === 0 ? pick(accepts, from) : 'application/json',
    'content-type': from.int(4) === 0 ? pick(types, from) : pick(method === 'PATCH' ? patchTypes : bodyTypes, from),
    'content-length': String(sent.length),
    ...(from.int(4) === 0 && { 'accept-encoding': 'gzip' }),
    ...(from.int(10) === 0 && { 'user-agent': pick(['curl/8', 'kubectl/v1.33 (x)', '/', 'x'.repeat(3000)], from) }),
    ...(from.int(15) === 0 && { authorization: pick(['Bearer x', 'Bearer ', 'Basic eDp5', 'x'], from) }),
    ...(from.int(20) === 0 && { 'impersonate-user': pick(['jane', 'system:serviceaccount:a:b', ''], from) }),
    ...(from.int(25) === 0 && { connection: 'Upgrade', upgrade: pick(['websocket', 'SPDY/3.1', 'h2c'], from) }),
  };
  const what = `${method} ${url.slice(0, 300)} ${headers['content-type']} accept ${headers.accept} ${headers.upgrade ?? ''} ${sent.toString('latin1', 0, 300)}`;
  return new Promise((resolve, reject) => {
    const failed = (why: string): void => reject(new Error(`${why}: ${what} `));
    const timer = setTimeout(() => failed('no answer'), answerWithinMs);
    const done = (code: number, text: string): void => {
      clearTimeout(timer);
      resolve({ what, bytes: sent.length, code, text });
    };
    const message = httpRequest({ host: '127.0.0.1', port, method, path: url, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => done(response.statusCode ?? 0, Buffer.concat(chunks).toString('utf8', 0, 2000)));
      response.on('error', (error) => failed(String(error)));
    });
    message.on('upgrade', (response, socket) => {
      for (let left = from.int(5); left > 0; left -= 1) socket.write(noise(from, 100));
      socket.on('error', () => {});
      socket.destroy();
      done(response.statusCode ?? 0, '');
    });
    message.on('error', (error) => failed(String(error)));
    message.end(sent);
  });
}
