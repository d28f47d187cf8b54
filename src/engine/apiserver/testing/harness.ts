/** A cluster of etcd and API server alone, for tests: requests go straight in, and the kernel runs until they are answered. */
import { kinds } from '../../api/index.ts';
import { validateByParts } from '../../cluster/part-validation.ts';
import { profiles } from '../../cluster/profiles.ts';
import { createEtcd } from '../../etcd/index.ts';
import { featuresOf } from '../../extensions/registry.ts';
import { createKernel } from '../../kernel/index.ts';
import type { ApiRequest, ApiResponse, Json, Method, User } from '../../meta/index.ts';
import { engineParts } from '../../parts/registry.ts';
import { type ApiServerOptions, createApiServer } from '../index.ts';

/** Any JSON, for reading answers. */
export type Answer = ApiResponse & { readonly json: Loose };
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type Loose = any;

export type Harness = ReturnType<typeof startServer>;

/** What a server of the `minimal` profile has. */
export const testFeatures = featuresOf(profiles.minimal.extensions);

const user = { name: 'tester', groups: ['system:masters'] };

export function startServer(options: Partial<ApiServerOptions> = {}) {
  const kernel = createKernel({ seed: 'test', settle: () => new Promise((resolve) => setImmediate(resolve)) });
  const { clock, random, trace } = kernel;
  const etcd = createEtcd({ clock, trace });
  const server = createApiServer({ clock, random, trace, etcd, kinds, features: testFeatures, validateAlso: validateByParts(() => engineParts), ...options });

  function request(method: Method, url: string, body?: Json, headers: ApiRequest['headers'] = {}): ApiRequest {
    const [path = '', query = ''] = url.split('?', 2);
    const parameters = Object.fromEntries(new URLSearchParams(query));
    return { method, path, query: parameters, headers, user, ...(body !== undefined && { body }) };
  }

  async function ask(
    method: Method,
    url: string,
    body?: Json,
    headers?: ApiRequest['headers'],
    by: User = user,
  ): Promise<Answer> {
    let response: ApiResponse | undefined;
    server.handle(
      { ...request(method, url, body, headers), user: by },
      {
        respond: (answer) => {
          response = answer;
        },
        write: () => undefined,
        end: () => undefined,
      },
    );
    await kernel.run({ while: () => response === undefined });
    if (response === undefined) throw new Error(`${method} ${url} was not answered`);
    return { ...response, json: response.body };
  }

  /** Starts a watch; `seen` grows while the kernel runs. */
  function watch(url: string, headers?: ApiRequest['headers']) {
    const seen: Loose[] = [];
    const state = { code: 0, ended: false };
    const stop = server.handle(request('GET', `${url}${url.includes('?') ? '&' : '?'}watch=true`, undefined, headers), {
      respond: (answer) => {
        state.code = answer.code;
        if (answer.body !== undefined) seen.push(answer.body);
      },
      write: (chunk) => seen.push(chunk),
      end: () => {
        state.ended = true;
      },
    });
    return { seen, state, stop, brief: () => seen.map(({ type, object }) => `${type} ${object.metadata?.name}`) };
  }

  return {
    kernel,
    etcd,
    server,
    request,
    ask,
    watch,
    get: (url: string, headers?: ApiRequest['headers']) => ask('GET', url, undefined, headers),
    post: (url: string, body: Json) => ask('POST', url, body),
    put: (url: string, body: Json) => ask('PUT', url, body),
    remove: (url: string, body?: Json) => ask('DELETE', url, body),
    patch: (url: string, body: Json, type: 'json' | 'merge' | 'strategic-merge' = 'merge') =>
      ask('PATCH', url, body, { 'content-type': `application/${type}-patch+json` }),
    settle: () => kernel.run({ quiet: true }),
  };
}

export const podsPath = '/api/v1/namespaces/default/pods';

export function podNamed(name: string, more: Record<string, Json> = {}): Json {
  const { spec, ...metadata } = more;
  const containers = [{ name: 'app', image: 'nginx' }];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, ...metadata },
    spec: { containers, ...(spec as Record<string, Json> | undefined) },
  };
}
