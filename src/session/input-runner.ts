/** Carries out one input of a session: waits for its moment, starts its action, lets time run, and says what came of it. */
import type { Actions } from './actions.ts';
import type { Booted } from './boot.ts';
import { changesOf } from './changes.ts';
import type { InputLog } from './input-log.ts';
import type { InputScheduler } from './input-scheduler.ts';
import type { Learner } from './learner/learner.ts';
import { type Loading, loadFor } from './needs.ts';
import { append, createOutputs, type Outputs } from './outputs.ts';
import type { TraceLog } from './trace-log.ts';
import type { Input, InputRequest, InputResult, Moment, SessionEvent } from './types.ts';
import type { Workspace } from './workspace.ts';

export interface InputRunnerParts {
  /** What an input needs is loaded before it begins. */
  readonly loading: Loading;
  readonly booted: Pick<Booted, 'cluster' | 'driver' | 'history' | 'startMs'>;
  readonly actions: Actions;
  readonly inputScheduler: InputScheduler;
  readonly inputs: InputLog;
  readonly learner: Pick<Learner, 'renew'>;
  readonly traces: Pick<TraceLog, 'begin' | 'started'>;
  readonly workspace: Pick<Workspace, 'takeChanges'>;
  emit(event: SessionEvent): void;
  moment(): Moment;
}

export interface InputRunner {
  run(request: InputRequest & Partial<Input>): Promise<InputResult>;
}

export function createInputRunner(parts: InputRunnerParts): InputRunner {
  return {
    async run(request) {
      await loadFor(request, parts.loading);
      const begins = await parts.inputScheduler.before(request);
      const from = parts.moment();
      const input: Input = { ...request, at: from.t };
      if (!begins) return { input, outputs: [], exitCode: 130, from, to: from, end: 'interrupted', files: {} };
      return input.type === 'advance' ? advance(parts, input, from) : perform(parts, input, from);
    },
  };
}

type Advance = Extract<Input, { readonly type: 'advance' }>;

async function advance({ booted, inputs, moment }: InputRunnerParts, input: Advance, from: Moment): Promise<InputResult> {
  const ended = await booted.driver.run({ until: input.to + booted.startMs });
  const to = moment();
  const cut: Input = ended === 'interrupted' ? { ...input, to: to.t } : input;
  inputs.add({ input: cut, doneAt: to.t, to: to.t });
  const end = ended === 'interrupted' ? 'interrupted' : 'now';
  return { input: cut, outputs: [], exitCode: 0, from, to, end, files: {} };
}

async function perform(parts: InputRunnerParts, input: Exclude<Input, Advance>, from: Moment): Promise<InputResult> {
  const { booted, actions, inputs, traces, moment } = parts;
  const committed = booted.history.commits.length;
  parts.learner.renew();
  const printed = outputsOf(parts, input);
  traces.begin(input, inputs.count);
  const running = actions.start(input, printed.add);
  traces.started();
  booted.cluster.unsettled();
  const { end, interruptedAt, doneAt } = await parts.inputScheduler.carryOut(running, input);
  const logged: Input = interruptedAt === undefined ? input : { ...input, interruptedAt };
  const to = moment();
  inputs.add({ input: logged, doneAt, to: to.t });
  const outputs = printed.all;
  if (end === 'unfinished') append(outputs, { type: 'stderr', text: 'stopped: it ran for ten minutes of the cluster’s time\n' });
  const commits = booted.history.commits.slice(committed);
  const changes = changesOf(commits, booted.history.world, (time) => Date.parse(time) - booted.startMs);
  if (changes.objects.length > 0) outputs.push({ type: 'changes', ...changes });
  const exitCode = running.done ? running.exitCode : end === 'interrupted' ? 130 : 124;
  return { input: logged, outputs, exitCode, from, to, end, files: parts.workspace.takeChanges() };
}

/** Gathers what an input prints, and emits it as it comes. */
function outputsOf({ emit }: InputRunnerParts, { cell }: Input): Outputs {
  return createOutputs((output) => emit({ type: 'output', ...(cell === undefined ? {} : { cell }), output }));
}
