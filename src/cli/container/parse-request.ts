import type { ToEngine } from '../../runtimes/protocol.ts';

/** Whether this is a request of the protocol; only the page can write into the terminal of the engine. */
export function isEngineRequest(message: unknown): message is ToEngine {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'ask' && 'call' in message;
}
