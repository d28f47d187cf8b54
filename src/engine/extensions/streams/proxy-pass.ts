/** Passes a proxied request on, and the answer back. */
import type { Context } from '../../apiserver/context.ts';
import type { NodeStreams } from '../../apiserver/node-access.ts';
import { respondStatus } from '../../apiserver/respond.ts';
import { type HttpAnswer, type HttpRequest, internalError, serviceUnavailable } from '../../meta/index.ts';
import { bodyText, headersFor, pathWithQuery, responseFor } from './proxy-message.ts';

/** Sends the request on its way; a text in the place of an answer says why there was none. */
type Send = (nodes: NodeStreams, request: HttpRequest, done: (answer: HttpAnswer | string) => void) => void;

/** Answers with what `send` brings back; 503 where it brings nothing. */
export function pass(context: Context, send: Send): void {
  const { parts, request, info, exchange } = context;
  const nodes = parts.nodeStreams;
  if (nodes === undefined) return respondStatus(exchange, internalError('no nodes are connected'));
  let hungUp = false;
  context.onHangUp(() => {
    hungUp = true;
  });
  const passed = {
    method: request.method,
    path: pathWithQuery(request, info.proxyPath === '' ? '/' : (info.proxyPath ?? '/')),
    headers: headersFor(request),
    body: bodyText(request),
  };
  send(nodes, passed, (answer) => {
    if (hungUp) return;
    if (typeof answer !== 'string') exchange.respond(responseFor(answer, request, prefixOf(context)));
    else respondStatus(exchange, serviceUnavailable(`error trying to reach service: ${answer}`));
  });
}

/** The path up to `…/proxy`: where the program's own root is, seen from outside. */
function prefixOf({ request, info }: Context): string {
  return request.path.slice(0, request.path.length - (info.proxyPath ?? '').length);
}
