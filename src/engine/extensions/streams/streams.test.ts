import { expect, test } from 'vitest';
import type { ExecOptions, NodeStreams } from '../../apiserver/node-access.ts';
import { type Loose, podNamed, podsPath, startServer } from '../../apiserver/testing/harness.ts';
import type { ApiRequest, ApiResponse, Exchange, HttpRequest, Json, StreamEnd } from '../../meta/index.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (each) => each.charCodeAt(0));
const text = (all: readonly Uint8Array[]): string => all.map((each) => String.fromCharCode(...each)).join('');

/** A node whose programs answer with what they are given, in capitals. */
function echoingNode() {
  const runs: { container: string; options: Partial<ExecOptions> }[] = [];
  const requests: { port: number; request: HttpRequest }[] = [];
  const ended: string[] = [];
  const echo = (peer: StreamEnd, name: string): StreamEnd => ({
    write: (channel, input) => channel === 0 && peer.write(1, bytes(text([input]).toUpperCase())),
    close: () => peer.end(),
    end: () => void ended.push(name),
  });
  const node: NodeStreams = {
    exec(_pod, container, options, peer) {
      runs.push({ container, options });
      return echo(peer, 'exec');
    },
    attach(_pod, container, options, peer) {
      runs.push({ container, options });
      return echo(peer, 'attach');
    },
    connect(_pod, port, peer) {
      if (port === 81) {
        peer.write(3, bytes(JSON.stringify({ status: 'Failure', message: 'connection refused' })));
        peer.end();
      }
      return {
        write: (_channel, input) => peer.write(0, bytes(`${port}:${text([input])}`)),
        close: () => peer.end(),
        end: () => void ended.push(`port ${port}`),
      };
    },
    http(_pod, port, request, done) {
      requests.push({ port, request });
      if (port === 81) done('dial tcp 10.244.0.2:81: connect: connection refused');
      else done({ code: 302, headers: { location: '/next', connection: 'close' }, body: 'moved\xff' });
    },
    nodePort(_node, { port }, request, done) {
      requests.push({ port, request });
      done({ code: 200, headers: {}, body: 'node port' });
    },
  };
  return { node, runs, requests, ended };
}

async function start() {
  const echoing = echoingNode();
  const server = startServer({ nodeStreams: echoing.node });
  const ports = [{ containerPort: 8080 }];
  const two: Json = {
    containers: [
      { name: 'a', image: 'x', ports },
      { name: 'b', image: 'y' },
    ],
    nodeName: 'n',
  };
  await server.post('/api/v1/nodes', { metadata: { name: 'n' } });
  await server.post(podsPath, podNamed('one', { spec: { nodeName: 'n' } }));
  await server.post(podsPath, podNamed('lost', { spec: { nodeName: 'gone' } }));
  await server.post(podsPath, podNamed('two', { spec: two }));
  await server.post(podsPath, podNamed('pending'));

  /** Asks for an upgrade. */
  async function open(url: string, repeated: Record<string, string[]> = {}, method: 'GET' | 'POST' = 'GET') {
    const got: { channel: number; bytes: Uint8Array }[] = [];
    const closed: number[] = [];
    const state: { answer?: ApiResponse; peer?: StreamEnd; ended?: true } = {};
    const exchange: Exchange = {
      respond: (answer) => {
        state.answer = answer;
      },
      write() {},
      end() {},
      upgrade(peer) {
        state.peer = peer;
        return {
          write: (channel, piece) => void got.push({ channel, bytes: piece }),
          close: (channel) => void closed.push(channel),
          end: () => {
            state.ended = true;
          },
        };
      },
    };
    const request: ApiRequest = {
      ...server.request(method, url),
      ...(Object.keys(repeated).length > 0 && { repeated }),
    };
    const hangUp = server.server.handle(request, exchange);
    await server.settle();
    const of = (channel: number): string =>
      text(got.filter((each) => each.channel === channel).map((each) => each.bytes));
    return { state, of, closed, hangUp, message: () => (state.answer?.body as Loose)?.message };
  }
  return { ...server, ...echoing, open };
}

test('exec runs a command with its arguments in the container named, and carries input and output', async () => {
  const { open, runs, ended } = await start();
  const url = `${podsPath}/two/exec?container=b&stdin=true&stdout=true&stderr=true&command=cat`;
  const { state, of, hangUp } = await open(url, { command: ['cat', '-n'] }, 'POST');
  expect(runs).toEqual([
    { container: 'b', options: { command: ['cat', '-n'], stdin: true, stdout: true, stderr: true, tty: false } },
  ]);
  state.peer?.write(0, bytes('hello'));
  expect(of(1)).toBe('HELLO');
  hangUp();
  expect(ended).toEqual(['exec']);
});

test('a terminal has no stderr of its own; attach takes no command', async () => {
  const { open, runs } = await start();
  await open(`${podsPath}/one/attach?stdin=1&stdout=1&stderr=1&tty=1`);
  expect(runs).toEqual([{ container: 'app', options: { stdin: true, stdout: true, stderr: false, tty: true } }]);
});

test.each([
  ['none/exec?command=ls&stdout=1', 404, 'pods "none" not found'],
  ['two/exec?command=ls&stdout=1', 400, 'a container name must be specified for pod two, choose one of: [a b]'],
  ['two/exec?command=ls&stdout=1&container=c', 400, 'container c is not valid for pod two'],
  ['pending/exec?command=ls&stdout=1', 400, 'pod pending does not have a host assigned'],
  ['one/exec?command=ls', 400, 'you must specify at least 1 of stdin, stdout, stderr'],
  ['pending/portforward', 400, 'pod pending does not have a host assigned'],
  ['lost/exec?command=ls&stdout=1', 404, 'nodes "gone" not found'],
  ['lost/portforward', 404, 'nodes "gone" not found'],
])('%s is refused with %d', async (path, code, message) => {
  const { open } = await start();
  const { state, message: said } = await open(`${podsPath}/${path}`);
  expect({ code: state.answer?.code, message: said() }).toEqual({ code, message });
});

test('without an upgrade there is nothing to stream on', async () => {
  const { get } = await start();
  for (const path of ['exec?command=ls&stdout=1', 'attach?stdout=1', 'portforward']) {
    expect((await get(`${podsPath}/one/${path}`)).json).toMatchObject({
      code: 400,
      message: 'Upgrade request required',
    });
  }
});

test('port-forward has two channels a connection, each of which says its port first', async () => {
  const { open, ended } = await start();
  const { state, of, closed, hangUp } = await open(`${podsPath}/one/portforward`);
  state.peer?.write(0, Uint8Array.of(80));
  state.peer?.write(0, Uint8Array.of(0, 104, 105));
  expect(of(0)).toBe('P\0' + '80:hi');
  expect(of(1)).toBe('P\0');
  state.peer?.write(2, Uint8Array.of(81, 0));
  expect(of(3)).toMatch(/^Q\0error forwarding port 81 to pod .*, uid : connection refused$/);
  expect(closed).toEqual([2, 3]);
  state.peer?.write(4, Uint8Array.of(0x90, 0x1f));
  state.peer?.close(5);
  state.peer?.close(0);
  expect(ended).toEqual(['port 8080']);
  expect(closed).toEqual([2, 3, 0, 1]);
  hangUp();
});

test('the proxy passes method, path, query, headers and body on, and redirects back through itself', async () => {
  const { ask, requests } = await start();
  const url = `${podsPath}/two/proxy/a%20b/?x=1`;
  const answer = await ask('PUT', url, 'body', { 'x-mine': 'yes', authorization: 'secret' });
  expect(requests).toEqual([
    {
      port: 8080,
      request: {
        method: 'PUT',
        path: '/a%20b/?x=1',
        headers: {
          'x-mine': 'yes',
          'x-forwarded-uri': `${podsPath}/two/proxy/a%20b/`,
          'x-forwarded-host': '',
          'x-forwarded-proto': 'http',
        },
        body: 'body',
      },
    },
  ]);
  expect(answer).toMatchObject({
    code: 302,
    headers: { location: `${podsPath}/two/proxy/next` },
    body: 'moved\xff',
    binary: true,
  });
  expect(answer.headers['connection']).toBeUndefined();
});

test.each([
  ['two/proxy', 301, undefined],
  ['http:two:81/proxy/', 503, 'error trying to reach service: dial tcp 10.244.0.2:81: connect: connection refused'],
  ['ftp:two:81/proxy/', 400, 'invalid pod request "ftp:two:81"'],
  ['none:80/proxy/', 404, 'pods "none" not found'],
])('GET pods/%s is %d', async (path, code, message) => {
  const { get } = await start();
  const answer = await get(`${podsPath}/${path}`);
  expect({ code: answer.code, message: answer.json.message }).toEqual({ code, message });
});

test('services/x/proxy goes to an address behind the service', async () => {
  const { get, post, requests } = await start();
  const space = '/api/v1/namespaces/default';
  await post(`${space}/services`, {
    metadata: { name: 'web' },
    spec: { ports: [{ name: 'http', port: 80, targetPort: 8080 }], selector: { app: 'web' } },
  });
  const none = 'no endpoints available for service "web"';
  await post(`${space}/endpoints`, { metadata: { name: 'web' } });
  expect((await get(`${space}/services/web:http/proxy/`)).json).toMatchObject({ code: 503, message: none });
  expect((await get(`${space}/services/web:99/proxy/`)).json.message).toBe(
    'no service port 99 found for service "web"',
  );
  await post(`${space}/endpoints`, {
    metadata: { name: 'other' },
    subsets: [{ addresses: [{ ip: '10.244.0.2', targetRef: { kind: 'Pod', name: 'one' } }], ports: [{ port: 9090 }] }],
  });
  expect((await get(`${space}/services/other/proxy/x`)).code).toBe(302);
  expect(requests.at(-1)).toMatchObject({ port: 9090, request: { path: '/x' } });
});
