/** The runtime of the page: the session in a worker inside a sandboxed frame, watched, and brought back by replay when it hangs. */
import type { Input, InputRequest, InputResult, SessionLog } from '../../session/types.ts';
import { createInspect } from '../inspect.ts';
import { createListeners } from '../listeners.ts';
import { branchesOf, type CallName, type Calls, mainBranch } from '../protocol.ts';
import { createRemote, type Remote } from '../remote.ts';
import type { BranchAct, KeptBranches, Replayed, Runtime, RuntimeEvent, RuntimeState, Standing } from '../runtime.ts';
import { createTimeMachine } from '../time-machine.ts';
import { withoutCulprit, withoutReplayed } from './culprit.ts';
import { type Frame, openFrame } from './frame.ts';
import { startWatchdog } from './watchdog.ts';

export interface WorkerRuntimeOptions {
  /** The bundled engine's text: usually `fetch(url).then((response) => response.text())`. Asked for once. */
  source(): Promise<string>;
  /** No answer for so long: the session is brought back. Default 2 s. */
  readonly hangAfterMs?: number;
  /** Default 15 s. */
  readonly startWithinMs?: number;
}

interface Engine {
  readonly frame: Frame;
  readonly remote: Remote;
  /** Nobody waits for its hello any more. */
  abort(error: Error): void;
  stopWatching(): void;
}

/** Replays that hang are tried again without the next suspect, so often. */
const attempts = 5;

export function createWorkerRuntime(options: WorkerRuntimeOptions): Runtime {
  const listeners = createListeners();
  let state: RuntimeState = { state: 'idle' };
  let engine: Engine | undefined;
  let starting: Promise<void> | undefined;
  let source: string | undefined;
  /** What has been done, as far as the engine has told: what a recovery replays. */
  let log: SessionLog | undefined;
  /** Inputs not yet answered, oldest first. */
  let pending: InputRequest[] = [];
  let replaying: number | undefined;
  /** The other forks, as far as they are known: they stand still. */
  let others: KeptBranches['branches'] = [];
  let branch = mainBranch;
  /** A fork is being replayed; should that hang, it isn't the session's own log that is to blame. */
  let branching = false;
  let knownTo = 0;
  let generation = 0;
  let recoveries = 0;
  /** A session has been on this engine. */
  let used = false;

  function enter(next: RuntimeState): void {
    state = next;
    listeners.emit({ type: 'state', state });
  }

  function onEvent(event: RuntimeEvent): void {
    if (event.type === 'replaying' && !branching) replaying = event.index;
    if (event.type === 'view' && !branching) knownTo = event.view.timeMs;
    listeners.emit(event);
  }

  function dispose(because: string): void {
    generation += 1;
    document.removeEventListener('visibilitychange', tellVisibility);
    engine?.stopWatching();
    engine?.frame.remove();
    engine?.abort(new Error(because));
    engine?.remote.fail(because);
    engine = undefined;
  }

  function fail(because: string): void {
    starting = undefined;
    enter({ state: 'failed', because });
    dispose(because);
  }

  /** A new frame and worker; resolves when the engine says hello. */
  async function open(): Promise<void> {
    const mine = generation;
    source ??= await options.source();
    if (generation !== mine) throw new Error('The runtime was stopped.');
    const text = source;
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(
        () =>
          reject(
            new Error('The engine didn’t start: the browser gave its worker no answer. Reload the page to try again.'),
          ),
        options.startWithinMs ?? 15_000,
      );
      const broken = (because: string): void => {
        clearTimeout(late);
        const message = `The engine has stopped: ${because}. Reload the page to start it again.`;
        reject(new Error(message));
        if (generation === mine) fail(message);
      };
      const remote = createRemote({
        post: (message) => frame.port.postMessage(message),
        event: onEvent,
        hello() {
          clearTimeout(late);
          resolve();
        },
        broken,
      });
      const frame = openFrame({ source: text, receive: (message) => remote.receive(message), broken });
      engine = { frame, remote, abort: reject, stopWatching() {} };
    });
    if (generation !== mine || engine === undefined) throw new Error('The runtime was stopped.');
    watch(engine);
    document.addEventListener('visibilitychange', tellVisibility);
    if (document.hidden) tellVisibility();
  }

  function watch(watched: Engine): void {
    const stopWatching = startWatchdog({
      limitMs: options.hangAfterMs ?? 2_000,
      ping: () => watched.remote.call('ping', null),
      silent: () => {
        if (engine?.remote === watched.remote) void recover();
      },
    });
    engine = { ...watched, stopWatching };
  }

  /** A page nobody sees lets no time pass. */
  function tellVisibility(): void {
    engine?.remote.call('control', { type: 'visible', visible: !document.hidden }).catch(() => undefined);
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
    if (typeof Worker === 'undefined') {
      const because = 'This browser has no web workers, which the cluster runs in.';
      enter({ state: 'unsupported', because });
      throw new Error(because);
    }
    return bringUp(async () => undefined);
  }

  async function call<N extends CallName>(name: N, ask: Calls[N]['ask']): Promise<Calls[N]['answer']> {
    await starting;
    if (engine === undefined) throw new Error('because' in state ? state.because : 'The engine is not running.');
    return engine.remote.call(name, ask);
  }

  function keep(input: Input): void {
    if (log !== undefined) log = { ...log, inputs: [...log.inputs, input] };
  }

  /** The engine hangs: a new one replays the log without what hung it. When that hangs too, the next suspect goes. */
  async function recover(): Promise<void> {
    if (log === undefined) return fail('The engine has stopped answering. Reload the page to start it again.');
    recoveries += 1;
    if (recoveries > attempts)
      return fail('The session can’t be brought back: its log hangs again and again. Restart the lesson.');
    const { log: kept, input } =
      replaying === undefined || replaying < 0
        ? withoutCulprit(upTo(log, knownTo), pending[0])
        : withoutReplayed(log, replaying);
    pending = [];
    const because = sentenceFor(input);
    dispose(because);
    const mine = generation;
    await bringUp(() => replay(kept, others)).catch(() => undefined);
    if (generation !== mine || state.state !== 'ready') return;
    recoveries = 0;
    listeners.emit({ type: 'recovered', because, ...(input === undefined ? {} : { input }) });
  }

  async function replay(of: SessionLog, beside: KeptBranches['branches'] = []): Promise<Replayed> {
    if (engine === undefined) throw new Error('The engine is not running.');
    log = of;
    others = beside;
    branching = false;
    replaying = -1;
    const replayed = await engine.remote.call('restore', {
      branches: [{ view: branch, log: of }, ...beside],
      current: branch.id,
    });
    replaying = undefined;
    knownTo = replayed.now.t;
    log = { ...of, inputs: replayed.results.map((result) => result.input) };
    return replayed;
  }

  /** What a recovery would need of the branch that is left is kept. */
  async function act(ask: BranchAct): Promise<Standing> {
    await starting;
    const left = log === undefined ? [] : [{ view: branch, log: upTo(log, knownTo) }];
    branching = true;
    try {
      const standing = await call('branch', ask);
      const known = [...others.filter(({ view }) => view.id !== branch.id), ...left];
      others = known.filter(
        ({ view }) => view.id !== standing.current && standing.branches.some(({ id }) => id === view.id),
      );
      branch = standing.branches.find(({ id }) => id === standing.current) ?? branch;
      log = standing.log;
      knownTo = standing.now.t;
      return standing;
    } finally {
      branching = false;
    }
  }

  async function run(input: InputRequest): Promise<InputResult> {
    pending.push(input);
    try {
      const result = await call('run', input);
      const acted =
        result.end !== 'interrupted' || result.outputs.length > 0 || result.input.interruptedAt !== undefined;
      if (acted) keep(result.input);
      knownTo = result.to.t;
      return result;
    } finally {
      pending = pending.filter((each) => each !== input);
    }
  }

  return {
    kind: 'worker',
    get state() {
      return state;
    },
    start,
    async reset(next) {
      recoveries = 0;
      // A fresh engine for a fresh session: nothing that learner code did to the old one is left, and a hang doesn't delay it.
      if (used) {
        pending = [];
        dispose('The session was reset.');
        starting = undefined;
      }
      used = true;
      const { branches, current } = branchesOf(next);
      const begin = branches.find(({ view }) => view.id === current);
      if (begin === undefined) throw new Error(`There is no fork ${current} any more.`);
      branch = begin.view;
      await start();
      return replay(
        begin.log,
        branches.filter((each) => each !== begin),
      );
    },
    run,
    async updateFile(path, text) {
      await run({ type: 'edit', path, text });
    },
    async control(control) {
      const moment = await call('control', control);
      knownTo = Math.max(knownTo, moment.t);
      return moment;
    },
    interrupt() {
      call('interrupt', null).catch(() => undefined);
    },
    snapshot: () => call('snapshot', null),
    view: (at) => call('view', at === undefined ? {} : { at }),
    time: createTimeMachine(call, act),
    inspect: createInspect(call),
    stop() {
      log = undefined;
      others = [];
      pending = [];
      replaying = undefined;
      starting = undefined;
      used = false;
      dispose('The runtime was stopped.');
      enter({ state: 'idle' });
    },
    on: listeners.on,
  };
}

/** The log, standing where the session was last seen. */
function upTo(log: SessionLog, t: number): SessionLog {
  const last = log.inputs.at(-1);
  const reached = last === undefined ? 0 : last.type === 'advance' ? last.to : last.at;
  return t > reached ? { ...log, inputs: [...log.inputs, { type: 'advance', at: reached, to: t }] } : log;
}

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
