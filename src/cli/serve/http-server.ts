/** The API over HTTP/1.1 on 127.0.0.1: requests in, answers and streams out. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import {
  type ApiResponse,
  createWarnings,
  type Exchange,
  type Handler,
  internalError,
  type Status,
  StatusError,
  warningHeader,
} from '../../engine/index.ts';
import type { Certificate } from './certificate.ts';
import { type ConnectionLimits, defaultLimits, limitConnections } from './connection-limits.ts';
import { contentOf } from './content.ts';
import { type Listening, listen } from './listen.ts';
import { withOpenApiV2 } from './openapi-v2.ts';
import { corsHeaders, loopbackOnly, type OriginRules, refusalOf } from './request-origin.ts';
import { readRequest } from './request.ts';
import { serveUpgrades, wantsUpgrade } from './streams/upgrade.ts';
import { multiplexTls } from './tls-multiplexer.ts';
import { createWatchWriter } from './watch-writer.ts';

export type HttpServer = Listening;

/** Smaller answers aren't worth it (upstream: endpoints/handlers/responsewriters, defaultGzipThresholdBytes). */
const gzipFromBytes = 128 * 1024;
/** As Go's server: 1 MiB. */
const maxHeaderSize = 1024 * 1024;
const compress = promisify(gzip);
const watchWriter = createWatchWriter();

export interface HttpServerOptions {
  /** 0 takes a free one. */
  readonly port: number;
  /** TLS on the same port, beside plain http. */
  readonly certificate?: Certificate;
  /** Only names of the loopback and this server's own origin by default. */
  readonly rules?: OriginRules;
  readonly limits?: ConnectionLimits;
}

/** Resolves when it listens; rejects with node's error (EADDRINUSE, EACCES) when it can't. */
export function startHttpServer(handler: Handler, options: HttpServerOptions): Promise<HttpServer> {
  const { port, certificate, rules = loopbackOnly, limits = defaultLimits } = options;
  const served = withOpenApiV2(handler);
  const server = createServer({ shouldUpgradeCallback: wantsUpgrade, maxHeaderSize }, (message, response) => {
    const refusal = refusalOf(message, rules);
    if (refusal !== undefined) return refuse(message, response, refusal);
    const cors = corsHeaders(message, rules);
    for (const [name, value] of Object.entries(cors)) response.setHeader(name, value);
    // A browser asks so before it sends what a page of an allowed origin wants to.
    if (message.method === 'OPTIONS' && Object.keys(cors).length > 0) return void response.writeHead(204).end();
    void serve(served, message, response);
  });
  const endUpgraded = serveUpgrades(server, served, rules);
  // Before TLS is told apart, as its connections reach only listeners that were there then.
  const endLimits = limitConnections(server, limits);
  const endUndecided = certificate === undefined ? undefined : multiplexTls(server, certificate);
  // Clients keep connections for minutes; an idle one costs nothing.
  server.keepAliveTimeout = 10 * 60_000;
  // Who sends its request a byte at a time is not waited for (answers may take as long as they like).
  server.requestTimeout = 60_000;
  server.headersTimeout = 30_000;
  return listen(server, port).then((listening) => ({
    ...listening,
    close() {
      const closed = listening.close();
      endLimits();
      endUpgraded();
      endUndecided?.();
      return closed;
    },
  }));
}

async function serve(handler: Handler, message: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const { request, warnings } = await readRequest(message);
    if (response.destroyed) return;
    const hangUp = handler(request, exchangeWith(message, response, warnings));
    response.once('close', hangUp);
  } catch (error) {
    if (response.destroyed || response.headersSent) response.destroy();
    else sendStatus(response, error instanceof StatusError ? error.status : internalError(String(error)));
  }
}

/** Says no without reading the body: what is left of it ends with the connection. */
function refuse(message: IncomingMessage, response: ServerResponse, status: Status): void {
  response.setHeader('connection', 'close');
  sendStatus(response, status);
  message.resume();
}

function exchangeWith(message: IncomingMessage, response: ServerResponse, warnings: readonly string[]): Exchange {
  return {
    respond(answer) {
      writeHeaders(response, answer, warnings);
      if (answer.body === undefined) {
        response.writeHead(answer.code);
        response.flushHeaders();
      } else void sendBody(message, response, answer);
    },
    write: (chunk) => watchWriter.write(response, chunk),
    end() {
      watchWriter.flush(response);
      // A connection that was lost before its answer has been answered by the cluster's network already.
      if (!response.writableEnded && response.headersSent && !sending.has(response)) response.end();
    },
  };
}

/** Answers that are being compressed. */
const sending = new WeakSet<ServerResponse>();

function writeHeaders(response: ServerResponse, { headers }: ApiResponse, warnings: readonly string[]): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, headerText(value));
  const known = headers['warning']?.split('\n') ?? [];
  const all = [...createWarnings(warnings).texts().map(warningHeader), ...known];
  if (all.length > 0) response.setHeader('warning', all.map(headerText));
}

/** UTF-8 as headers carry it; what they can't carry becomes a question mark. Objects' fields come here in warnings. */
function headerText(text: string): string {
  return Buffer.from(text.replace(/\p{Cc}/gu, '?'), 'utf8').toString('latin1');
}

async function sendBody(message: IncomingMessage, response: ServerResponse, answer: ApiResponse): Promise<void> {
  const { code } = answer;
  const text = contentOf(message, response, answer);
  response.statusCode = code;
  const accepts = /\bgzip\b/.test(String(message.headers['accept-encoding'] ?? ''));
  if (!accepts || text.length < gzipFromBytes) {
    response.setHeader('content-length', Buffer.byteLength(text));
    response.end(text);
    return;
  }
  sending.add(response);
  const bytes = await compress(text, { level: 1 });
  response.setHeader('content-encoding', 'gzip');
  response.setHeader('vary', 'Accept-Encoding');
  response.setHeader('content-length', bytes.length);
  response.end(bytes);
}

function sendStatus(response: ServerResponse, status: Status): void {
  response.statusCode = status.code;
  response.setHeader('content-type', 'application/json');
  response.end(`${JSON.stringify(status)}\n`);
}
