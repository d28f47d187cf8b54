/** HTTP messages on their way through the proxy: what is passed on, and what is changed. */
import type { ApiRequest, ApiResponse, HttpAnswer } from '../../meta/index.ts';

/** Between two hops only (RFC 9110, 7.6.1), and what says who the client is, which is this server's business. */
const dropped = new Set([
  'authorization',
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The headers that go on, with what proxies add. */
export function headersFor({ headers, path }: ApiRequest): Readonly<Record<string, string>> {
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (!dropped.has(name) && !name.startsWith('impersonate-')) passed[name] = value;
  }
  return { ...passed, 'x-forwarded-uri': path, 'x-forwarded-host': headers['host'] ?? '', 'x-forwarded-proto': 'http' };
}

/** A path with the request's query behind it. */
export function pathWithQuery({ query, repeated = {} }: ApiRequest, path: string): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    ((Object.hasOwn(repeated, name) ? repeated[name] : undefined) ?? [value]).map(
      (each) => `${encodeURIComponent(name)}=${encodeURIComponent(each)}`,
    ),
  );
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

/** The body as the client sent it. */
export function bodyText({ body }: ApiRequest): string {
  if (body === undefined) return '';
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** The program's answer as the client gets it. A redirect to the program's own root leads back through the proxy at `prefix`. */
export function responseFor({ code, headers, body }: HttpAnswer, request: ApiRequest, prefix: string): ApiResponse {
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) if (!dropped.has(name)) passed[name] = value;
  const { location } = headers;
  if (location?.startsWith('/') && !location.startsWith('//')) passed['location'] = `${prefix}${location}`;
  return { code, headers: passed, body: request.method === 'HEAD' ? '' : body, binary: true };
}
