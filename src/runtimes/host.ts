/** The engine's end of a runtime: one session, its queue of requests, and the flow of time. Same code in Node and in the worker. */
import { loadInputParser } from '../session/load-input-parser.ts';
import { loadForInspection } from '../session/needs.ts';
import { parseLog } from '../session/parse-log.ts';
import type { Session, SessionParts } from '../session/session.ts';
import type { InputRequest, Moment, Place } from '../session/types.ts';
import type { ClusterView } from '../viz/model.ts';
import { type Branches, createBranches } from './branches.ts';
import { inspectWith } from './inspect.ts';
import { branchesOf, type CallName, type Calls } from './protocol.ts';
import type { Control, KeptBranches, Replayed, RuntimeEvent } from './runtime.ts';
import { isPlaying, mayFlow, pausedFlow, stepTimeFlow, type TimeFlowEffect, type TimeFlowEvent } from './time-flow.ts';

export interface Host {
  /** Answers one request; rejects with an Error whose message is a sentence. */
  call<N extends CallName>(name: N, ask: Calls[N]['ask']): Promise<Calls[N]['answer']>;
  /** Ends the session; nothing is emitted afterwards. */
  stop(): void;
}

/** Between two views while time flows; longer when a view takes long to make. */
const viewEveryMs = 50;
const quietLimitMs = 10 * 60_000;

export function createHost(parts: SessionParts, emit: (event: RuntimeEvent) => void): Host {
  const timing = createTiming(parts, emit);
  const { branches, open, queued, dispatch, viewOf } = timing;

  async function restore(given: KeptBranches): Promise<Replayed> {
    dispatch({ type: 'hold' });
    branches.current?.interrupt();
    return queued(async () => {
      await loadInputParser(given.branches.map(({ log }) => log));
      const kept = given.branches.map(({ view, log }) => ({ view, log: parseLog(log) }));
      const results = await branches.restore({ ...given, branches: kept });
      return { results, now: open().now(), historyHash: open().historyHash() };
    });
  }

  const calls: { readonly [N in CallName]: (ask: Calls[N]['ask']) => Promise<Calls[N]['answer']> } = {
    reset: async (log) => restore(branchesOf(log)),
    restore: async (kept) => restore(kept),
    run: (ask) => queued(() => open().run(timing.inFlow(ask))),
    control: (ask) => control(timing, ask),
    async interrupt(terminal) {
      if (terminal === null) dispatch({ type: 'hold' });
      branches.current?.interrupt(terminal ?? undefined);
      return null;
    },
    async snapshot() {
      const session = open();
      const [log, files, now, swapped] = [session.log(), session.files(), session.now(), session.swapped()];
      return { log, files, now, historyHash: session.historyHash(), swapped };
    },
    view: async ({ at }) => viewOf(open(), at === undefined ? undefined : { t: at }),
    seek: async (at) => viewOf(open(), at),
    async cut(at) {
      const { t, words, dropped } = open().cut(at);
      return { t, words, dropped };
    },
    async branch(ask) {
      dispatch({ type: 'hold' });
      return queued(() => branches.act(ask));
    },
    kept: async () => branches.kept(),
    compare: ({ a, b }) => queued(() => branches.compare(a, b)),
    async inspect(ask) {
      await loadForInspection(ask.name);
      return inspectWith(open().inspectors, ask);
    },
    ping: async () => null,
  };

  return {
    call: (name, ask) => (timing.stopped() ? Promise.reject(new Error('The runtime was stopped.')) : calls[name](ask)),
    stop() {
      dispatch({ type: 'stop' });
      branches.close();
    },
  };
}

async function control({ dispatch, branches, open, queued }: Timing, ask: Control): Promise<Moment> {
  switch (ask.type) {
    case 'play':
      dispatch({ type: 'play', speed: ask.speed });
      break;
    case 'speed':
    case 'visible':
    case 'pause':
      dispatch(ask);
      break;
    case 'step':
      dispatch({ type: 'hold' });
      return queued(() => open().pass({ instants: 1 }));
    case 'until':
      return queued(() => open().pass({ until: Math.max(ask.t, open().now().t) }));
    case 'quiet':
      return queued(() => open().pass({ quiet: true, until: open().now().t + (ask.limitMs ?? quietLimitMs) }));
  }
  return branches.current?.now() ?? { t: 0, revision: 0 };
}

/** The host's session with its queue of requests and the flow of time between them. */
interface Timing {
  readonly branches: Branches;
  /** The session; throws before the first reset. */
  open(): Session;
  viewOf(of: Session, at?: Place): ClusterView;
  /** One after the other. Time flows again when the last has been answered. */
  queued<T>(work: () => Promise<T>): Promise<T>;
  dispatch(event: TimeFlowEvent): void;
  /** The input as it is carried out where time flows. */
  inFlow(ask: InputRequest): InputRequest;
  stopped(): boolean;
}

function createTiming(parts: SessionParts, emit: (event: RuntimeEvent) => void): Timing {
  let flow = pausedFlow;
  let tail: Promise<unknown> = Promise.resolve();
  const send = (event: RuntimeEvent): void => {
    if (flow.mode !== 'stopped') emit(event);
  };
  const views = createViewSender(parts, () => {
    const session = branches.current;
    if (session !== undefined && flow.mode !== 'stopped') emit({ type: 'view', view: viewOf(session) });
  });
  const branches = createBranches(
    {
      ...parts,
      observed: true,
      watching: { expressions: [] },
      evaluating: (watch) => send(watch === undefined ? { type: 'evaluating' } : { type: 'evaluating', watch: { id: watch.id, text: watch.text } }),
      speed: () => (flow.mode === 'playing' ? (flow.visible ? flow.speed : 0) : undefined),
      betweenSlices: views.sendIfDue,
    },
    send,
  );

  const viewOf = (of: Session, at?: Place): ClusterView => ({ ...of.view(at), running: isPlaying(flow), speed: flow.speed });

  function dispatch(event: TimeFlowEvent): void {
    const step = stepTimeFlow(flow, event);
    flow = step.state;
    for (const effect of step.effects) carryOut(effect);
  }

  function carryOut(effect: TimeFlowEffect): void {
    if (effect.do === 'stay') branches.current?.stay();
    else if (effect.do === 'send-view') views.send();
    else queueFlow();
  }

  function queueFlow(): void {
    const flowing = branches.current;
    if (flowing === undefined) return;
    dispatch({ type: 'flow-queued' });
    const run = tail.then(() => {
      dispatch({ type: 'flow-began' });
      return flowing.pass({ while: () => mayFlow(flow) });
    });
    tail = run.then(views.send, (error: unknown) => {
      dispatch({ type: 'hold' });
      send({ type: 'state', state: { state: 'failed', because: sentence(error) } });
    });
  }

  return {
    branches,
    viewOf,
    dispatch,
    open() {
      if (branches.current === undefined) throw new Error('There is no session yet: reset the runtime with a log first.');
      return branches.current;
    },
    queued(work) {
      dispatch({ type: 'request-queued' });
      const result = tail.then(work).finally(() => dispatch({ type: 'request-answered' }));
      tail = result.catch(() => undefined);
      return result;
    },
    // Where time flows anyway, other inputs would wait with what goes on in a terminal.
    inFlow: (ask) => (ask.type === 'terminal' && isPlaying(flow) ? { ...ask, after: 'now' } : ask),
    stopped: () => flow.mode === 'stopped',
  };
}

/** Sends views, less often when one takes long to make. */
function createViewSender({ platform }: SessionParts, sendView: () => void): { send(): void; sendIfDue(): void } {
  let nextAt = 0;
  function send(): void {
    const started = platform.nowMs();
    sendView();
    const ended = platform.nowMs();
    nextAt = ended + Math.max(viewEveryMs, 8 * (ended - started));
  }
  return {
    send,
    sendIfDue() {
      if (platform.nowMs() >= nextAt) send();
    },
  };
}

/** What a bug says of itself. */
function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
