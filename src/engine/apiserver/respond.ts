/** How answers leave: objects, Statuses, Warning headers. */
import type { ApiRequest, Exchange, Status } from '../meta/index.ts';
import { asJson } from './codec.ts';
import type { Warnings } from './warnings.ts';

const common = { 'content-type': 'application/json', 'cache-control': 'no-cache, private' } as const;

/** Sends a JSON answer. Warnings go into the `warning` header, one a line. */
export function respondJson(exchange: Exchange, code: number, body: object, warnings?: Warnings): void {
  const texts = warnings?.texts() ?? [];
  const headers = texts.length === 0 ? common : { ...common, warning: texts.map(warningHeader).join('\n') };
  exchange.respond({ code, headers, body: asJson(body) });
}

/** Sends a Status with its own code. */
export function respondStatus(exchange: Exchange, status: Status, warnings?: Warnings): void {
  const texts = warnings?.texts() ?? [];
  const retryAfter = status.details?.retryAfterSeconds;
  const headers = {
    ...common,
    ...(texts.length > 0 && { warning: texts.map(warningHeader).join('\n') }),
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  };
  exchange.respond({ code: status.code, headers, body: asJson(status) });
}

/** Sends plain text. */
export function respondText(exchange: Exchange, code: number, body: string): void {
  exchange.respond({
    code,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache, private' },
    body,
  });
}

/** RFC 7234, code 299, agent unknown. */
export function warningHeader(text: string): string {
  return `299 - "${text.replace(/[\\"]/g, '\\$&')}"`;
}

/** Media types of the Accept header with their parameters, in the client's order. */
export function acceptedBy(
  request: ApiRequest,
): readonly { readonly type: string; readonly parameters: Readonly<Record<string, string>> }[] {
  return (request.headers['accept'] ?? '').split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    return { type, parameters: Object.fromEntries(parameters.map((each) => each.split('=', 2) as [string, string])) };
  });
}
