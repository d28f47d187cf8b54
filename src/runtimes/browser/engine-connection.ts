/** One engine that runs elsewhere, from its start to its end: the way to it, and the page's end of the protocol. */
import { createEngineClient, type EngineClient } from '../engine-client.ts';
import type { ToEngine } from '../protocol.ts';
import type { RuntimeEvent } from '../runtime.ts';

/** What an engine's maker reports. */
export interface EngineEnds {
  /** A message of the engine, whatever it is. */
  receive(message: unknown): void;
  /** The engine can't be had, now or by trying again. */
  broken(because: string): void;
  /** The engine is gone; another one may do. */
  ended(): void;
}

/** The way to an engine. */
export interface EngineLine {
  post(message: ToEngine): void;
  /** Ends the engine, whatever it does. */
  close(): void;
}

export interface ConnectionOptions {
  /** Starts an engine. It may speak before this resolves. */
  open(ends: EngineEnds): Promise<EngineLine>;
  /** No hello for so long after that: it has failed, with these words. */
  readonly startWithinMs: number;
  readonly late: string;
  /** A sentence around what broke. */
  broken(because: string): string;
}

export interface ConnectionEvents {
  event(event: RuntimeEvent): void;
  /** The engine says hello, so many real milliseconds after it was started; what it returns is called when the connection ends. */
  opened(client: EngineClient, loadMs: number): () => void;
  broken(because: string): void;
  ended(): void;
}

export interface EngineConnection {
  /** Resolves when the engine says hello; rejects when that doesn't come. */
  readonly opened: Promise<void>;
  readonly client: EngineClient;
  /** Ends the engine; what it hasn't answered is rejected with these words. Nothing is reported afterwards. */
  close(because: string): void;
}

type Phase =
  | { readonly is: 'starting' }
  /** There is an engine; it hasn't said hello. */
  | { readonly is: 'started'; readonly line: EngineLine; readonly fromMs: number; readonly late: ReturnType<typeof setTimeout> }
  | { readonly is: 'open'; readonly line: EngineLine; onClose(): void }
  | { readonly is: 'closed' };

export function connectEngine(options: ConnectionOptions, events: ConnectionEvents): EngineConnection {
  let phase: Phase = { is: 'starting' };
  const isClosed = (): boolean => phase.is === 'closed';
  const opened = Promise.withResolvers<void>();
  // The caller that started it may have stopped waiting.
  opened.promise.catch(() => undefined);

  function broken(because: string): void {
    const message = options.broken(because);
    opened.reject(new Error(message));
    if (!isClosed()) events.broken(message);
  }

  function ended(): void {
    if (isClosed()) return;
    if (phase.is === 'starting') opened.reject(new Error(options.late));
    else events.ended();
  }

  const client = createEngineClient({
    post: (message) => 'line' in phase && phase.line.post(message),
    event: (event) => !isClosed() && events.event(event),
    hello: () => void started.then(hello),
    broken,
  });

  const started = Promise.resolve()
    .then(() => options.open({ receive: (message) => client.receive(message), broken, ended }))
    .then((line) => {
      if (isClosed()) return line.close();
      const late = setTimeout(() => opened.reject(new Error(options.late)), options.startWithinMs);
      phase = { is: 'started', line, fromMs: performance.now(), late };
    });
  started.catch(opened.reject);

  function hello(): void {
    if (phase.is !== 'started') return;
    clearTimeout(phase.late);
    phase = { is: 'open', line: phase.line, onClose: events.opened(client, performance.now() - phase.fromMs) };
    opened.resolve();
  }

  return {
    opened: opened.promise,
    client,
    close(because) {
      const last = phase;
      phase = { is: 'closed' };
      if (last.is === 'started') clearTimeout(last.late);
      if (last.is === 'open') last.onClose();
      if ('line' in last) last.line.close();
      opened.reject(new Error(because));
      client.fail(because);
    },
  };
}
