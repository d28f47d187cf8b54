/**
 * A runtime whose engine is elsewhere: it is watched, ended when it hangs, and its session brought back by replay in a new one, as
 * `recovery-machine.ts` decides.
 */
import { parseLog } from '../../session/parse-log.ts';
import type { InputRequest, InputResult, SessionLog } from '../../session/types.ts';
import type { EngineClient } from '../engine-client.ts';
import { createInspect } from '../inspect.ts';
import { createListeners } from '../listeners.ts';
import { branchesOf } from '../protocol.ts';
import type { BranchAct, KeptBranches, Replayed, Runtime, RuntimeEvent, Standing } from '../runtime.ts';
import { createTimeMachine } from '../time-machine.ts';
import type { ConnectionOptions } from './engine-connection.ts';
import { createEngineSupervisor, type EngineSupervisor } from './engine-supervisor.ts';
import { noSession, type RecoverableEffect, type RecoverableEvent, stepRecoverable } from './recovery-machine.ts';
import { knownBranches, mayRunLearnerCode, type RecoveryPlan } from './session-journal.ts';

export interface RecoveringOptions extends ConnectionOptions {
  readonly kind: Runtime['kind'];
  /** Why it can't run in this browser, as a sentence. */
  unsupported(): string | undefined;
  /** No answer for so long: the session is brought back. Without code of the reader's, five times as long. */
  readonly hangAfterMs: number;
}

export interface RecoveringRuntime extends Runtime {
  /** All branches as far as the engine has reported, also when it is gone; undefined before the first session. */
  known(): KeptBranches | undefined;
}

/** Where only our own code runs, silence is a large cluster on a busy machine: to begin anew would make it worse, and lose work. */
const patience = 5;

export function createRecoveringRuntime(options: RecoveringOptions): RecoveringRuntime {
  const listeners = createListeners();
  const session = new RecoverableSession(options, listeners.emit);
  const { supervisor } = session;
  const call: EngineSupervisor['call'] = (name, ask) => supervisor.call(name, ask);
  return {
    kind: options.kind,
    get state() {
      return supervisor.state;
    },
    start: () => supervisor.start(),
    reset: (begin) => session.reset(begin),
    known: () => session.known(),
    run: (input) => session.run(input),
    async updateFile(path, text) {
      await session.run({ type: 'edit', path, text });
    },
    async control(control) {
      const moment = await call('control', control);
      session.timePassed(moment.t);
      return moment;
    },
    interrupt(terminal) {
      call('interrupt', terminal ?? null).catch(() => undefined);
    },
    snapshot: () => call('snapshot', null),
    view: (at) => call('view', at === undefined ? {} : { at }),
    time: createTimeMachine(call, (ask) => session.act(ask)),
    inspect: createInspect(call),
    stop: () => session.stop(),
    on: listeners.on,
  };
}

/** A session on a supervised engine. What happens to it is decided by `recovery-machine.ts`. */
class RecoverableSession {
  readonly supervisor: EngineSupervisor;
  readonly #kind: Runtime['kind'];
  readonly #emit: (event: RuntimeEvent) => void;
  #state = noSession;

  constructor(options: RecoveringOptions, emit: (event: RuntimeEvent) => void) {
    this.#kind = options.kind;
    this.#emit = emit;
    const hangAfterMs = (): number => options.hangAfterMs * (mayRunLearnerCode(this.#state.journal) ? 1 : patience);
    this.supervisor = createEngineSupervisor(
      { ...options, hangAfterMs },
      { event: (event) => this.#take(event), lost: () => this.#dispatch({ type: 'lost', nowMs: performance.now() }) },
    );
  }

  /** What is no log is refused before anything is ended: the session that is open stays. */
  async reset(begin: SessionLog | KeptBranches): Promise<Replayed> {
    const given = branchesOf(begin);
    const kept = { ...given, branches: given.branches.map(({ view, log }) => ({ view, log: parseLog(log) })) };
    if (kept.branches.every(({ view }) => view.id !== kept.current))
      throw new Error(`There is no fork ${kept.current} any more.`);
    this.#dispatch({ type: 'reset' });
    await this.supervisor.start();
    return this.#replay(this.supervisor.client(), kept);
  }

  async run(input: InputRequest): Promise<InputResult> {
    this.#dispatch({ type: 'input-sent', input });
    try {
      const result = await this.supervisor.call('run', input);
      this.#dispatch({ type: 'input-carried-out', result });
      return result;
    } finally {
      this.#dispatch({ type: 'input-settled', input });
    }
  }

  async act(ask: BranchAct): Promise<Standing> {
    await this.supervisor.settled();
    this.#dispatch({ type: 'branch-act-started' });
    try {
      const standing = await this.supervisor.call('branch', ask);
      this.#dispatch({ type: 'branches-changed', standing });
      return standing;
    } finally {
      this.#dispatch({ type: 'branch-act-ended' });
    }
  }

  timePassed(t: number): void {
    this.#dispatch({ type: 'time-passed', t });
  }

  known(): KeptBranches | undefined {
    return knownBranches(this.#state.journal);
  }

  stop(): void {
    this.#dispatch({ type: 'stopped' });
    this.supervisor.stop();
  }

  #take(event: RuntimeEvent): void {
    // Only a container has an inside of its own. In a worker, learner code would be sending this in the engine's name.
    if (event.type === 'inside' && this.#kind !== 'webcontainer') return;
    this.#dispatch({ type: 'engine-event', event });
  }

  #dispatch(event: RecoverableEvent): void {
    const step = stepRecoverable(this.#state, event);
    this.#state = step.state;
    for (const effect of step.effects) this.#carryOut(effect);
  }

  #carryOut(effect: RecoverableEffect): void {
    switch (effect.do) {
      case 'emit':
        this.#emit(effect.event);
        break;
      case 'discard-engine':
        this.supervisor.discard('The session was reset.');
        break;
      case 'bring-back':
        void this.#bringBack(effect.plan, effect.because);
        break;
      case 'fail':
        this.supervisor.fail(effect.because);
        break;
    }
  }

  async #bringBack(plan: RecoveryPlan, because: string): Promise<void> {
    const isBack = await this.supervisor.replace(because, (client) => this.#replay(client, plan.kept));
    if (isBack) this.#dispatch({ type: 'brought-back', plan, because });
  }

  async #replay(client: EngineClient, kept: KeptBranches): Promise<Replayed> {
    this.#dispatch({ type: 'replay-started', kept });
    const replayed = await client.call('restore', kept);
    this.#dispatch({ type: 'replay-ended', kept, replayed });
    return replayed;
  }
}
