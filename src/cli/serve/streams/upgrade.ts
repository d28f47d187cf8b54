/** Requests that ask for another protocol: websockets and SPDY for exec, attach and port-forward, websockets for watches and logs. */
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import {
  type ApiRequest,
  type ApiResponse,
  badRequest,
  type Exchange,
  type Handler,
  internalError,
  type Json,
  type Status,
  StatusError,
  type StreamEnd,
} from '../../../engine/index.ts';
import { type OriginRules, refusalOf } from '../request-origin.ts';
import { headOf } from '../request.ts';
import { SpdyError } from '../spdy/connection.ts';
import { channelProtocols, fromChannels, toChannels } from './channels.ts';
import { type SpdyEdge, spdyExec, spdyExecProtocols } from './spdy-exec.ts';
import { portForwardProtocol, spdyPortForward, tunnelProtocol } from './spdy-port-forward.ts';
import { socketWire, type Wire, type WireEvents, webSocketWire } from './wire.ts';

/** No terminal's input is a longer message. */
const mostMessageBytes = 32 * 1024 * 1024;

/** Serves upgrades on a server; returns what ends all that are open. */
export function serveUpgrades(server: Server, handler: Handler, rules: OriginRules): () => void {
  const open = new Set<Duplex>();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: mostMessageBytes,
    perMessageDeflate: false,
    handleProtocols,
  });
  sockets.on('headers', nameProtocol);
  server.on('upgrade', (message: IncomingMessage, socket: Duplex, head: Buffer) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => open.delete(socket));
    const client = { message, socket, head };
    const refusal = refusalOf(message, rules);
    if (refusal !== undefined) return refuseUpgrade(client, refusal);
    try {
      const request = headOf(message);
      const hangUp = handler(request, exchangeWith(client, request, sockets));
      socket.once('close', hangUp);
    } catch (error) {
      refuseUpgrade(client, error instanceof StatusError ? error.status : internalError(String(error)));
    }
  });
  return () => {
    for (const socket of open) socket.destroy();
  };
}

interface Client {
  readonly message: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

const streaming = /\/(?:exec|attach|portforward)\/?$/;

/** Whether there is something to upgrade to; other requests are served without it. */
export function wantsUpgrade(message: IncomingMessage): boolean {
  const [path = '', query = ''] = (message.url ?? '').split('?', 2);
  const protocol = (message.headers.upgrade ?? '').toLowerCase();
  if (streaming.test(path)) return protocol === 'websocket' || protocol === 'spdy/3.1';
  if (protocol !== 'websocket' || message.method !== 'GET') return false;
  return /\/log\/?$/.test(path) || /\/watch\//.test(path) || /(?:^|&)watch=(?:1|true)\b/.test(query);
}

/** The protocol that was chosen before the handshake began. */
const chosen = new WeakMap<IncomingMessage, string>();

function handleProtocols(_offered: Set<string>, message: IncomingMessage): string | false {
  return wordOf(chosen.get(message) ?? '') || false;
}

function wordOf(protocol: string): string {
  return protocol.replaceAll('/', '-');
}

/** The answer names the protocol as the client did. */
function nameProtocol(headers: string[], message: IncomingMessage): void {
  const protocol = chosen.get(message) ?? '';
  const at = headers.findIndex((line) => /^sec-websocket-protocol:/i.test(line));
  if (at >= 0 && protocol !== '') headers[at] = `Sec-WebSocket-Protocol: ${protocol}`;
}

function exchangeWith(client: Client, request: ApiRequest, sockets: WebSocketServer): Exchange {
  let wire: Wire | undefined;
  const stream = streaming.test(request.path);
  const edge = stream ? edgeFor(client, request, sockets) : undefined;
  const log = /\/log\/?$/.test(request.path) ? logProtocolOf(client.message) : undefined;
  return {
    respond(answer) {
      const { code, body } = answer;
      if (code !== 200 || stream || (body !== undefined && log === undefined)) return refuse(client, answer);
      wire = overWebSocket(client, sockets, log ?? '', { received() {}, closed() {} }, log === undefined || isBase64(log));
      if (body === undefined) return;
      wire.send(messageOf(body, log));
      wire.end();
    },
    write: (chunk) => wire?.send(messageOf(chunk, log)),
    end: () => wire?.end(),
    ...(edge !== undefined && { upgrade: edge }),
  };
}

/** What logs are sent in (upstream wsstream.NewDefaultReaderProtocols); without a protocol they are bytes, too. */
const logProtocols = ['binary.k8s.io', 'base64.binary.k8s.io'];
const isBase64 = (protocol: string): boolean => protocol.startsWith('base64.');

const logProtocolOf = (message: IncomingMessage): string =>
  message.headers['sec-websocket-protocol'] === undefined ? '' : common('sec-websocket-protocol', message, logProtocols);

function messageOf(chunk: Json, log = ''): Buffer {
  const bytes = Buffer.from(typeof chunk === 'string' ? chunk : JSON.stringify(chunk));
  return isBase64(log) ? Buffer.from(bytes.toString('base64')) : bytes;
}

/** What leads an accepted stream to the client. Throws 400 where no protocol is common to both. */
function edgeFor(client: Client, request: ApiRequest, sockets: WebSocketServer): NonNullable<Exchange['upgrade']> {
  const { message } = client;
  const forward = /\/portforward\/?$/.test(request.path);
  if ((message.headers.upgrade ?? '').toLowerCase() !== 'websocket') {
    const protocol = common('x-stream-protocol-version', message, forward ? [portForwardProtocol] : spdyExecProtocols);
    return (peer) => overSpdy(client, peer, protocol, (wire) => spdyEdge(wire, peer, protocol, request, forward));
  }
  const offered = message.headers['sec-websocket-protocol'];
  const spoken = forward ? [tunnelProtocol, 'v4.channel.k8s.io', 'v4.base64.channel.k8s.io'] : channelProtocols;
  const protocol = offered === undefined ? '' : common('sec-websocket-protocol', message, spoken);
  if (protocol === tunnelProtocol) return (peer) => tunnelled(client, sockets, peer);
  const ports = forward ? portsOf(request) : undefined;
  return (peer) => overChannels(client, sockets, protocol, peer, ports);
}

/** The best protocol that the client offers too. */
function common(header: string, { headers }: IncomingMessage, spoken: readonly string[]): string {
  const offered = String(headers[header] ?? '')
    .split(',')
    .map((each) => each.trim());
  const found = spoken.find((each) => offered.includes(each));
  if (found === undefined) {
    throw new StatusError(
      badRequest(
        `unable to upgrade: unable to negotiate protocol: client supports ${goList(offered)}, server accepts ${goList(spoken)}`,
      ),
    );
  }
  return found;
}

function goList(words: readonly string[]): string {
  return `[${words.join(' ')}]`;
}

function overWebSocket(
  client: Client,
  sockets: WebSocketServer,
  protocol: string,
  events: WireEvents,
  text: boolean,
): Wire {
  const { message, socket, head } = client;
  // A protocol's name may have no slash (RFC 6455), but kubectl's tunnel has one: `ws` is shown another.
  if (protocol !== '') message.headers['sec-websocket-protocol'] = wordOf(protocol);
  chosen.set(message, protocol);
  let wire: Wire | undefined;
  sockets.handleUpgrade(message, socket, head, (webSocket) => {
    wire = webSocketWire(webSocket, events, text);
  });
  // A handshake that was no handshake has been answered, and the socket is closed.
  return wire ?? { send() {}, end() {}, destroy() {} };
}

/** exec, attach and port-forward with channels. `ports`: the connections, which here are opened with the stream. */
function overChannels(
  client: Client,
  sockets: WebSocketServer,
  protocol: string,
  peer: StreamEnd,
  ports: readonly number[] | undefined,
): StreamEnd {
  const received = fromChannels(protocol, peer);
  const wire = overWebSocket(
    client,
    sockets,
    protocol,
    { received, closed: () => peer.end() },
    protocol.includes('base64'),
  );
  ports?.forEach((port, index) => queueMicrotask(() => peer.write(2 * index, Uint8Array.of(port & 0xff, port >> 8))));
  const channels = toChannels(protocol, wire, ports === undefined && !/^v[45]/.test(protocol));
  return ports === undefined ? channels : endingWith(ports.length, channels);
}

/** Channels can't be closed one by one: the stream ends with its last connection, as upstream's does. */
function endingWith(connections: number, channels: StreamEnd): StreamEnd {
  const over = new Set<number>();
  return {
    ...channels,
    close(channel) {
      // Of a connection that is over the channel for errors is closed, too.
      if (channel % 2 === 1) over.add(channel);
      if (over.size === connections) channels.end();
    },
  };
}

/** SPDY's frames in binary messages. */
function tunnelled(client: Client, sockets: WebSocketServer, peer: StreamEnd): StreamEnd {
  return withSpdy(
    peer,
    (events) => overWebSocket(client, sockets, tunnelProtocol, events, false),
    (wire) => spdyPortForward(wire, peer),
  );
}

function overSpdy(client: Client, peer: StreamEnd, protocol: string, edge: (wire: Wire) => SpdyEdge): StreamEnd {
  const { socket, head } = client;
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\nX-Stream-Protocol-Version: ${protocol}\r\n\r\n`,
  );
  return withSpdy(peer, (events) => socketWire(socket, head, events), edge);
}

/** Ties a wire and a SPDY connection together. What isn't SPDY ends both. */
function withSpdy(peer: StreamEnd, connect: (events: WireEvents) => Wire, make: (wire: Wire) => SpdyEdge): StreamEnd {
  let edge: SpdyEdge | undefined;
  const wire = connect({
    received(bytes) {
      try {
        edge?.connection.receive(bytes);
      } catch (error) {
        if (!(error instanceof SpdyError)) throw error;
        wire.destroy();
      }
    },
    closed: () => (edge === undefined ? peer.end() : edge.closed()),
  });
  edge = make(wire);
  return edge.client;
}

function spdyEdge(wire: Wire, peer: StreamEnd, protocol: string, { query }: ApiRequest, forward: boolean): SpdyEdge {
  if (forward) return spdyPortForward(wire, peer);
  const on = (name: string): boolean => query[name] === 'true' || query[name] === '1';
  const tty = on('tty');
  const sizes = tty && !/^(?:v2\.)?channel/.test(protocol);
  const expected = [
    [0, on('stdin')],
    [1, on('stdout')],
    [2, on('stderr') && !tty],
    [3, true],
    [4, sizes],
  ] as const;
  return spdyExec(
    wire,
    peer,
    protocol,
    expected.filter(([, is]) => is).map(([channel]) => channel),
  );
}

/** `ports=80,443`, or the parameter several times. Throws 400. */
function portsOf({ query, repeated }: ApiRequest): readonly number[] {
  const texts = (repeated?.['ports'] ?? [query['ports'] ?? query['port'] ?? '']).flatMap((text) => text.split(','));
  return texts.map((text) => {
    if (text === '') throw new StatusError(badRequest('query parameter "port" is required'));
    const port = Number(text);
    if (!/^\d+$/.test(text) || port > 65_535)
      throw new StatusError(badRequest(`unable to parse ${JSON.stringify(text)} as a port`));
    if (port < 1) throw new StatusError(badRequest(`port ${JSON.stringify(text)} must be > 0`));
    return port;
  });
}

function refuseUpgrade(client: Client, status: Status): void {
  const body: Json = JSON.parse(JSON.stringify(status));
  refuse(client, { code: status.code, headers: { 'content-type': 'application/json' }, body });
}

/** The answer as plain HTTP, after which the connection is over. */
function refuse({ message, socket }: Client, { code, headers, body }: ApiResponse): void {
  const bodiless = body === undefined || message.method === 'HEAD';
  const text = bodiless ? '' : typeof body === 'string' ? body : `${JSON.stringify(body)}\n`;
  const lines = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(text)), connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${code} ${STATUS_CODES[code] ?? ''}\r\n${head}\r\n${text}`);
}
