/** Keeps an engine that runs elsewhere: starts it, watches that it answers, and replaces it, as `engine-supervisor-machine.ts` decides. */
import type { CallName, Calls } from '../protocol.ts';
import type { EngineClient } from '../engine-client.ts';
import type { RuntimeEvent, RuntimeState } from '../runtime.ts';
import { type ConnectionOptions, connectEngine, type EngineConnection } from './engine-connection.ts';
import { hasEngine, isCurrent, noEngine, runtimeState, stepSupervision, type SupervisionEvent } from './engine-supervisor-machine.ts';
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

type Prepare = (client: EngineClient) => Promise<unknown>;

export function createEngineSupervisor(options: SupervisorOptions, events: SupervisorEvents): EngineSupervisor {
  return new Supervisor(options, events);
}

class Supervisor implements EngineSupervisor {
  readonly #options: SupervisorOptions;
  readonly #events: SupervisorEvents;
  #supervision = noEngine;
  /** The last engine, and when it was prepared. */
  #connection: EngineConnection | undefined;
  #ready = Promise.resolve();

  constructor(options: SupervisorOptions, events: SupervisorEvents) {
    this.#options = options;
    this.#events = events;
  }

  get state(): RuntimeState {
    return runtimeState(this.#supervision);
  }

  async start(): Promise<void> {
    const unsupported = hasEngine(this.#supervision) ? undefined : this.#options.unsupported();
    this.#dispatch({ type: 'needed', unsupported });
    if (unsupported !== undefined) throw new Error(unsupported);
    return this.#ready;
  }

  async replace(because: string, next: Prepare): Promise<boolean> {
    this.#dispatch({ type: 'replaced', because }, next);
    const engine = this.#supervision.last;
    await this.#ready.catch(() => undefined);
    return this.#supervision.status.is === 'ready' && isCurrent(this.#supervision, engine);
  }

  async settled(): Promise<void> {
    if (hasEngine(this.#supervision)) await this.#ready;
  }

  discard(because: string): void {
    this.#dispatch({ type: 'discarded', because });
  }

  fail(because: string): void {
    this.#dispatch({ type: 'given up', because });
  }

  stop(): void {
    this.#dispatch({ type: 'stopped', because: stoppedSentence });
  }

  async call<N extends CallName>(name: N, ask: Calls[N]['ask']): Promise<Calls[N]['answer']> {
    await this.settled();
    return this.client().call(name, ask);
  }

  client(): EngineClient {
    if (hasEngine(this.#supervision) && this.#connection !== undefined) return this.#connection.client;
    const { status } = this.#supervision;
    throw new Error('because' in status ? status.because : 'The engine is not running.');
  }

  /** `prepare`: what is done with an engine that this starts, before it is ready. */
  #dispatch(event: SupervisionEvent, prepare: Prepare = async () => undefined): void {
    const step = stepSupervision(this.#supervision, event);
    const before = this.#connection;
    this.#supervision = step.state;
    for (const effect of step.effects) {
      if (effect.do === 'connect') this.#connect(effect.engine, prepare);
      else if (effect.do === 'close') before?.close(effect.because);
      else this.#events.event({ type: 'state', state: this.state });
    }
  }

  #connect(engine: number, prepare: Prepare): void {
    const connection = connectEngine(this.#options, {
      event: (event) => this.#events.event(event),
      opened: (client, loadMs) => watch(client, patienceWith(loadMs, this.#options.hangAfterMs), this.#events.lost),
      broken: (because) => this.#dispatch({ type: 'failed', engine, because }),
      ended: () => this.#events.lost(),
    });
    this.#connection = connection;
    this.#ready = connection.opened
      .then(() => {
        if (!isCurrent(this.#supervision, engine)) throw new Error(stoppedSentence);
        return prepare(connection.client);
      })
      .then(
        () => this.#dispatch({ type: 'prepared', engine }),
        (error: unknown) => {
          const because = error instanceof Error ? error.message : String(error);
          this.#dispatch({ type: 'failed', engine, because });
          throw new Error(because);
        },
      );
    // A recovery has no caller that awaits it.
    this.#ready.catch(() => undefined);
  }
}

const stoppedSentence = 'The runtime was stopped.';

/** An engine that isn't hanging never keeps silent for so many times as long as it took to load: on a busy machine both take long. */
const patience = 6;
/** Nor is a hanging one waited for longer than so many times the limit. */
const longest = 4;

function patienceWith(loadMs: number, hangAfterMs: () => number): () => number {
  return () => {
    const usualMs = hangAfterMs();
    return Math.min(longest * usualMs, Math.max(usualMs, patience * loadMs));
  };
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
