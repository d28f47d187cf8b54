/**
 * The other end of the port: runs a controller of the workspace with informers, time and chance of its own, and knows of the cluster
 * only what comes in a batch. `deliver` carries a batch out and says what the code did.
 */
import {
  type Controller,
  type ControllerEnvironment,
  type ControllerFactory,
  createKernel,
  createRandom,
  loadCloud,
  createScheduler,
  type EngineParts,
  engineParts,
  type Exchange,
  type Json,
  type Kernel,
  type LogLine,
  pluginsOf,
  type RunningController,
  type SchedulerPlugin,
  startController,
  type Trace,
  type Webhook,
} from '../../engine/index.ts';
import { kinds } from '../../engine/sdk/index.ts';
import { createLearner, type Learner } from '../learner/learner.ts';
import type { LearnerCluster } from '../learner/learner-cluster.ts';
import { loadParts, partTools } from '../learner/parts/load-parts.ts';
import type { LearnerOptions } from '../learner/learner-options.ts';
import { functionIn, webhookIn } from '../part-names.ts';
import type { Problem, SessionEvent } from '../types.ts';
import { createWorkspace } from '../workspace.ts';
import { asJson } from './as-json.ts';
import { type Answer, type Batch, firstLocalId, type SubjectAction, type SubjectEvent, type SubjectProgram } from './messages.ts';

export interface SubjectHostOptions extends Pick<LearnerOptions, 'compile' | 'sdk' | 'limits' | 'watching' | 'evaluating' | 'makeFunction'> {
  /** One turn of the platform's macrotask queue. */
  settle(): Promise<void>;
}

export interface SubjectHost {
  deliver(batch: Batch): Promise<Answer>;
  /** A promise was rejected that no code awaits. */
  rejected(error: unknown): boolean;
  /** What runs, for views. */
  running(): RunningController | undefined;
  learner(): Learner | undefined;
}

export function createSubjectHost(options: SubjectHostOptions): SubjectHost {
  return new LearnerSubjectHost(options);
}

/** Different errors that are noted in one instant. */
const caughtPerInstant = 20;

type Made = Controller | ControllerFactory;

class LearnerSubjectHost implements SubjectHost {
  readonly #options: SubjectHostOptions;
  #program: LoadedProgram | undefined;

  constructor(options: SubjectHostOptions) {
    this.#options = options;
  }

  async deliver({ nowMs, events }: Batch): Promise<Answer> {
    for (const event of events) {
      if (event.type === 'load') {
        if (needsParts(event.program)) await loadParts();
        if (event.program.cloud === true) await loadCloud();
        this.#program = new LoadedProgram(event.program, nowMs, this.#options);
      } else this.#program?.schedule(event, nowMs);
    }
    return (await this.#program?.runUntil(nowMs)) ?? { actions: [], busy: [], timers: { clocks: 0, waits: 0 } };
  }

  rejected(error: unknown): boolean {
    return this.#program?.learner.rejected(error) === true;
  }

  running(): RunningController | undefined {
    return this.#program?.running;
  }

  learner(): Learner | undefined {
    return this.#program?.learner;
  }
}

/** One controller of a workspace, from its loading on. */
class LoadedProgram {
  readonly learner: Learner;
  running: RunningController | undefined;
  readonly #kernel: Kernel;
  readonly #trace: Trace;
  readonly #logListeners = new Set<(line: LogLine) => void>();
  readonly #calls = new Map<number, Exchange>();
  #actions: SubjectAction[] = [];
  #made: Made | undefined;
  /** What an API server would run on. */
  #parts: Partial<EngineParts> | undefined;
  /** What a scheduler of its own runs: those of every cluster, and the workspace's. */
  #plugins: readonly SchedulerPlugin[] | undefined;
  /** That scheduler, once it runs. */
  #scheduler: { stop(): void } | undefined;
  /** What an API server would ask. */
  #webhook: Webhook | undefined;
  /** What is called without a cluster, by its name. */
  #functions: object | undefined;
  /** Made for calls without a cluster. */
  #part: object | undefined;
  #lastCall = 0;
  readonly #cloud: boolean;
  readonly #pluginNames: readonly string[];
  #lastRecord = firstLocalId;
  /** What was caught in the present instant. */
  #caught: { readonly nowMs: number; readonly keys: Set<string> } = { nowMs: -1, keys: new Set() };

  constructor({ controller, entry, part, files, seed, cloud = false, plugins = [], startMs }: SubjectProgram, nowMs: number, options: SubjectHostOptions) {
    this.#kernel = createKernel({ seed, settle: options.settle, startMs: nowMs, traceCapacity: 1 });
    this.#trace = this.#createTrace();
    this.#cloud = cloud;
    this.#pluginNames = plugins;
    this.learner = createLearner({
      ...options,
      cluster: this.#createCluster(),
      workspace: createWorkspace(files),
      seed,
      t: () => this.#kernel.clock.now() - startMs,
      emit: (event) => this.#emit(event),
      caught: (problem) => this.#noteCaught(problem),
      cause: () => 0,
    });
    const problem = this.learner.swap(controller, entry, part);
    this.#kernel.unsettled();
    if (problem !== undefined) this.#actions.push({ type: 'unfit', problem });
  }

  /** Has the event happen at this time, behind those that were scheduled before. */
  schedule(event: SubjectEvent, nowMs: number): void {
    const { clock, trace } = this.#kernel;
    trace.current = 'cause' in event ? event.cause : 0;
    const atMs = event.type === 'call' ? event.atMs : nowMs;
    clock.after(atMs - clock.now(), () => this.#happen(event));
    trace.current = 0;
  }

  async runUntil(untilMs: number): Promise<Answer> {
    for (let isOver = false; !isOver; ) {
      try {
        await this.#kernel.run({ until: untilMs });
        isOver = true;
      } catch (error) {
        this.learner.crashed(error);
      }
    }
    const actions = this.#actions;
    this.#actions = [];
    const busy = [...(this.running?.status().queue.status().processing ?? [])];
    return { actions, ...this.#kernel.due(), busy, timers: this.learner.timers() };
  }

  #happen(event: SubjectEvent): void {
    switch (event.type) {
      case 'load':
        break;
      case 'start':
        this.#start(event.seed, event.skewMs);
        break;
      case 'stop':
        this.running?.stop();
        this.running = undefined;
        this.#scheduler?.stop();
        this.#scheduler = undefined;
        this.#calls.clear();
        break;
      case 'call':
        this.#call(event);
        break;
      case 'renew':
        this.learner.renew();
        break;
      case 'respond':
        this.#calls.get(event.call)?.respond(event.response);
        break;
      case 'write':
        this.#calls.get(event.call)?.write(event.chunk ?? null);
        break;
      case 'end': {
        const call = this.#calls.get(event.call);
        this.#calls.delete(event.call);
        call?.end();
        break;
      }
    }
  }

  /** A call of the part without a cluster. What it throws is reported as a problem, and returns nothing. */
  #call({ call, name, values }: Extract<SubjectEvent, { type: 'call' }>): void {
    if (name === 'new') {
      this.#part = this.#makePart();
      // Each run of calls says what was thrown in it.
      this.learner.forgetProblems();
    }
    this.#part ??= this.#webhook ?? this.#functions;
    const method: unknown = this.#part === undefined || name === 'new' ? undefined : Reflect.get(this.#part, name);
    const value: unknown = typeof method === 'function' ? Reflect.apply(method, this.#part, [...values]) : undefined;
    const returned = (end: { readonly value?: Json | undefined; readonly threw?: string }): void => {
      this.#actions.push({ type: 'returned', call, ...end });
    };
    if (!(value instanceof Promise)) return returned({ value: asJson(value) });
    const settled = (end: Parameters<typeof returned>[0]): void => {
      this.#kernel.unsettled();
      returned(end);
    };
    this.#kernel.unsettled();
    void value.then(
      (answer) => settled({ value: asJson(answer) }),
      (error: unknown) => settled({ threw: String(error) }),
    );
  }

  #makePart(): object | undefined {
    const made = this.#made;
    const parts = made !== undefined && 'create' in made ? made.parts : this.#parts;
    // A part that is one function is called by its name; of one that makes an object, the object's methods are.
    return parts === undefined ? undefined : (partTools().madeOf(parts, this.#kernel.clock) ?? parts);
  }

  #start(seed: string, skewMs: number): void {
    const { clock } = this.#kernel;
    const skewed = skewMs === 0 ? clock : { ...clock, now: () => clock.now() + skewMs };
    const kernel: Kernel = { ...this.#kernel, clock: skewed, trace: this.#trace, random: createRandom(seed) };
    if (this.#plugins !== undefined)
      this.#scheduler = createScheduler({ kernel, handler: (request, exchange) => this.#send(request, exchange), plugins: this.#plugins });
    const made = this.#made;
    if (made === undefined) return;
    const controller = 'create' in made ? made.create(kinds) : made;
    const parts = { ...engineParts, ...('create' in made ? made.parts : undefined) };
    const environment: ControllerEnvironment = {
      kernel,
      parts,
      cloud: this.#cloud,
      handler: (request, exchange) => this.#send(request, exchange),
      onLog: (line) => this.#log(line),
    };
    this.running = startController(controller, environment);
  }

  #send({ method, path, query, headers, body, cause = 0 }: Parameters<ControllerEnvironment['handler']>[0], exchange: Exchange): () => void {
    this.#lastCall += 1;
    const call = this.#lastCall;
    this.#calls.set(call, exchange);
    const contentType = headers['content-type'];
    this.#actions.push({
      type: 'request',
      call,
      method,
      path,
      query,
      ...(contentType === undefined ? {} : { contentType }),
      ...(body === undefined ? {} : { body }),
      cause,
    });
    return () => {
      if (this.#calls.delete(call)) this.#actions.push({ type: 'hangUp', call });
    };
  }

  #log(line: LogLine): void {
    const { level, text, stack, key } = line;
    this.#actions.push({ type: 'log', level, text, ...(stack === undefined ? {} : { stack }), ...(key === undefined ? {} : { key }) });
    for (const listener of this.#logListeners) listener(line);
  }

  #emit(event: SessionEvent): void {
    if (event.type === 'problem') this.#actions.push({ type: 'problem', problem: event.problem, count: event.count });
    if (event.type === 'log') this.#actions.push({ type: 'print', level: event.level, text: event.text });
  }

  /** Once for each instant and place, and not without end: it only explains. */
  #noteCaught(problem: Problem): void {
    const nowMs = this.#kernel.clock.now();
    if (nowMs !== this.#caught.nowMs) this.#caught = { nowMs, keys: new Set() };
    const { keys } = this.#caught;
    const key = `${problem.title} ${problem.file ?? ''}:${problem.line ?? 0}`;
    if (keys.has(key) || keys.size >= caughtPerInstant) return;
    keys.add(key);
    this.#actions.push({ type: 'caught', problem });
  }

  /** Causes are the kernel's, as each event brought its own; what is recorded goes to the session. */
  #createTrace(): Trace {
    const { trace } = this.#kernel;
    const record: Trace['record'] = ({ type, what, object, cause = trace.current, also }) => {
      this.#lastRecord += 1;
      if (type === 'reconcile' || type === 'note' || type === 'error')
        this.#actions.push({ type: 'record', id: this.#lastRecord, event: type, what, object, cause, ...(also === undefined ? {} : { also }) });
      return this.#lastRecord;
    };
    return {
      get current() {
        return trace.current;
      },
      set current(id) {
        trace.current = id;
      },
      record,
      get: () => undefined,
      since: () => [],
      last: 0,
    };
  }

  /** What stands for the cluster where only a controller runs. */
  #createCluster(): LearnerCluster {
    const { clock, unsettled } = this.#kernel;
    const notHere = (): never => {
      throw new Error('only controllers, parts, plugins, webhooks and functions run apart from their session');
    };
    return {
      now: clock.now,
      after: clock.after,
      unsettled,
      trace: this.#trace,
      onLog: (listener) => {
        this.#logListeners.add(listener);
        return () => void this.#logListeners.delete(listener);
      },
      swap: (made) => {
        if (!('start' in made)) this.#made = made;
      },
      unswap: notHere,
      usePlugins: (choose) => {
        this.#plugins = choose(this.#plugins ?? pluginsOf(this.#pluginNames));
      },
      useParts: (parts) => {
        this.#parts = parts;
      },
      swapWebhook: (webhook) => {
        this.#webhook = webhook;
      },
      unswapWebhook: notHere,
      useFunction: (name, written) => {
        this.#functions = { [name]: written };
      },
      client: notHere,
    };
  }
}

const needsParts = ({ part, controller }: SubjectProgram): boolean =>
  part !== undefined || webhookIn(controller) !== undefined || functionIn(controller) !== undefined;
