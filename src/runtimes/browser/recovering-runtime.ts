/** A runtime whose engine is elsewhere: it is watched, ended when it hangs, and its session brought back by replay in a new one. */
import type { InputRequest, InputResult, SessionLog } from '../../session/types.ts';
import { createInspect } from '../inspect.ts';
import { createListeners } from '../listeners.ts';
import { branchesOf, type CallName, type Calls, type ToEngine } from '../protocol.ts';
import { createEngineClient, type EngineClient } from '../engine-client.ts';
import type { BranchAct, KeptBranches, Replayed, Runtime, RuntimeEvent, RuntimeState, Standing, Looked } from '../runtime.ts';
import { createTimeMachine } from '../time-machine.ts';
import { createSessionJournal } from './session-journal.ts';
import { startWatchdog } from './watchdog.ts';

/** What an engine's maker tells. */
export interface EngineEnds {
  /** A message of the engine, whatever it is. */
  receive(message: unknown): void;
  /** It can't be had, now or by trying again. */
  broken(because: string): void;
  /** It is gone; another one may do. */
  ended(): void;
}

/** The way to an engine. */
export interface EngineLine {
  post(message: ToEngine): void;
  /** Ends the engine, whatever it does. */
  close(): void;
}

export interface RecoveringOptions {
  readonly kind: Runtime['kind'];
  /** Why it can't run in this browser, as a sentence. */
  unsupported(): string | undefined;
  /** Starts an engine. It may speak before this resolves. */
  open(ends: EngineEnds): Promise<EngineLine>;
  /** No hello for so long after that: it has failed, with these words. */
  readonly startWithinMs: number;
  readonly late: string;
  /** No answer for so long: the session is brought back. Without code of the reader's, five times as long. */
  readonly hangAfterMs: number;
  /** A sentence around what broke. */
  broken(because: string): string;
}

export interface RecoveringRuntime extends Runtime {
  /** All branches as far as the engine has told, also when it is gone; undefined before the first session. */
  known(): KeptBranches | undefined;
}

interface Engine {
  readonly line: EngineLine;
  readonly client: EngineClient;
  stopWatching(): void;
}

/** Where only our own code runs, silence is a large cluster on a busy machine: to begin anew would make it worse, and lose work. */
const patience = 5;
/** Replays that hang are tried again without the next suspect, so often. */
const attempts = 5;
/** Recoveries further apart than this have nothing to do with each other. */
const recoversEachMs = 60_000;

export function createRecoveringRuntime(options: RecoveringOptions): RecoveringRuntime {
  const listeners = createListeners();
  const journal = createSessionJournal();
  let state: RuntimeState = { state: 'idle' };
  let engine: Engine | undefined;
  /** Nobody waits for the engine that is being opened any more. */
  let abort: ((error: Error) => void) | undefined;
  let starting: Promise<void> | undefined;
  let generation = 0;
  let recoveries = 0;
  let recoveredAt = 0;
  /** A session has been on this engine. */
  let used = false;

  function enter(next: RuntimeState): void {
    state = next;
    listeners.emit({ type: 'state', state });
  }

  function onEvent(event: RuntimeEvent): void {
    // Only a container has an inside of its own. In a worker it would be learner code that says so, in the engine's name.
    if (event.type === 'inside' && options.kind !== 'webcontainer') return;
    journal.heard(event);
    listeners.emit(event);
  }

  function dispose(because: string): void {
    generation += 1;
    document.removeEventListener('visibilitychange', tellVisibility);
    engine?.stopWatching();
    engine?.line.close();
    abort?.(new Error(because));
    engine?.client.fail(because);
    engine = undefined;
    abort = undefined;
  }

  function fail(because: string): void {
    starting = undefined;
    enter({ state: 'failed', because });
    dispose(because);
  }

  /** A new engine; resolves when it says hello. */
  async function open(): Promise<void> {
    const mine = generation;
    let late: ReturnType<typeof setTimeout> | undefined;
    let line: EngineLine | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        abort = reject;
        const broken = (because: string): void => {
          const message = options.broken(because);
          reject(new Error(message));
          if (generation === mine) fail(message);
        };
        const client = createEngineClient({
          post: (message) => line?.post(message),
          event: (event) => {
            if (generation === mine) onEvent(event);
          },
          hello: () => void opening.then(resolve),
          broken,
        });
        const ended = (): void => {
          if (generation !== mine) return;
          if (engine === undefined) reject(new Error(options.late));
          else void recover();
        };
        const opening = options
          .open({ receive: (message) => client.receive(message), broken, ended })
          .then((opened) => {
            if (generation !== mine) return opened.close();
            line = opened;
            engine = { line, client, stopWatching() {} };
            late = setTimeout(() => reject(new Error(options.late)), options.startWithinMs);
          });
        opening.catch(reject);
      });
    } finally {
      clearTimeout(late);
    }
    if (generation !== mine || engine === undefined) throw new Error('The runtime was stopped.');
    abort = undefined;
    watch(engine);
    document.addEventListener('visibilitychange', tellVisibility);
    if (document.hidden) tellVisibility();
  }

  function watch(watched: Engine): void {
    const stopWatching = startWatchdog({
      limitMs: () => options.hangAfterMs * (journal.ownCode() ? 1 : patience),
      ping: () => watched.client.call('ping', null),
      silent: () => {
        if (engine?.client === watched.client) void recover();
      },
    });
    engine = { ...watched, stopWatching };
  }

  /** A page nobody sees lets no time pass. */
  function tellVisibility(): void {
    engine?.client.call('control', { type: 'visible', visible: !document.hidden }).catch(() => undefined);
  }

  /** Opens an engine, then does `next` with it; whoever calls meanwhile waits for both. */
  function bringUp(next: () => Promise<unknown>): Promise<void> {
    enter({ state: 'starting' });
    const mine = generation;
    const coming = open()
      .then(next)
      .then(
        () => {
          if (generation === mine) enter({ state: 'ready' });
        },
        (error: unknown) => {
          const because = error instanceof Error ? error.message : String(error);
          if (generation === mine) fail(because);
          throw new Error(because);
        },
      );
    // Nobody may be waiting for a recovery.
    coming.catch(() => undefined);
    starting = coming;
    return coming;
  }

  async function start(): Promise<void> {
    if (starting !== undefined) return starting;
    const because = options.unsupported();
    if (because !== undefined) {
      enter({ state: 'unsupported', because });
      throw new Error(because);
    }
    return bringUp(async () => undefined);
  }

  async function call<N extends CallName>(name: N, ask: Calls[N]['ask']): Promise<Calls[N]['answer']> {
    await starting;
    if (engine === undefined) throw new Error('because' in state ? state.because : 'The engine is not running.');
    return engine.client.call(name, ask);
  }

  /** The engine hangs: a new one replays the log without what hung it. When that hangs too, the next suspect goes. */
  async function recover(): Promise<void> {
    const suspect = journal.withoutHangCause();
    if (suspect === undefined) return fail('The engine has stopped answering. Reload the page to start it again.');
    const now = performance.now();
    if (now - recoveredAt > recoversEachMs) recoveries = 0;
    recoveredAt = now;
    recoveries += 1;
    if (recoveries > attempts)
      return fail('The session can’t be brought back: its log hangs again and again. Restart the lesson.');
    const { kept, input, watch } = suspect;
    journal.drop();
    const because = watch === undefined ? sentenceFor(input) : endless(watch);
    // Before anybody asks the session again, with it.
    if (watch !== undefined) listeners.emit({ type: 'endless', watch });
    dispose(because);
    const mine = generation;
    await bringUp(() => replay(kept)).catch(() => undefined);
    if (generation !== mine || state.state !== 'ready') return;
    // Where nothing could be blamed, it may happen again at once, and again.
    if (input !== undefined || watch !== undefined) recoveries = 0;
    listeners.emit({ type: 'recovered', because, ...(input === undefined ? {} : { input }) });
  }

  async function replay(kept: KeptBranches): Promise<Replayed> {
    if (engine === undefined) throw new Error('The engine is not running.');
    journal.replaying(kept);
    const replayed = await engine.client.call('restore', kept);
    journal.replayed(kept, replayed);
    return replayed;
  }

  async function reset(begin: SessionLog | KeptBranches): Promise<Replayed> {
    const kept = branchesOf(begin);
    if (kept.branches.every(({ view }) => view.id !== kept.current))
      throw new Error(`There is no fork ${kept.current} any more.`);
    recoveries = 0;
    // A fresh engine for a fresh session: nothing that learner code did to the old one is left, and a hang doesn't delay it.
    if (used) {
      journal.drop();
      dispose('The session was reset.');
      starting = undefined;
    }
    used = true;
    await start();
    return replay(kept);
  }

  async function act(ask: BranchAct): Promise<Standing> {
    await starting;
    journal.branching(true);
    try {
      const standing = await call('branch', ask);
      journal.stands(standing);
      return standing;
    } finally {
      journal.branching(false);
    }
  }

  async function run(input: InputRequest): Promise<InputResult> {
    const answered = journal.began(input);
    try {
      const result = await call('run', input);
      journal.acted(result);
      return result;
    } finally {
      answered();
    }
  }

  return {
    kind: options.kind,
    get state() {
      return state;
    },
    start,
    reset,
    known: () => journal.kept(),
    run,
    async updateFile(path, text) {
      await run({ type: 'edit', path, text });
    },
    async control(control) {
      const moment = await call('control', control);
      journal.reached(moment.t);
      return moment;
    },
    interrupt(terminal) {
      call('interrupt', terminal ?? null).catch(() => undefined);
    },
    snapshot: () => call('snapshot', null),
    view: (at) => call('view', at === undefined ? {} : { at }),
    time: createTimeMachine(call, act),
    inspect: createInspect(call),
    stop() {
      journal.forget();
      starting = undefined;
      used = false;
      dispose('The runtime was stopped.');
      enter({ state: 'idle' });
    },
    on: listeners.on,
  };
}

const endless = ({ text }: Looked): string =>
  `The watch expression “${text}” never came to an end: it is switched off. The session is back, and your code runs as before.`;

function sentenceFor(input: InputRequest | undefined): string {
  switch (input?.type) {
    case 'script':
      return 'The cell never gave the turn back. The session is back as it was before it.';
    case 'swap':
      return `The code in ${input.entry} never gave the turn back. The session is back, with the built-in ${input.controller} controller.`;
    default:
      return 'The engine had stopped answering. The session is back.';
  }
}
