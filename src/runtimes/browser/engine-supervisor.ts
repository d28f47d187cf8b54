/** Keeps an engine that runs elsewhere: starts it, watches that it answers, and replaces it. */
import type { CallName, Calls } from '../protocol.ts';
import type { EngineClient } from '../engine-client.ts';
import type { RuntimeEvent, RuntimeState } from '../runtime.ts';
import { type ConnectionOptions, connectEngine, type EngineConnection } from './engine-connection.ts';
import { startWatchdog } from './watchdog.ts';

export interface SupervisorOptions extends ConnectionOptions {
  /** Why it can't run in this browser, as a sentence. */
  unsupported(): string | undefined;
  /** No answer for so long: it hangs. */
  hangAfterMs(): number;
}

export interface SupervisorEvents {
  /** An event of the engine, or a new state. */
  event(event: RuntimeEvent): void;
  /** The engine hangs, or is gone without having been ended. */
  lost(): void;
}

export interface EngineSupervisor {
  readonly state: RuntimeState;
  /** Resolves when an engine is ready; rejects when there can't be one. */
  start(): Promise<void>;
  /**
   * Starts an engine in the place of the last one, and does `next` with it before it is ready. Resolves with whether it is: it may fail, or
   * be replaced or stopped itself.
   */
  replace(because: string, next: (client: EngineClient) => Promise<unknown>): Promise<boolean>;
  /** Waits for a start under way; rejects when it fails. */
  settled(): Promise<void>;
  /** Ends the engine; the next `start` starts another. No new state is reported. */
  discard(because: string): void;
  fail(because: string): void;
  stop(): void;
  /** Waits for a start under way. */
  call<N extends CallName>(name: N, ask: Calls[N]['ask']): Promise<Calls[N]['answer']>;
  /** The engine that is there now; throws when there is none. */
  client(): EngineClient;
}

type State =
  | { readonly is: 'idle' }
  | { readonly is: 'starting' | 'ready'; readonly connection: EngineConnection; readonly ready: Promise<void> }
  | { readonly is: 'failed' | 'unsupported'; readonly because: string };

export function createEngineSupervisor(options: SupervisorOptions, events: SupervisorEvents): EngineSupervisor {
  let state: State = { is: 'idle' };

  function enter(next: State): void {
    state = next;
    events.event({ type: 'state', state: runtimeState(next) });
  }

  const isCurrent = (connection: EngineConnection): boolean => 'connection' in state && state.connection === connection;

  function discard(because: string): void {
    const last = state;
    state = { is: 'idle' };
    if ('connection' in last) last.connection.close(because);
  }

  function fail(because: string): void {
    const last = state;
    enter({ is: 'failed', because });
    if ('connection' in last) last.connection.close(because);
  }

  function bringUp(next: (client: EngineClient) => Promise<unknown>): Promise<void> {
    const connection = connectEngine(options, {
      event: events.event,
      opened: (client) => watch(client, options.hangAfterMs, events.lost),
      broken: fail,
      ended: events.lost,
    });
    const ready = connection.opened
      .then(() => {
        if (!isCurrent(connection)) throw new Error('The runtime was stopped.');
        return next(connection.client);
      })
      .then(
        () => {
          if (isCurrent(connection)) enter({ is: 'ready', connection, ready });
        },
        (error: unknown) => {
          const because = error instanceof Error ? error.message : String(error);
          if (isCurrent(connection)) fail(because);
          throw new Error(because);
        },
      );
    // A recovery has no caller that awaits it.
    ready.catch(() => undefined);
    enter({ is: 'starting', connection, ready });
    return ready;
  }

  return {
    get state() {
      return runtimeState(state);
    },
    async start() {
      if ('ready' in state) return state.ready;
      const because = options.unsupported();
      if (because === undefined) return bringUp(async () => undefined);
      enter({ is: 'unsupported', because });
      throw new Error(because);
    },
    async replace(because, next) {
      discard(because);
      const ready = bringUp(next);
      await ready.catch(() => undefined);
      return state.is === 'ready' && state.ready === ready;
    },
    async settled() {
      if ('ready' in state) await state.ready;
    },
    discard,
    fail,
    stop() {
      discard('The runtime was stopped.');
      enter({ is: 'idle' });
    },
    async call(name, ask) {
      if ('ready' in state) await state.ready;
      return clientOf(state).call(name, ask);
    },
    client: () => clientOf(state),
  };
}

function runtimeState(state: State): RuntimeState {
  return 'because' in state ? { state: state.is, because: state.because } : { state: state.is };
}

function clientOf(state: State): EngineClient {
  if ('connection' in state) return state.connection.client;
  throw new Error('because' in state ? state.because : 'The engine is not running.');
}

/** Pings the engine, and lets no time pass while its page is hidden. Returns what ends both. */
function watch(client: EngineClient, limitMs: () => number, silent: () => void): () => void {
  const stopWatchdog = startWatchdog({ limitMs, ping: () => client.call('ping', null), silent });
  const sendVisibility = (): void => {
    client.call('control', { type: 'visible', visible: !document.hidden }).catch(() => undefined);
  };
  document.addEventListener('visibilitychange', sendVisibility);
  if (document.hidden) sendVisibility();
  return () => {
    document.removeEventListener('visibilitychange', sendVisibility);
    stopWatchdog();
  };
}
