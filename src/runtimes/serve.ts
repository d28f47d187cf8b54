/** The engine's end of the protocol over any channel: worker port, process output. */
import type { SessionParts } from '../session/session.ts';
import { createHost, type Host } from './host.ts';
import type { ClusterView } from '../viz/model.ts';
import { diff } from './patch.ts';
import { type FromEngine, protocolVersion, type ToEngine } from './protocol.ts';
import type { RuntimeEvent } from './runtime.ts';

/** What stands between page and host, where the platform has something to add. */
export interface Between {
  around(host: Host): Host;
  /** Undefined: the event isn't for the page. */
  heard(event: RuntimeEvent): RuntimeEvent | undefined;
}

/** Says hello and returns what takes the page's messages. */
export function serveHost(
  parts: SessionParts,
  post: (message: FromEngine) => void,
  between: Between = { around: (host) => host, heard: (event) => event },
): (message: ToEngine) => void {
  let sent: ClusterView | undefined;
  function postView(view: ClusterView): void {
    const patch = diff(sent, view);
    sent = view;
    post({ type: 'view', ...(patch === undefined ? {} : { patch }) });
  }
  const host = between.around(
    createHost(parts, (event) => {
      const passed = between.heard(event);
      if (passed?.type === 'view') postView(passed.view);
      else if (passed !== undefined) post({ type: 'event', event: passed });
    }),
  );
  post({ type: 'hello', version: protocolVersion });
  return (message) => {
    host.call(message.call, message.with).then(
      (value) => post({ type: 'reply', id: message.id, value }),
      (error: unknown) =>
        post({ type: 'refusal', id: message.id, message: error instanceof Error ? error.message : String(error) }),
    );
  };
}
