/**
 * A controller of the workspace that runs apart from its session: the session's end. What is to be sent there is gathered, and crosses
 * when the promises of the instant settle; what comes back happens at that same instant. Whose the requests are is known by the port
 * they come through, never by what they say.
 */
import type { ApiRequest, Cluster, ControllerEnvironment, ControllerStatus, RemoteController } from '../../engine/index.ts';
import type { TimerCounts } from '../timers.ts';
import type { Problem, SessionEvent } from '../types.ts';
import { type Answer, type CallValue, firstLocalId, type SubjectAction, type SubjectEvent, type SubjectLink, SubjectLost, type SubjectProgram } from './messages.ts';
import { parseAnswer } from './parse-answer.ts';

/** Why code that runs apart does nothing any more. */
export type SubjectEnd =
  | { readonly type: 'lost'; readonly lost: SubjectLost }
  /** It couldn't be run at all. */
  | { readonly type: 'unfit'; readonly problem: Problem };

export interface RemoteSubjectOptions {
  readonly program: SubjectProgram;
  readonly link: SubjectLink;
  readonly cluster: Pick<Cluster, 'now' | 'after' | 'trace' | 'unsettled'>;
  /** What runs, where it is near enough to be looked at. */
  status?(): ControllerStatus | undefined;
  t(): number;
  emit(event: SessionEvent): void;
  /** It has caught an error and goes on. */
  caught?(problem: Problem): void;
  /** It will do nothing any more. */
  ended(end: SubjectEnd): void;
}

/** Batches of one instant: nothing honest needs as many. */
const mostExchanges = 20_000;
/** Requests of one session. */
const mostRequests = 200_000;
/** Records that later ones may name as their cause. */
const recordsKept = 20_000;

type Request = Extract<SubjectAction, { readonly type: 'request' }>;
type Recorded = Extract<SubjectAction, { readonly type: 'record' }>;

/** One start of the process, until it ends. */
interface Run {
  readonly environment: ControllerEnvironment;
  readonly hangUps: Map<number, () => void>;
}

export class RemoteSubject implements RemoteController {
  readonly name: string;
  readonly #options: RemoteSubjectOptions;
  readonly #component: string;
  #events: SubjectEvent[];
  #run: Run | undefined;
  #busy: readonly string[] = [];
  #timers: TimerCounts = { clocks: 0, waits: 0 };
  /** What it recorded, by its own numbers: the trace's number, and whether it was a reconcile. */
  readonly #records = new Map<number, { readonly id: number; readonly isReconcile: boolean }>();
  #wakeUps: { cancel(): void }[] = [];
  #wake = false;
  #lastCall = 0;
  /** Calls of its methods that have not been answered. */
  readonly #asked = new Map<number, PromiseWithResolvers<CallValue | undefined>>();
  #lastAsked = 0;
  #exchanges = { nowMs: -1, count: 0 };
  #isLost = false;

  constructor(options: RemoteSubjectOptions) {
    this.#options = options;
    this.name = options.program.controller;
    this.#component = `controller/${this.name}`;
    this.#events = [{ type: 'load', program: options.program }];
  }

  start(environment: ControllerEnvironment) {
    const run: Run = { environment, hangUps: new Map() };
    this.#run = run;
    const { cluster } = this.#options;
    const skewMs = environment.kernel.clock.now() - cluster.now();
    // The number itself doesn't matter: it depends only on the seed, the component and which start this is.
    const seed = String(environment.kernel.random.fork('apart').int(2 ** 32));
    this.#push({ type: 'start', seed, skewMs });
    return {
      status: () => this.#status(),
      stop: () => {
        if (this.#run !== run) return;
        this.#run = undefined;
        this.#busy = [];
        for (const hangUp of run.hangUps.values()) hangUp();
        this.#push({ type: 'stop' });
      },
    };
  }

  /** Calls a method of what was loaded. Resolves with what it returns; rejects with what it threw, or when it is lost. */
  call(name: string, values: readonly CallValue[]): Promise<CallValue | undefined> {
    const asked = Promise.withResolvers<CallValue | undefined>();
    if (this.#isLost) asked.reject(new Error('it runs no more'));
    this.#lastAsked += 1;
    this.#asked.set(this.#lastAsked, asked);
    this.#push({ type: 'call', call: this.#lastAsked, name, values, atMs: this.#options.cluster.now() });
    return asked.promise;
  }

  /** A new input of the session begins. */
  renew(): void {
    this.#events.push({ type: 'renew' });
  }

  rejected(error: unknown): boolean {
    return this.#options.link.rejected?.(error) === true;
  }

  close(): void {
    this.#isLost = true;
    for (const asked of this.#asked.values()) asked.reject(new Error('it runs no more'));
    this.#asked.clear();
    this.#options.cluster.unsettled();
    this.#options.link.close();
  }

  /** Begins to carry across what has been gathered; the returned function brings the answer back. */
  exchange(): () => Promise<void> {
    const due = this.#wake || this.#events.some(({ type }) => type !== 'renew');
    if (!due || this.#isLost) return async () => {};
    const events = this.#events;
    this.#events = [];
    this.#wake = false;
    const nowMs = this.#options.cluster.now();
    const { nowMs: before, count } = this.#exchanges;
    this.#exchanges = { nowMs, count: before === nowMs ? count + 1 : 1 };
    const answer = this.#options.link.exchange({ nowMs, events });
    // It may fail before anybody waits for it: the platform needn't say anything about that.
    answer.catch(() => {});
    return async () => {
      try {
        if (this.#exchanges.count > mostExchanges)
          throw new SubjectLost('hung', 'It was called again and again without time passing.');
        this.#carryOut(parseAnswer(await answer));
      } catch (error) {
        this.#lose(error);
      }
    };
  }

  #push(event: SubjectEvent): void {
    if (this.#isLost) return;
    this.#events.push(event);
    this.#options.cluster.unsettled();
  }

  #lose(error: unknown): void {
    if (!(error instanceof SubjectLost)) throw error;
    if (this.#isLost) return;
    this.close();
    this.#options.ended({ type: 'lost', lost: error });
  }

  #carryOut({ actions, foregroundMs, backgroundMs, busy, timers }: Answer): void {
    const { trace } = this.#options.cluster;
    for (const action of actions) this.#act(action);
    trace.current = 0;
    this.#busy = busy;
    this.#timers = timers;
    for (const each of this.#wakeUps) each.cancel();
    this.#wakeUps = [this.#wakeUp(foregroundMs, false), this.#wakeUp(backgroundMs, true)];
  }

  #wakeUp(atMs: number | undefined, background: boolean): { cancel(): void } {
    if (atMs === undefined || (this.#run === undefined && this.#asked.size === 0)) return { cancel() {} };
    const { cluster } = this.#options;
    const after = this.#run?.environment.kernel.clock.after ?? cluster.after;
    return after(
      Math.max(1, atMs - cluster.now()),
      () => {
        this.#wake = true;
        cluster.unsettled();
      },
      { background },
    );
  }

  #act(action: SubjectAction): void {
    const { emit, t, ended } = this.#options;
    switch (action.type) {
      case 'request':
        this.#request(action);
        break;
      case 'hangUp': {
        const hangUp = this.#run?.hangUps.get(action.call);
        this.#run?.hangUps.delete(action.call);
        hangUp?.();
        break;
      }
      case 'record':
        this.#record(action);
        break;
      case 'log':
        this.#log(action);
        break;
      case 'print':
        emit({ type: 'log', controller: this.name, t: t(), level: action.level, text: action.text });
        break;
      case 'problem':
        emit({ type: 'problem', controller: this.name, t: t(), count: action.count, problem: action.problem });
        break;
      case 'caught':
        this.#options.caught?.(action.problem);
        break;
      case 'returned':
        this.#answer(action);
        break;
      case 'unfit':
        emit({ type: 'problem', controller: this.name, t: t(), count: 1, problem: action.problem });
        ended({ type: 'unfit', problem: action.problem });
        break;
    }
  }

  #answer({ call, value, threw }: Extract<SubjectAction, { readonly type: 'returned' }>): void {
    const asked = this.#asked.get(call);
    if (asked === undefined) throw new SubjectLost('nonsense', 'It answered a call that wasn’t made.');
    this.#asked.delete(call);
    if (threw === undefined) asked.resolve(value);
    else asked.reject(new Error(threw));
    this.#options.cluster.unsettled();
  }

  #request(action: Request): void {
    const run = this.#run;
    if (run === undefined) return;
    const { call, method, path, query, contentType, body } = action;
    if (call !== this.#lastCall + 1) throw new SubjectLost('nonsense', 'It numbered its requests wrongly.');
    if (call > mostRequests) throw new SubjectLost('nonsense', `It sent more than ${mostRequests} requests.`);
    this.#lastCall = call;
    const { environment, hangUps } = run;
    const { trace } = this.#options.cluster;
    const accept = { 'user-agent': environment.userAgent ?? 'kube-controller-manager', accept: 'application/json' };
    const request: ApiRequest = {
      method,
      path,
      query: { ...query },
      headers: contentType === undefined ? accept : { ...accept, 'content-type': contentType },
      ...(body === undefined ? {} : { body }),
      user: environment.user ?? { name: this.#component, groups: ['system:authenticated'] },
      cause: this.#causeOf(action),
    };
    trace.current = 0;
    const send = (event: SubjectEvent): void => {
      if (this.#run === run) this.#push(event);
    };
    const hangUp = environment.handler(request, {
      respond: (response) => send({ type: 'respond', call, cause: trace.current, response }),
      write: (chunk) => send({ type: 'write', call, cause: trace.current, chunk }),
      end: () => {
        hangUps.delete(call);
        send({ type: 'end', call, cause: trace.current });
      },
    });
    hangUps.set(call, hangUp);
  }

  /** A write that names none of its own reconciles was made outside of them, and is the controller's all the same. */
  #causeOf({ method, cause }: Request): number {
    const known = this.#records.get(cause);
    if (method === 'GET' || method === 'HEAD') return known?.id ?? this.#ownId(cause);
    if (known?.isReconcile === true) return known.id;
    const { trace } = this.#options.cluster;
    return trace.record({ component: this.#component, type: 'reconcile', what: 'reconcile outside', cause: 0 });
  }

  #record({ id, event, what, object, cause, also }: Recorded): void {
    const { trace } = this.#options.cluster;
    const recorded = trace.record({
      component: this.#component,
      type: event,
      what: event === 'reconcile' && !what.startsWith('reconcile ') ? `reconcile ${what}` : what,
      ...(object === undefined ? {} : { object }),
      cause: this.#idOf(cause),
      ...(also === undefined ? {} : { also: also.map((each) => this.#idOf(each)) }),
    });
    this.#records.set(id, { id: recorded, isReconcile: event === 'reconcile' });
    for (const oldest of this.#records.keys()) {
      if (this.#records.size <= recordsKept) break;
      this.#records.delete(oldest);
    }
  }

  #idOf(id: number): number {
    return this.#records.get(id)?.id ?? this.#ownId(id);
  }

  /** A number of the session's own trace. */
  #ownId(id: number): number {
    return id < firstLocalId && id <= this.#options.cluster.trace.last ? id : 0;
  }

  #log({ level, text, stack, key }: Extract<SubjectAction, { readonly type: 'log' }>): void {
    this.#run?.environment.onLog?.({
      time: this.#run.environment.kernel.clock.now(),
      component: this.#component,
      level,
      text,
      ...(stack === undefined ? {} : { stack }),
      ...(key === undefined ? {} : { key }),
    });
  }

  #status(): ControllerStatus {
    const queue = { queued: [], processing: new Set(this.#busy), dirty: new Set<string>(), waiting: new Map() };
    const known = this.#options.status?.() ?? {
      queue: { status: () => queue, failures: () => 0 },
      expectations: { all: new Map() },
      informers: [],
    };
    return { ...known, timers: this.#timers };
  }
}
