/** The page's end of the protocol: requests with ids, answers by id. */
import type { ClusterView } from '../viz/model.ts';
import { apply } from './patch.ts';
import { type CallName, type Calls, type FromEngine, protocolVersion, type ToEngine } from './protocol.ts';
import type { RuntimeEvent } from './runtime.ts';

export interface Remote {
  call<N extends CallName>(call: N, ask: Calls[N]['ask']): Promise<Calls[N]['answer']>;
  /** Takes one message of the engine, whatever it is. */
  receive(message: unknown): void;
  /** Rejects everything that is still unanswered. */
  fail(because: string): void;
}

export interface RemoteOptions {
  post(message: ToEngine): void;
  event(event: RuntimeEvent): void;
  /** The engine listens. */
  hello(): void;
  broken(because: string): void;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export function createRemote(options: RemoteOptions): Remote {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let view: unknown;

  function answered(id: number): Waiting | undefined {
    const found = waiting.get(id);
    waiting.delete(id);
    return found;
  }

  return {
    call<N extends CallName>(call: N, ask: Calls[N]['ask']): Promise<Calls[N]['answer']> {
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        // The answer's type goes with the call's name; what came is data to be shown, whoever sent it.
        waiting.set(id, { resolve: (value) => resolve(value as Calls[N]['answer']), reject });
        options.post({ type: 'ask', id, call, with: ask } as ToEngine);
      });
    },
    receive(data) {
      const message = parse(data);
      switch (message?.type) {
        case undefined:
          return;
        case 'hello':
          if (message.version === protocolVersion) options.hello();
          else
            options.broken(
              `The page speaks version ${protocolVersion} of the protocol, the engine version ${message.version}: reload the page.`,
            );
          return;
        case 'reply':
          answered(message.id)?.resolve(message.value);
          return;
        case 'refusal':
          answered(message.id)?.reject(new Error(message.message));
          return;
        case 'view':
          if (message.patch !== undefined) view = apply(view, message.patch);
          // Data to be shown, whoever sent it.
          options.event({ type: 'view', view: view as ClusterView });
          return;
        case 'event':
          options.event(message.event);
          return;
        case 'broken':
          options.broken(message.message);
          return;
      }
    },
    fail(because) {
      const lost = [...waiting.values()];
      waiting.clear();
      for (const { reject } of lost) reject(new Error(because));
    },
  };
}

/** Undefined for anything that isn't a message of this protocol. */
function parse(data: unknown): FromEngine | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined;
  const known = typeof data.type === 'string' && ['hello', 'reply', 'refusal', 'event', 'view', 'broken'].includes(data.type);
  return known ? (data as FromEngine) : undefined;
}
