/** The API server as pods see it: it listens on its machine's address, where the Service `kubernetes` leads. */
import {
  type ApiRequest,
  type ApiResponse,
  fromUtf8,
  type Handler,
  type HttpAnswer,
  type HttpRequest,
  type Json,
  type Method,
  utf8,
} from '../meta/index.ts';
import type { Listener, PodNetwork } from '../node/index.ts';
import type { HttpHandler } from '../sdk/index.ts';
import type { ComponentMetrics } from './metrics/component-metrics.ts';

/** Of the machine of the control plane: the endpoint of default/kubernetes. */
const address = '172.18.0.1';
const port = 6443;
/** Who shows no token. */
const anonymous = { name: 'system:anonymous', groups: ['system:unauthenticated'] };
const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] satisfies Method[];

/** Lets pods ask the API server over HTTP, and what else listens on its machine. What goes on (a watch) is answered as a whole when it ends. */
export function serveApiToPods(network: PodNetwork, handler: Handler, beside?: ComponentMetrics['listeners']): void {
  const http = httpOf(handler);
  const ports = new Map<number, Listener>([[port, { http, open: new Set() }], ...(beside?.(http) ?? [])]);
  network.attach({ ip: address, node: 'control-plane', ports });
}

function httpOf(handler: Handler): HttpHandler {
  return (request, answer) => {
    const asked = requestOf(request);
    if (asked === undefined) return answer({ code: 405, headers: {}, body: '' });
    let text = '';
    let begun: ApiResponse | undefined;
    handler(asked, {
      respond(response) {
        begun = response;
        if (response.body !== undefined) answer(answerOf(response, textOf(response.body)));
      },
      write(chunk) {
        text += textOf(chunk);
      },
      end() {
        if (begun !== undefined && begun.body === undefined) answer(answerOf(begun, text));
      },
    });
  };
}

function requestOf({ method, path, headers, body }: HttpRequest): ApiRequest | undefined {
  if (!isMethod(method)) return undefined;
  const mark = path.indexOf('?');
  const text = fromUtf8(body) ?? body;
  return {
    method,
    path: mark < 0 ? path : path.slice(0, mark),
    query: queryOf(mark < 0 ? '' : path.slice(mark + 1)),
    headers,
    user: anonymous,
    ...(text !== '' && { body: text }),
  };
}

function isMethod(method: string): method is Method {
  return methods.includes(method);
}

function queryOf(text: string): Readonly<Record<string, string>> {
  const query: Record<string, string> = {};
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const [name = '', value = ''] = pair.split(/=(.*)/s).map(decoded);
    if (!Object.hasOwn(query, name)) query[name] = value;
  }
  return query;
}

/** Broken escapes stay as they are. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function textOf(body: Json): string {
  return typeof body === 'string' ? body : `${JSON.stringify(body)}\n`;
}

function answerOf({ code, headers }: ApiResponse, text: string): HttpAnswer {
  return { code, headers, body: utf8(text) };
}
