/** The engine's end of the protocol over any channel: worker port, process output. */
import type { SessionParts } from '../session/session.ts';
import { createHost } from './host.ts';
import { type FromEngine, protocolVersion, type ToEngine } from './protocol.ts';

/** Says hello and returns what takes the page's messages. */
export function serveHost(parts: SessionParts, post: (message: FromEngine) => void): (message: ToEngine) => void {
  const host = createHost(parts, (event) => post({ type: 'event', event }));
  post({ type: 'hello', version: protocolVersion });
  return (message) => {
    host.call(message.call, message.with).then(
      (value) => post({ type: 'reply', id: message.id, value }),
      (error: unknown) =>
        post({ type: 'refusal', id: message.id, message: error instanceof Error ? error.message : String(error) }),
    );
  };
}
