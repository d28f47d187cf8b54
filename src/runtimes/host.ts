/** The engine's end of a runtime: one session, its queue of requests, and the flow of time. Same code in Node and in the worker. */
import { loadForInspection } from '../session/needs.ts';
import { parseLog } from '../session/parse-log.ts';
import type { Session, SessionParts } from '../session/session.ts';
import type { InputRequest, Moment, Place } from '../session/types.ts';
import type { ClusterView } from '../viz/model.ts';
import { createBranches } from './branches.ts';
import { inspectWith } from './inspect.ts';
import { branchesOf, type CallName, type Calls } from './protocol.ts';
import type { Control, KeptBranches, Replayed, RuntimeEvent } from './runtime.ts';

export interface Host {
  /** Answers one request; rejects with an Error whose message is a sentence. */
  call<N extends CallName>(name: N, ask: Calls[N]['ask']): Promise<Calls[N]['answer']>;
  /** Ends the session; nothing is emitted afterwards. */
  stop(): void;
}

/** Between two views while time flows; longer when a view takes long to make. */
const viewEveryMs = 50;
const slowest = 0.1;
const fastest = 1000;
const quietLimitMs = 10 * 60_000;

export function createHost(parts: SessionParts, emit: (event: RuntimeEvent) => void): Host {
  const { platform } = parts;
  let playing = false;
  let visible = true;
  let speed = 1;
  let stopped = false;
  /** Requests that want the session; time flows only while there are none. */
  let waiting = 0;
  let tail: Promise<unknown> = Promise.resolve();
  let nextViewAt = 0;

  const hosted: SessionParts = {
    ...parts,
    observed: true,
    watching: { expressions: [] },
    looking: (watch) => tell(watch === undefined ? { type: 'looking' } : { type: 'looking', watch: { id: watch.id, text: watch.text } }),
    speed: () => (playing ? (visible ? speed : 0) : undefined),
    betweenSlices() {
      if (platform.nowMs() >= nextViewAt) emitView();
    },
  };

  const branches = createBranches(hosted, tell);

  function tell(event: RuntimeEvent): void {
    if (!stopped) emit(event);
  }

  function viewOf(of: Session, at?: Place): ClusterView {
    return { ...of.view(at), running: playing && visible, speed };
  }

  function emitView(): void {
    const session = branches.current;
    if (session === undefined || stopped) return;
    const started = platform.nowMs();
    tell({ type: 'view', view: viewOf(session) });
    const ended = platform.nowMs();
    nextViewAt = ended + Math.max(viewEveryMs, 8 * (ended - started));
  }

  function open(): Session {
    const session = branches.current;
    if (session === undefined) throw new Error('There is no session yet: reset the runtime with a log first.');
    return session;
  }

  /** One after the other. Time flows again when the last has been answered. */
  function queued<T>(work: () => Promise<T>): Promise<T> {
    waiting += 1;
    const result = tail.then(work).finally(() => {
      waiting -= 1;
      emitView();
      flow();
    });
    tail = result.catch(() => undefined);
    return result;
  }

  function flow(): void {
    const flowing = branches.current;
    if (!playing || !visible || waiting > 0 || flowing === undefined || stopped) return;
    waiting += 1;
    const run = tail.then(() => {
      waiting -= 1;
      return flowing.pass({ while: () => playing && visible && waiting === 0 && !stopped });
    });
    tail = run.then(emitView, (error: unknown) => {
      playing = false;
      tell({ type: 'state', state: { state: 'failed', because: sentence(error) } });
    });
  }

  /** Where time flows anyway, what goes on in a terminal is waited for by nobody: other inputs would wait with it. */
  const inFlow = (ask: InputRequest): InputRequest =>
    ask.type === 'terminal' && playing && visible ? { ...ask, after: 'now' } : ask;

  async function control(ask: Control): Promise<Moment> {
    switch (ask.type) {
      case 'play':
        speed = clamp(ask.speed ?? speed);
        playing = true;
        break;
      case 'pause':
        playing = false;
        branches.current?.stay();
        break;
      case 'speed':
        speed = clamp(ask.speed);
        break;
      case 'visible':
        visible = ask.visible;
        break;
      case 'step':
        playing = false;
        return queued(() => open().pass({ instants: 1 }));
      case 'until':
        return queued(() => open().pass({ until: Math.max(ask.t, open().now().t) }));
      case 'quiet':
        return queued(() => open().pass({ quiet: true, until: open().now().t + (ask.limitMs ?? quietLimitMs) }));
    }
    emitView();
    flow();
    return branches.current?.now() ?? { t: 0, revision: 0 };
  }

  async function restore(given: KeptBranches): Promise<Replayed> {
    const kept = given.branches.map(({ view, log }) => ({ view, log: parseLog(log) }));
    playing = false;
    branches.current?.interrupt();
    return queued(async () => {
      const results = await branches.restore({ ...given, branches: kept });
      return { results, now: open().now(), historyHash: open().historyHash() };
    });
  }

  const calls: { readonly [N in CallName]: (ask: Calls[N]['ask']) => Promise<Calls[N]['answer']> } = {
    reset: async (log) => restore(branchesOf(log)),
    restore: async (kept) => restore(kept),
    run: (ask) => queued(() => open().run(inFlow(ask))),
    control,
    async interrupt(terminal) {
      if (terminal === null) playing = false;
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
      playing = false;
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
    call: (name, ask) => (stopped ? Promise.reject(new Error('The runtime was stopped.')) : calls[name](ask)),
    stop() {
      stopped = true;
      playing = false;
      branches.close();
    },
  };
}

const clamp = (speed: number): number => Math.min(fastest, Math.max(slowest, Number.isFinite(speed) ? speed : 1));

/** What a bug says of itself. */
function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
