/**
 * The sandbox: a hidden frame of an opaque origin whose document starts the engine in a worker. The frame's content security policy
 * is the worker's too (a worker from a blob takes its maker's): no network, no storage, nothing of the page but one message port.
 */
import { isPieceRequest, type PieceAnswer } from './pieces.ts';

export interface Frame {
  readonly port: MessagePort;
  /** Ends the worker, whatever it does. */
  remove(): void;
}

/** What a worker is started as. */
export type WorkerRole = 'session' | 'grader';

/** The bundled engine, as the page has it: the same bytes for every session and grader. */
export interface EngineFiles {
  /** The core's text. Rejects with a sentence; may be called again then. */
  core(): Promise<string>;
  /** The text of a piece that the core loads when it is first used. Rejects with a sentence. */
  piece(name: string): Promise<string>;
  /** The document that the frames are put into: its policy holds in them, too. Rejects with a sentence; may be called again then. */
  host(): Promise<Document>;
}

export interface FrameOptions {
  /** The core's text. */
  readonly core: string;
  readonly host: Document;
  readonly role: WorkerRole;
  readonly piece: EngineFiles['piece'];
  receive(message: unknown): void;
  /** The worker couldn't be started, or threw outside a request. */
  broken(because: string): void;
}

/** Of the frame's document, and of the host's on the site (`public/engine/index.html`). No `connect-src`: nothing can be fetched. `blob:` is the engine itself. */
export const framePolicy =
  "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' blob:; worker-src blob:; form-action 'none'; base-uri 'none'";

/** Takes the core's text, the worker's role and a port, from the page or its host; starts the worker and passes role and port on. */
const frameScript = `
addEventListener('message', ({ data, ports, source }) => {
  if ((source !== parent && source !== parent.parent) || !ports[0]) return;
  const tell = (message) => source.postMessage({ type: 'converge-frame', message }, '*');
  try {
    const url = URL.createObjectURL(new Blob([data.core], { type: 'text/javascript' }));
    const worker = new Worker(url);
    worker.onerror = (event) => tell(event.message || 'the worker could not be started');
    worker.postMessage(data.role, [ports[0]]);
  } catch (error) {
    tell(String(error && error.message || error));
  }
}, { once: true });`;

const frameDocument = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${framePolicy}"><title>engine</title><script>${frameScript}</script>`;

/** Puts the frame into its host; messages come as soon as the worker runs. */
export function openFrame(options: FrameOptions): Frame {
  const { port1, port2 } = new MessageChannel();
  const frame = options.host.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.setAttribute('title', 'engine');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.hidden = true;
  frame.srcdoc = frameDocument;
  port1.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isPieceRequest(data)) void answerPiece(data.name);
    else options.receive(data);
  };
  async function answerPiece(name: string): Promise<void> {
    port1.postMessage(await options.piece(name).then(
      (text): PieceAnswer => ({ type: 'piece', name, text }),
      (error: unknown): PieceAnswer => ({ type: 'piece', name, error: error instanceof Error ? error.message : String(error) }),
    ));
  }

  function onMessage(event: MessageEvent): void {
    if (event.source === null || event.source !== frame.contentWindow) return;
    const data: unknown = event.data;
    if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'converge-frame') return;
    options.broken('message' in data ? String(data.message) : 'unknown');
  }
  addEventListener('message', onMessage);
  // Its origin is opaque: there is no origin to name.
  frame.addEventListener('load', () => frame.contentWindow?.postMessage({ core: options.core, role: options.role }, '*', [port2]), { once: true });
  options.host.body.append(frame);

  return {
    port: port1,
    remove() {
      removeEventListener('message', onMessage);
      port1.close();
      frame.remove();
    },
  };
}
