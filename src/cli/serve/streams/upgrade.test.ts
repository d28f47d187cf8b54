import { connect } from 'node:net';
import { constants, inflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Handler, StreamEnd } from '../../../engine/index.ts';
import { type HttpServer, startHttpServer } from '../http-server.ts';
import { dictionary, uint32 } from '../spdy/dictionary.ts';
import { createHeaderReader, createHeaderWriter } from '../spdy/header-block.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const success = '{"metadata":{},"status":"Success"}';
const failure = '{"status":"Failure","message":"command terminated with exit code 7"}';
const open = new Set<StreamEnd>();

/** Gives back on channel 1 what comes on channel 0, and ends when that is closed; /fail/ ends at once with an exit code. */
const echo: Handler = (request, exchange) => {
  if (request.path.endsWith('/log')) {
    exchange.respond({ code: 200, headers: {}, ...(request.path.startsWith('/all') && { body: 'é\n' }) });
    if (!request.path.startsWith('/all')) exchange.write('é\n');
    exchange.end();
    return () => {};
  }
  if (exchange.upgrade === undefined || request.path.startsWith('/none')) {
    exchange.respond({ code: 404, headers: { 'content-type': 'application/json' }, body: { message: 'none' } });
    return () => {};
  }
  const forward = request.path.endsWith('portforward');
  const peer: StreamEnd = {
    write: (channel, bytes) => client.write(forward ? channel : channel + 1, bytes),
    close(channel) {
      if (forward) return client.close(channel);
      client.write(3, utf8(success));
      client.end();
    },
    end: () => void open.delete(peer),
  };
  const client = exchange.upgrade(peer);
  open.add(peer);
  if (request.path.startsWith('/fail')) {
    client.write(2, utf8('oops'));
    client.write(3, utf8(failure));
    client.end();
  }
  return () => {};
};

let server: HttpServer;
beforeAll(async () => {
  server = await startHttpServer(echo, { port: 0 });
});
afterAll(() => server.close());

/** A websocket with what it was sent. */
async function dial(path: string, protocols: string[]) {
  const socket = new WebSocket(server.url.replace('http', 'ws') + path, protocols);
  const got: Buffer[] = [];
  socket.on('message', (message: Buffer) => got.push(message));
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const of = (channel: number): string =>
    Buffer.concat(got.filter(([first]) => first === channel).map((each) => each.subarray(1))).toString();
  return { socket, got, closed, of };
}

test('v5 carries input and output, closes a channel, and ends with a Status', async () => {
  const { socket, closed, of } = await dial('/x/exec?stdin=true', ['v5.channel.k8s.io']);
  expect(socket.protocol).toBe('v5.channel.k8s.io');
  socket.send(Buffer.from('\0hello'));
  socket.send(Buffer.from('\0'));
  socket.send(Buffer.of(255, 0));
  expect(await closed).toBe(1000);
  expect({ out: of(1), status: of(3) }).toEqual({ out: 'hello', status: success });
});

test('the best protocol that both speak is taken', async () => {
  const offered = ['channel.k8s.io', 'v4.channel.k8s.io', 'v5.channel.k8s.io'];
  const { socket } = await dial('/x/exec', offered);
  expect(socket.protocol).toBe('v5.channel.k8s.io');
  socket.terminate();
  await expect(dial('/x/exec', ['v9.channel.k8s.io'])).rejects.toThrow('400');
});

test('before v4 the last channel has the message alone; base64 protocols are text', async () => {
  const old = await dial('/fail/exec', ['channel.k8s.io']);
  await old.closed;
  expect({ err: old.of(2), end: old.of(3) }).toEqual({ err: 'oops', end: 'command terminated with exit code 7' });
  const text = await dial('/fail/exec', ['v4.base64.channel.k8s.io']);
  await text.closed;
  expect(text.got.map(String)).toEqual([`2${btoa('oops')}`, `3${btoa(failure)}`]);
});

test('what is refused is refused before the handshake; a client that goes ends its stream', async () => {
  await expect(dial('/none/exec', ['v5.channel.k8s.io'])).rejects.toThrow('404');
  const { socket } = await dial('/x/attach', ['v5.channel.k8s.io']);
  const before = open.size;
  socket.terminate();
  await expect.poll(() => open.size).toBe(before - 1);
});

test('ten megabytes come back whole', async () => {
  const { socket, closed, got } = await dial('/x/exec', ['v5.channel.k8s.io']);
  const piece = Buffer.alloc(64 * 1024 + 1, 'x');
  piece[0] = 0;
  for (let sent = 0; sent < 160; sent += 1) socket.send(piece);
  socket.send(Buffer.of(255, 0));
  await closed;
  const bytes = got.filter(([first]) => first === 1).reduce((sum, each) => sum + each.length - 1, 0);
  expect(bytes).toBe(160 * 64 * 1024);
});

test('port-forward by channels opens the ports of its query', async () => {
  const { socket, got } = await dial('/x/portforward?ports=80&ports=8080', ['v4.channel.k8s.io']);
  await expect.poll(() => got.length).toBe(2);
  expect(got.map((each) => [...each])).toEqual([
    [0, 80, 0],
    [2, 0x90, 0x1f],
  ]);
  socket.close();
});

test('port-forward by channels ends with its last connection', async () => {
  const { closed } = await dial('/x/portforward?ports=80&ports=8080', ['v4.channel.k8s.io']);
  const [peer] = [...open].slice(-1);
  expect(peer).toBeDefined();
  const hangUp = (channel: number): void => [channel, channel + 1].forEach((each) => peer?.close(each));
  hangUp(0);
  expect(await Promise.race([closed, new Promise((resolve) => setImmediate(resolve, 'open'))])).toBe('open');
  hangUp(2);
  await closed;
});

/** The client's side of SPDY, as far as these tests need it. */
async function spdy(path: string, protocol: string) {
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  let received = Buffer.alloc(0);
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes]);
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const lines = ['Host: localhost', 'Connection: Upgrade', 'Upgrade: SPDY/3.1', `X-Stream-Protocol-Version: ${protocol}`];
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  await expect.poll(() => received.includes('\r\n\r\n')).toBe(true);
  const head = received.toString('latin1', 0, received.indexOf('\r\n\r\n'));
  received = received.subarray(received.indexOf('\r\n\r\n') + 4);
  const writeHeaders = createHeaderWriter();
  const frame = (start: Buffer, flags: number, payload: Buffer): void =>
    void socket.write(Buffer.concat([start, uint32((flags << 24) | payload.length), payload]));
  const control = (kind: number, payload: Buffer, flags = 0): void =>
    frame(uint32((0x8003 << 16) | kind), flags, payload);
  return {
    head,
    socket,
    closed,
    control,
    open: (id: number, headers: Record<string, string>) =>
      control(1, Buffer.concat([uint32(id), uint32(0), Buffer.of(0, 0), writeHeaders(headers)])),
    data: (id: number, text: string, fin = false) => frame(uint32(id), fin ? 1 : 0, Buffer.from(text)),
    /** Data by stream, and the kinds of control frames. */
    frames() {
      const data: Record<number, string> = {};
      const kinds: number[] = [];
      for (let at = 0; at + 8 <= received.length; at += 8 + (received.readUInt32BE(at + 4) & 0xffffff)) {
        const first = received.readUInt32BE(at);
        const end = at + 8 + (received.readUInt32BE(at + 4) & 0xffffff);
        if (first >>> 31 === 1) kinds.push(first & 0xffff);
        else
          data[first] =
            (data[first] ?? '') + received.toString('utf8', at + 8, end) + ((received[at + 4] ?? 0) & 1 ? '|' : '');
      }
      return { data, kinds };
    },
  };
}

test('exec over SPDY: nothing is sent before all streams are there, and each has its end', async () => {
  const client = await spdy('/x/exec?stdin=true&stdout=true', 'v4.channel.k8s.io');
  expect(client.head).toMatch(/^HTTP\/1\.1 101 [\s\S]*X-Stream-Protocol-Version: v4\.channel\.k8s\.io$/);
  client.open(1, { streamtype: 'error' });
  client.open(3, { streamtype: 'stdin' });
  client.data(3, 'early');
  client.control(6, uint32(1));
  await expect.poll(() => client.frames().kinds).toEqual([2, 2, 6]);
  expect(client.frames().data).toEqual({});
  client.open(5, { streamtype: 'stdout' });
  client.data(3, '', true);
  await client.closed;
  expect(client.frames()).toEqual({ data: { 1: `${success}|`, 3: '|', 5: 'early|' }, kinds: [2, 2, 6, 2, 7] });
});

test('port-forward over SPDY pairs streams by their request', async () => {
  const client = await spdy('/x/portforward', 'portforward.k8s.io');
  client.open(1, { streamtype: 'error', port: '80', requestid: '0' });
  client.open(3, { streamtype: 'data', port: '80', requestid: '0' });
  client.data(3, 'hi', true);
  await expect.poll(() => client.frames().data).toEqual({ 3: 'hi|' });
  client.socket.destroy();
});

test('what is no SPDY ends the connection', async () => {
  const client = await spdy('/x/exec?stdout=true', 'v4.channel.k8s.io');
  client.control(1, Buffer.from('nonsense that is no header block'));
  await client.closed;
});

test('headers are readable for zlib, and those of zlib for us', () => {
  const write = createHeaderWriter();
  const blocks = [write({ streamtype: 'stdin' }), write({ port: '80' })];
  const all = inflateSync(Buffer.concat(blocks), { dictionary, finishFlush: constants.Z_SYNC_FLUSH });
  expect(all.toString('latin1')).toContain('streamtype');
  const read = createHeaderReader();
  expect(blocks.map(read)).toEqual([{ streamtype: 'stdin' }, { port: '80' }]);
  expect(() => read(Buffer.from([7, 255, 1]))).toThrow("headers can't be unpacked");
});

test('stopping the server ends what is open', async () => {
  const other = await startHttpServer(echo, { port: 0 });
  const socket = new WebSocket(`${other.url.replace('http', 'ws')}/x/exec`, ['v5.channel.k8s.io']);
  await new Promise((resolve) => socket.once('open', resolve));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await other.close();
  await closed;
});

test.each([
  ['/all/log', [], 'é\n', true],
  ['/all/log', ['binary.k8s.io'], 'é\n', true],
  ['/some/log', ['v9.k8s.io', 'base64.binary.k8s.io'], Buffer.from('é\n').toString('base64'), false],
])('a log comes over a websocket: %s, offered %j', async (path, protocols, said, isBinary) => {
  const socket = new WebSocket(server.url.replace('http', 'ws') + path, protocols);
  const got: [text: string, isBinary: boolean][] = [];
  socket.on('message', (message: Buffer, binary: boolean) => got.push([message.toString(), binary]));
  await new Promise((resolve, reject) => socket.once('close', resolve).once('error', reject));
  expect(socket.protocol).toBe(protocols.at(-1) ?? '');
  expect(got).toEqual([[said, isBinary]]);
});

test('a log in a protocol of others is refused', async () => {
  await expect(dial('/all/log', ['v4.channel.k8s.io'])).rejects.toThrow('400');
});
