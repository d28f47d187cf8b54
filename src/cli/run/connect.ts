/** A kubeconfig's cluster, and requests to it over HTTP(S) with all the ways to authenticate that a kubeconfig knows. */
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { KubeConfig } from '@kubernetes/client-node';

export interface ServerRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** Where requests go. */
export interface Server {
  readonly url: string;
  /** Begins a request. Resolves with the answer as soon as its head is there; `signal` ends it at any time. Rejects when there is none. */
  send(request: ServerRequest, signal: AbortSignal): Promise<IncomingMessage>;
}

/** What a 401 means. */
export const unknownUser = 'the server doesn’t know who this is (401): the token or certificate of the kubeconfig isn’t valid any more';

/** A kubeconfig that can't be used: the message says what is missing. */
export class KubeconfigError extends Error {}

/** How often the kernel asks whether a silent connection's other end is still there, milliseconds. */
const keepAliveMs = 30_000;

/** Reads the kubeconfig. @throws KubeconfigError */
export function openServer(file: string | undefined, context: string | undefined): Server {
  const config = new KubeConfig();
  try {
    if (file === undefined) config.loadFromDefault();
    else config.loadFromFile(file);
  } catch (error) {
    throw new KubeconfigError(`${file ?? 'the kubeconfig'} can’t be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (context !== undefined) {
    const names = config.getContexts().map(({ name }) => name);
    if (!names.includes(context)) throw new KubeconfigError(`there is no context ${context}. There are: ${names.join(', ') || 'none'}`);
    config.setCurrentContext(context);
  }
  const cluster = config.getCurrentCluster();
  if (!cluster) throw new KubeconfigError('no kubeconfig names a cluster: give one with --kubeconfig, or a context of it with --context');
  const { server } = cluster;
  const url = new URL(server);
  return { url: server, send: (request, signal) => send(config, url, request, signal) };
}

async function send(config: KubeConfig, url: URL, { method, path, headers, body }: ServerRequest, signal: AbortSignal): Promise<IncomingMessage> {
  // Read for each request: a token may be renewed by a file or by a command at any time.
  const options: RequestOptions & { headers?: Record<string, string> } = {};
  await config.applyToHTTPSOptions(options as never);
  const begin = url.protocol === 'https:' ? requestHttps : requestHttp;
  const prefix = url.pathname.replace(/\/$/, '');
  // Without the brackets of an IPv6 address.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const whole = { ...options, method, signal, host, port: url.port, path: prefix + path, headers: { ...options.headers, ...headers } };
  return new Promise((resolve, reject) => {
    const sent = begin(whole, resolve);
    sent.on('error', reject);
    sent.setSocketKeepAlive(true, keepAliveMs);
    sent.end(body);
  });
}
