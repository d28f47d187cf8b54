/**
 * A runtime whose engine is elsewhere: it is watched, ended when it hangs, and its session brought back by replay in a new one. What is
 * known of the session is in the journal; what is done about a hang is decided in `recovery-policy.ts`.
 */
import type { InputRequest, InputResult, SessionLog } from '../../session/types.ts';
import type { EngineClient } from '../engine-client.ts';
import { createInspect } from '../inspect.ts';
import { createListeners } from '../listeners.ts';
import { branchesOf } from '../protocol.ts';
import type { BranchAct, KeptBranches, Replayed, Runtime, RuntimeEvent, Standing } from '../runtime.ts';
import { createTimeMachine } from '../time-machine.ts';
import type { ConnectionOptions } from './engine-connection.ts';
import { createEngineSupervisor, type EngineSupervisor } from './engine-supervisor.ts';
import { afterRecovery, decideRecovery, noRecoveries } from './recovery-policy.ts';
import { emptyJournal, type JournalEvent, knownBranches, mayRunLearnerCode, recoveryPlan, stepJournal } from './session-journal.ts';

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
  const session = createRecoverableSession(options, listeners.emit);
  const { supervisor } = session;
  const { call } = supervisor;
  return {
    kind: options.kind,
    get state() {
      return supervisor.state;
    },
    start: supervisor.start,
    reset: session.reset,
    known: session.known,
    run: session.run,
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
    time: createTimeMachine(call, session.act),
    inspect: createInspect(call),
    stop: session.stop,
    on: listeners.on,
  };
}

interface RecoverableSession {
  readonly supervisor: EngineSupervisor;
  reset(begin: SessionLog | KeptBranches): Promise<Replayed>;
  run(input: InputRequest): Promise<InputResult>;
  act(ask: BranchAct): Promise<Standing>;
  timePassed(t: number): void;
  known(): KeptBranches | undefined;
  stop(): void;
}

function createRecoverableSession(options: RecoveringOptions, emit: (event: RuntimeEvent) => void): RecoverableSession {
  let journal = emptyJournal;
  let recoveries = noRecoveries;
  /** A session has been on this engine. */
  let used = false;
  const note = (event: JournalEvent): void => {
    journal = stepJournal(journal, event);
  };
  const supervisor = createEngineSupervisor(
    { ...options, hangAfterMs: () => options.hangAfterMs * (mayRunLearnerCode(journal) ? 1 : patience) },
    { event: onEvent, lost: () => void recover() },
  );

  function onEvent(event: RuntimeEvent): void {
    // Only a container has an inside of its own. In a worker, learner code would be sending this in the engine's name.
    if (event.type === 'inside' && options.kind !== 'webcontainer') return;
    note({ type: 'engine-event', event });
    emit(event);
  }

  /** The engine hangs: a new one replays the log without what hung it. When that hangs too, the next suspect goes. */
  async function recover(): Promise<void> {
    const { history, decision } = decideRecovery(recoveries, recoveryPlan(journal), performance.now());
    recoveries = history;
    if (decision.do === 'fail') return supervisor.fail(decision.because);
    const { plan, because } = decision;
    note({ type: 'engine-lost' });
    // Before a page inspects the session again, with this watch expression.
    if (plan.watch !== undefined) emit({ type: 'endless', watch: plan.watch });
    if (!(await supervisor.replace(because, (client) => replay(client, plan.kept)))) return;
    recoveries = afterRecovery(recoveries, plan);
    emit({ type: 'recovered', because, ...(plan.input === undefined ? {} : { input: plan.input }) });
  }

  async function replay(client: EngineClient, kept: KeptBranches): Promise<Replayed> {
    note({ type: 'replay-started', kept });
    const replayed = await client.call('restore', kept);
    note({ type: 'replay-ended', kept, replayed });
    return replayed;
  }

  return {
    supervisor,
    async reset(begin) {
      const kept = branchesOf(begin);
      if (kept.branches.every(({ view }) => view.id !== kept.current))
        throw new Error(`There is no fork ${kept.current} any more.`);
      recoveries = { ...recoveries, count: 0 };
      // A fresh engine for a fresh session: nothing that learner code did to the old one is left, and a hang doesn't delay it.
      if (used) {
        note({ type: 'engine-lost' });
        supervisor.discard('The session was reset.');
      }
      used = true;
      await supervisor.start();
      return replay(supervisor.client(), kept);
    },
    async run(input) {
      note({ type: 'input-sent', input });
      try {
        const result = await supervisor.call('run', input);
        note({ type: 'input-carried-out', result });
        return result;
      } finally {
        note({ type: 'input-settled', input });
      }
    },
    async act(ask) {
      await supervisor.settled();
      note({ type: 'branch-act-started' });
      try {
        const standing = await supervisor.call('branch', ask);
        note({ type: 'branches-changed', standing });
        return standing;
      } finally {
        note({ type: 'branch-act-ended' });
      }
    },
    timePassed: (t) => note({ type: 'time-passed', t }),
    known: () => knownBranches(journal),
    stop() {
      journal = emptyJournal;
      used = false;
      supervisor.stop();
    },
  };
}
