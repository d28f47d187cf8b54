/** The page's end of the protocol: requests with ids, answers by id. */
import type { ClusterView } from '../viz/model.ts';
import { apply, type Patch } from './patch.ts';
import { type CallName, type Calls, type FromEngine, protocolVersion, type ToEngine } from './protocol.ts';
import type { RuntimeEvent } from './runtime.ts';
import { isAnswerTo, isProtocolMessage } from './protocol-schema.ts';

export interface EngineClient {
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
  readonly call: CallName;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export function createEngineClient(options: RemoteOptions): EngineClient {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let view: unknown;

  function answered(id: number): Waiting | undefined {
    const found = waiting.get(id);
    waiting.delete(id);
    return found;
  }

  function settle(of: Waiting | undefined, value: unknown): void {
    if (of === undefined) return;
    if (isAnswerTo(of.call, value)) of.resolve(value);
    else of.reject(new Error('The engine gave an answer that can’t be read. Restart the session if it does so again.'));
  }

  /** One that isn't a view when it is put together is left out, and what comes next goes onto the one before. */
  function takeView(patch: Patch | undefined): void {
    let next = view;
    try {
      if (patch !== undefined) next = apply(view, patch);
    } catch {
      return;
    }
    if (!isAnswerTo('view', next)) return;
    view = next;
    options.event({ type: 'view', view: view as ClusterView });
  }

  function take(message: FromEngine): void {
    switch (message.type) {
      case 'hello':
        return message.version === protocolVersion ? options.hello() : options.broken(versionSentence(message.version));
      case 'reply':
        return settle(answered(message.id), message.value);
      case 'refusal':
        return answered(message.id)?.reject(new Error(message.message));
      case 'view':
        return takeView(message.patch);
      case 'event':
        return options.event(message.event);
      case 'broken':
        return options.broken(message.message);
    }
  }

  return {
    call<N extends CallName>(call: N, ask: Calls[N]['ask']): Promise<Calls[N]['answer']> {
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        // The answer's type goes with the call's name, and was validated for that call.
        waiting.set(id, { call, resolve: (value) => resolve(value as Calls[N]['answer']), reject });
        options.post({ type: 'ask', id, call, with: ask } as ToEngine);
      });
    },
    receive(data) {
      const message = parse(data);
      if (message !== undefined) take(message);
    },
    fail(because) {
      const lost = [...waiting.values()];
      waiting.clear();
      for (const { reject } of lost) reject(new Error(because));
    },
  };
}

/** Undefined for anything that isn't a message of this protocol: code in the engine's realm may send whatever it likes. */
function parse(data: unknown): FromEngine | undefined {
  return isProtocolMessage(data) ? (data as FromEngine) : undefined;
}

const versionSentence = (version: number): string =>
  `The page speaks version ${protocolVersion} of the protocol, the engine version ${version}: reload the page.`;
