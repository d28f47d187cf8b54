/** Remembers what swapped controllers did, call by call: what each read, what it decided, how long it took. Changes nothing of it. */
import type { Tools } from '../../engine/index.ts';
import type { ReconcilesAsk, ReconcilesView, WatchExpression } from '../../viz/reconciles-model.ts';
import type { Compile } from './compile.ts';
import type { LearnerCluster } from './learner-cluster.ts';
import { createProbes, type Probes } from './probes.ts';
import { type Call, callView, newCall, noteValue } from './recorded-call.ts';
import { recordedTools } from './recorded-tools.ts';
import { shortText } from './short-text.ts';

/** What passes from one session to the next: expressions outlive a rewind or a fork. */
export interface Watching {
  expressions: readonly WatchExpression[];
}

export interface RecorderOptions {
  readonly cluster: LearnerCluster;
  readonly compile: Compile;
  readonly watching: Watching;
  /** What `converge/sdk` exports: expressions see it as it is. */
  readonly sdk: Readonly<Record<string, unknown>>;
  /** Called with the expression that is going to be evaluated, and with nothing when it is done. */
  evaluating?(watch?: WatchExpression): void;
  /** Milliseconds since the session's start. */
  t(): number;
}

export interface Recorder {
  readonly probes: Probes<Call>;
  /** Reconcile is about to be called with this key. */
  begin(controller: string, key: string): Recording;
  /** What a controller does outside of its reconciles isn't evaluated. */
  outside<T>(run: () => T): T;
  ask(ask: ReconcilesAsk): ReconcilesView;
}

export interface Recording {
  /** The tools, which note what is done with them. */
  tools(tools: Tools): Tools;
  done(requeueMs: number | undefined): void;
  failed(error: unknown): void;
}

/** Calls remembered of each controller. */
const callsKept = 200;

export function createRecorder(options: RecorderOptions): Recorder {
  return new CallRecorder(options);
}

class CallRecorder implements Recorder {
  readonly probes: Probes<Call>;
  readonly #options: RecorderOptions;
  readonly #byController = new Map<string, Call[]>();
  /** By controller: its calls, those that are forgotten included. */
  readonly #totals = new Map<string, number>();
  #lastId = 0;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.probes = createProbes<Call>(options.compile, new Set(Object.values(options.sdk)), {
      seen: noteValue,
      evaluating: (watch) => options.evaluating?.(watch),
    });
    this.probes.watch(options.watching.expressions);
  }

  begin(controller: string, key: string): Recording {
    const call = this.#remember(controller, key);
    const { cluster } = this.#options;
    this.probes.hook.call = call;
    return {
      tools: (tools) => recordedTools(tools, call, cluster, () => this.probes.evaluating),
      done: (requeueMs) => {
        call.end = 'done';
        if (requeueMs !== undefined) call.requeueMs = requeueMs;
        this.#end(call);
      },
      failed: (error) => {
        call.end = 'failed';
        call.error = shortText(error).replaceAll('"', '');
        this.#end(call);
      },
    };
  }

  outside<T>(run: () => T): T {
    const { hook } = this.probes;
    const { call } = hook;
    hook.call = undefined;
    try {
      return run();
    } finally {
      hook.call = call;
    }
  }

  ask({ controller, count = 50, watches }: ReconcilesAsk): ReconcilesView {
    if (watches !== undefined) this.#watch(watches);
    const names = controller === undefined ? [...this.#byController.keys()] : [controller];
    const calls = names.flatMap((name) => this.#byController.get(name) ?? []);
    const newest = calls.toSorted((a, b) => b.id - a.id).slice(0, Math.min(callsKept, Math.max(0, count)));
    const total = names.reduce((sum, name) => sum + (this.#totals.get(name) ?? 0), 0);
    const now = this.#options.t();
    return { calls: newest.map((call) => callView(call, now)), total, kept: calls.length, watches: this.probes.views() };
  }

  /** Each inspection names the expressions; they are compiled when they have changed. */
  #watch(expressions: readonly WatchExpression[]): void {
    const { watching } = this.#options;
    if (JSON.stringify(expressions) === JSON.stringify(watching.expressions)) return;
    watching.expressions = expressions;
    this.probes.watch(expressions);
  }

  #remember(controller: string, key: string): Call {
    this.#lastId += 1;
    const { cluster, t } = this.#options;
    const call = newCall({ id: this.#lastId, controller, key, t: t(), trace: cluster.trace.last });
    const calls = this.#byController.get(controller) ?? [];
    calls.push(call);
    if (calls.length > callsKept) calls.shift();
    this.#byController.set(controller, calls);
    this.#totals.set(controller, (this.#totals.get(controller) ?? 0) + 1);
    return call;
  }

  #end(call: Call): void {
    call.endedAt = this.#options.t();
    if (this.probes.hook.call === call) this.probes.hook.call = undefined;
  }
}
