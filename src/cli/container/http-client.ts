/** The API server and etcd's gateway over HTTP, as kubectl and etcdctl call them. */
import { type IncomingMessage, request as ask } from 'node:http';
import type { ApiRequest, ApiResponse, Exchange, Gateway, GatewayResponse, Handler, Json } from '../../engine/index.ts';
import { clockHeader } from './servers.ts';

/** `now` hears the cluster's time with each answer. */
export function httpHandler(base: string, now: (ms: number) => void): Handler {
  return (request, exchange) => {
    const body = request.body === undefined ? undefined : textOf(request.body);
    // A value is JSON, whoever sends it; text says what it is.
    const json = request.body !== undefined && typeof request.body !== 'string';
    // Node tells the length of no DELETE by itself.
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const headers = { ...(json ? { 'content-type': 'application/json' } : {}), ...request.headers, ...length };
    const sent = ask(urlOf(base, request), { method: request.method, headers }, (answer) => {
      const clock = Number(answer.headers[clockHeader]);
      if (clock > 0) now(clock);
      const streams = request.query['watch'] === 'true' || request.query['follow'] === 'true';
      if (streams && answer.statusCode === 200) stream(answer, exchange, request.query['watch'] === 'true');
      else void collect(answer).then((answered) => exchange.respond(exchange.upgrade === undefined ? answered : withoutStreams(answered)));
    });
    let over = false;
    sent.on('error', (error) => {
      if (!over) exchange.respond(unreachable(base, error));
    });
    sent.end(body);
    return () => {
      over = true;
      sent.destroy();
    };
  };
}

/** What goes both ways at once can't be an input of the session: it is said where it can be done. */
function withoutStreams(answered: ApiResponse): ApiResponse {
  const { body } = answered;
  if (answered.code !== 400 || !isObject(body) || body['message'] !== 'Upgrade request required') return answered;
  const message =
    'this shell sends plain requests to the cluster. exec, attach, cp and port-forward need a connection in both directions. Use Terminal 1 of the Terminal tab, or a cell';
  return { ...answered, body: { ...body, message } };
}

function urlOf(base: string, { path, query, repeated }: ApiRequest): URL {
  const url = new URL(base + path);
  for (const [name, value] of Object.entries(query))
    for (const each of repeated?.[name] ?? [value]) url.searchParams.append(name, each);
  return url;
}

const textOf = (body: Json): string => (typeof body === 'string' ? body : JSON.stringify(body));

const headersOf = (answer: IncomingMessage): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join('\n') : (value ?? '')]));

async function collect(answer: IncomingMessage): Promise<ApiResponse> {
  let text = '';
  answer.setEncoding('utf8');
  for await (const chunk of answer) text += String(chunk);
  const headers = headersOf(answer);
  const body: Json = headers['content-type']?.includes('json') === true ? JSON.parse(text) : text;
  return { code: answer.statusCode ?? 500, headers, ...(text === '' ? {} : { body }) };
}

/** Watch events are a line each; logs are text as it comes. */
function stream(answer: IncomingMessage, exchange: Exchange, lines: boolean): void {
  exchange.respond({ code: 200, headers: headersOf(answer) });
  answer.setEncoding('utf8');
  let unread = '';
  answer.on('data', (chunk: string) => {
    if (!lines) return exchange.write(chunk);
    const parts = (unread + chunk).split('\n');
    unread = parts.pop() ?? '';
    for (const part of parts) if (part.trim() !== '') exchange.write(JSON.parse(part));
  });
  answer.on('end', () => exchange.end());
  answer.on('error', () => exchange.end());
}

function unreachable(base: string, error: Error): ApiResponse {
  const message = `The connection to the server ${base.replace(/^\w+:\/\//, '')} was refused - ${error.message}`;
  const body = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code: 503 };
  return { code: 503, headers: { 'content-type': 'application/json' }, body };
}

export function httpGateway(base: string): Gateway {
  function post(path: string, body: unknown, heard: (answer: IncomingMessage) => void, failed: (words: string) => void) {
    const sent = ask(base + path, { method: 'POST', headers: { 'content-type': 'application/json' } }, heard);
    sent.on('error', (error) => failed(error.message));
    sent.end(JSON.stringify(body ?? {}));
    return sent;
  }
  const answered = async (answer: IncomingMessage): Promise<GatewayResponse> => {
    const { code, body } = await collect(answer);
    return { code, body: isObject(body) ? body : undefined };
  };
  const refused = (words: string): GatewayResponse => ({ code: 503, body: { error: words, message: words, code: 14 } });
  return {
    request(path, body, respond) {
      post(path, body, (answer) => void answered(answer).then(respond), (words) => respond(refused(words)));
    },
    get(path, respond) {
      ask(base + path, (answer) => void answered(answer).then(respond)).on('error', (error) => respond(refused(error.message))).end();
    },
    streams: () => true,
    open(path, out) {
      let close = (): void => {};
      return {
        receive(body) {
          let over = false;
          const sent = post(
            path,
            body,
            (answer) => {
              if (answer.statusCode !== 200) return void answered(answer).then(out.respond);
              let unread = '';
              answer.setEncoding('utf8');
              answer.on('data', (chunk: string) => {
                const parts = (unread + chunk).split('\n');
                unread = parts.pop() ?? '';
                for (const part of parts) if (part !== '') out.write(JSON.parse(part));
              });
              answer.on('close', () => out.end());
            },
            (words) => {
              if (!over) out.respond(refused(words));
            },
          );
          close = () => {
            over = true;
            sent.destroy();
          };
        },
        finish() {},
        close: () => close(),
      };
    },
  };
}

const isObject = (value: Json | undefined): value is NonNullable<GatewayResponse['body']> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
