/** Asks a served cluster as a client of no library would: what is sent and what comes back, as it stands on the wire. */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { type Served, serve } from '../../src/cli/serve/serve.ts';

export type Loose = ReturnType<typeof JSON.parse>;

export interface Answer {
  readonly code: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body, where it is JSON. */
  readonly json: Loose;
}

export interface Watch {
  readonly code: number;
  readonly events: readonly Loose[];
  /** `ADDED a`. */
  brief(): readonly string[];
  /** Resolves when there are so many events, or the stream has ended. */
  until(count: number): Promise<void>;
  readonly ended: Promise<void>;
  stop(): void;
}

export interface Wire {
  readonly served: Served;
  ask(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
  put(path: string, body: unknown): Promise<Answer>;
  remove(path: string, body?: unknown): Promise<Answer>;
  patch(path: string, body: unknown, type?: 'json' | 'merge' | 'strategic-merge'): Promise<Answer>;
  apply(path: string, manager: string, body: unknown, more?: string): Promise<Answer>;
  watch(path: string): Promise<Watch>;
  /** Lets the cluster's time pass. */
  pass(virtualMs: number): Promise<void>;
  /** Makes etcd forget all revisions before the newest. */
  compact(): Promise<void>;
  /** Asks until it is so; rejects after `patienceMs` of real time. */
  eventually(path: string, is: (answer: Answer) => boolean): Promise<Answer>;
  stop(): Promise<void>;
}

const patienceMs = 20_000;

/** Serves a cluster without nodes whose time passes `speed` times as fast as ours. */
export async function startWire(speed: number, withoutControllers: readonly string[] = []): Promise<Wire> {
  const options = { nodes: 0, seed: '1', speed, withoutControllers, kubeconfig: undefined, port: 0, etcdPort: 0, noToken: true as const };
  const bugs: unknown[] = [];
  const served = await serve(options, { descriptions: () => '', failed: (error) => bugs.push(error) });
  const base = new URL(served.url);

  function send(method: string, path: string, body: unknown, headers: Readonly<Record<string, string>>) {
    const text =
      body === undefined ? '' : typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    // Node sends the body of a DELETE without its length.
    const length = { 'content-length': String(Buffer.byteLength(text)) };
    const sent = { ...(body !== undefined && { 'content-type': 'application/json', ...length }), ...headers };
    const message = httpRequest({ host: base.hostname, port: base.port, method, path: encodeURI(path), headers: sent });
    message.end(text);
    return message;
  }

  function ask(method: string, path: string, body?: unknown, headers = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const message = send(method, path, body, headers);
      message.on('error', reject);
      message.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => {
          text += piece;
        });
        response.on('end', () => {
          const isJson = /json/.test(response.headers['content-type'] ?? '');
          const json: Loose = isJson && text !== '' ? JSON.parse(text) : undefined;
          resolve({ code: response.statusCode ?? 0, headers: response.headers, text, json });
        });
      });
    });
  }

  const wire: Wire = {
    served,
    ask,
    get: (path, headers) => ask('GET', path, undefined, headers),
    post: (path, body) => ask('POST', path, body),
    put: (path, body) => ask('PUT', path, body),
    remove: (path, body) => ask('DELETE', path, body),
    patch: (path, body, type = 'merge') =>
      ask('PATCH', path, body, { 'content-type': `application/${type}-patch+json` }),
    apply: (path, manager, body, more = '') =>
      ask('PATCH', `${path}?fieldManager=${manager}${more}`, body, { 'content-type': 'application/apply-patch+yaml' }),
    watch: (path) => watchOver(send('GET', path, undefined, {})),
    pass: (virtualMs) => new Promise((resolve) => setTimeout(resolve, virtualMs / speed)),
    async compact() {
      const { etcdUrls } = served;
      const call = async (what: string, body: object): Promise<Loose> =>
        (await fetch(`${etcdUrls[0]}/v3/${what}`, { method: 'POST', body: JSON.stringify(body) })).json();
      const { header } = await call('kv/range', { key: 'AA==' });
      await call('kv/compaction', { revision: header.revision, physical: true });
    },
    async eventually(path, is) {
      const end = performance.now() + patienceMs;
      for (;;) {
        const answer = await ask('GET', path);
        if (is(answer)) return answer;
        if (performance.now() > end) throw new Error(`${path} stays as it is: ${answer.text}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async stop() {
      await served.stop();
      if (bugs.length > 0) throw bugs[0];
    },
  };
  return wire;
}

function watchOver(message: ReturnType<typeof httpRequest>): Promise<Watch> {
  const events: Loose[] = [];
  const waiting = new Set<() => void>();
  const end = Promise.withResolvers<void>();
  let over = false;
  const wake = (): void => {
    for (const each of waiting) each();
  };
  return new Promise((resolve, reject) => {
    message.on('error', (error) => (over ? undefined : reject(error)));
    message.on('response', (response) => {
      let rest = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        const lines = (rest + piece).split('\n');
        rest = lines.pop() ?? '';
        events.push(...lines.filter((line) => line !== '').map((line) => JSON.parse(line)));
        wake();
      });
      response.on('error', () => {});
      response.on('close', () => {
        over = true;
        if (rest !== '') events.push(JSON.parse(rest));
        wake();
        end.resolve();
      });
      resolve({
        code: response.statusCode ?? 0,
        events,
        brief: () => events.map(({ type, object }) => `${type} ${object.metadata?.name}`),
        until: (count) =>
          new Promise((reached, late) => {
            const timer = setTimeout(
              () => late(new Error(`${events.length} of ${count} events: ${JSON.stringify(events).slice(0, 500)}`)),
              patienceMs,
            );
            const look = (): void => {
              if (events.length < count && !over) return;
              clearTimeout(timer);
              waiting.delete(look);
              reached();
            };
            waiting.add(look);
            look();
          }),
        ended: end.promise,
        stop: () => {
          over = true;
          message.destroy();
        },
      });
    });
  });
}
