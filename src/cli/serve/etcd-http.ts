/** etcd's JSON gateway over HTTP/1.1 on 127.0.0.1. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Gateway, GatewayInput, GatewayResponse, GatewayStream } from '../../engine/index.ts';
import { jsonValues } from './json-values.ts';
import { type Listening, listen } from './listen.ts';
import { loopbackOnly, type OriginRules, refusalOf } from './request-origin.ts';

export type EtcdHttpServer = Listening;

/** Does something to the cluster between two instants. */
export type Enter = (input: () => void) => void;

/** Larger bodies are refused by the real one before it reads them. */
const mostBodyBytes = 4 * 1024 * 1024;

/** Resolves when it listens; rejects with node's error when it can't. Port 0 takes a free one. */
export function startEtcdHttpServer(
  gateway: Gateway,
  enter: Enter,
  port: number,
  rules: OriginRules = loopbackOnly,
): Promise<EtcdHttpServer> {
  const server = createServer((message, response) => {
    const refusal = refusalOf(message, rules);
    if (refusal !== undefined) return send(response, { code: 403, body: { error: refusal.message ?? '', code: 7 } });
    const path = (message.url ?? '/').split('?')[0] ?? '/';
    if (message.method === 'GET') enter(() => gateway.get(path, (answer) => send(response, answer)));
    else if (message.method !== 'POST') send(response, { code: 405, body: undefined });
    else if (gateway.streams(path)) openStream(gateway, enter, path, message, response);
    else void answerOne(gateway, enter, path, message, response);
  });
  server.requestTimeout = 0;
  return listen(server, port);
}

async function answerOne(
  gateway: Gateway,
  enter: Enter,
  path: string,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let text = '';
  message.setEncoding('utf8');
  try {
    for await (const chunk of message) {
      text += String(chunk);
      if (text.length > mostBodyBytes) return send(response, { code: 413, body: undefined });
    }
  } catch {
    // The client went away in the middle of its request.
    return;
  }
  const { values, rest, wrong } = jsonValues(text);
  const words = wrong ?? (values.length === 0 && rest.trim() !== '' ? 'unexpected EOF' : undefined);
  if (words !== undefined) return send(response, { code: 400, body: { error: words, message: words, code: 3 } });
  enter(() => gateway.request(path, values[0], (answer) => send(response, answer)));
}

function send(response: ServerResponse, { code, body }: GatewayResponse): void {
  if (response.writableEnded) return;
  const plain = code === 405 ? 'Method Not Allowed\n' : code === 404 ? 'Not Found\n' : '';
  response.writeHead(code, { 'content-type': body === undefined ? 'text/plain; charset=utf-8' : 'application/json' });
  response.end(body === undefined ? plain : JSON.stringify(body));
}

function openStream(
  gateway: Gateway,
  enter: Enter,
  path: string,
  message: IncomingMessage,
  response: ServerResponse,
): void {
  const out: GatewayStream = {
    respond: (answer) => (response.headersSent ? void response.end() : send(response, answer)),
    write(line) {
      if (!response.headersSent) response.writeHead(200, { 'content-type': 'application/json' });
      if (!response.destroyed) response.write(`${JSON.stringify(line)}\n`);
    },
    end: () => void response.end(),
  };
  const requireLeader = message.headers['grpc-metadata-hasleader'] === 'true';
  let input: GatewayInput | undefined;
  let unread = '';
  enter(() => {
    input = gateway.open(path, out, { requireLeader });
  });
  message.setEncoding('utf8');
  message.on('data', (chunk: string) => {
    const { values, rest, wrong } = jsonValues(unread + chunk);
    unread = rest;
    for (const value of values) enter(() => input?.receive(value));
    if (wrong !== undefined) {
      enter(() => input?.close());
      out.respond({ code: 400, body: { error: wrong, message: wrong, code: 3 } });
    }
  });
  message.on('end', () => enter(() => input?.finish()));
  response.once('close', () => enter(() => input?.close()));
}
