/** A session: a cluster, a workspace, and the log of everything that was done to them. */
import type { Cluster, ClusterOptions } from '../engine/index.ts';
import type { Shell, ShellOptions } from '../shell/types.ts';
import type { ClusterView } from '../viz/model.ts';
import type { WatchExpression } from '../viz/reconciles-model.ts';
import { createActions } from './actions.ts';
import { createInputScheduler, longestActionMs } from './input-scheduler.ts';
import { changesOf } from './changes.ts';
import { createKnown } from './completion.ts';
import { createDriver, type Driver, type Goal } from './driver.ts';
import { createFaults } from './faults.ts';
import { type Cut, cutLog, type Span } from './cut.ts';
import { createHistory, type History, type World } from './history.ts';
import { createInspectors, type Inspectors } from './inspections.ts';
import { createPaneInspectors } from './inspectors/index.ts';
import { createKeys } from './keys.ts';
import type { Limits } from './learner/budget.ts';
import type { Compile } from './learner/compile.ts';
import { createLearner } from './learner/learner.ts';
import type { Watching } from './learner/recorder.ts';
import { memberViews } from './etcd-view.ts';
import { type Loading, loadFor, loadForCluster } from './needs.ts';
import { append, createOutputs } from './outputs.ts';
import type { Platform } from './platform.ts';
import { createTraceLog, traceCapacity } from './trace-log.ts';
import type { Input, InputRequest, InputResult, Moment, Place, SessionEvent, SessionLog } from './types.ts';
import { createRequests } from './requests.ts';
import { createShells } from './shells.ts';
import { createTerminals } from './terminals/terminals.ts';
import { createViews } from './views.ts';
import { createWhy } from './why/why.ts';
import { createWorkspace } from './workspace.ts';

/** What a session is made of; `runtimes/host.ts` passes the real ones. */
export interface SessionParts extends Loading {
  readonly platform: Platform;
  readonly compile: Compile;
  createCluster(options: ClusterOptions): Cluster;
  /** The session is observed: messages in flight and scheduling decisions are recorded for the inspectors. */
  readonly observed?: boolean;
  /** Calls of swapped controllers are remembered, and these expressions evaluated in them. */
  readonly watching?: Watching;
  /** This one is about to be evaluated; with nothing: it has been. */
  looking?(watch?: WatchExpression): void;
  createShell(options: ShellOptions): Shell;
  /** What `converge/sdk` exports. */
  readonly sdk: Readonly<Record<string, unknown>>;
  readonly limits?: Partial<Limits>;
  /** Input `index` of the log is about to be replayed. */
  replaying?(index: number): void;
  /** Called between slices of work, at most every few milliseconds of real time. */
  betweenSlices?(): void;
  /** Virtual seconds a real second, asked anew all the time; undefined: as fast as it can. Changes nothing but when. */
  speed?(): number | undefined;
}

export interface Session {
  /** Carries out one input. One at a time, and not while time `pass`es. Rejects only for bugs. */
  run(request: InputRequest): Promise<InputResult>;
  /** Lets time pass: to `until` (session time), for so many instants, or to quiet. */
  pass(goal: { until?: number; quiet?: boolean; instants?: number; while?: () => boolean }): Promise<Moment>;
  /** Ends what is under way after its present instant; `terminal`: only an input of that one. */
  interrupt(terminal?: string): void;
  /** Time stands still here: an input under way finishes its action, but doesn't run on until quiet. */
  stay(): void;
  /** It won't be used any more. */
  close(): void;
  now(): Moment;
  /** Seed, start files and all inputs so far; a trailing `advance` when time has passed since the last. */
  log(): SessionLog;
  files(): Readonly<Record<string, string>>;
  /** Controllers that run the workspace's code. */
  swapped(): readonly string[];
  /** As it is now or was at an earlier moment. */
  view(at?: Place): ClusterView;
  /** Every object as it is now (until something happens) or was at an earlier moment. */
  world(at?: Place): World;
  /** Questions that change nothing. */
  readonly inspectors: Inspectors;
  /** The log of a session that stands where this one stood then, with the same history up to there. */
  cut(at: Place): Cut;
  historyHash(): string;
  on(listener: (event: SessionEvent) => void): () => void;
  /** For graders and checks that look at the cluster itself. */
  readonly cluster: Cluster;
  /** Virtual milliseconds since the epoch at time 0. */
  readonly startMs: number;
}

export interface Opened {
  readonly session: Session;
  /** One for each input of the log. */
  readonly results: readonly InputResult[];
}

/** A log with nothing in it. */
export function emptyLog(
  seed: number,
  cluster: SessionLog['cluster'] = {},
  files: SessionLog['files'] = {},
): SessionLog {
  return { version: 1, seed, cluster, files, inputs: [] };
}

/** Boots the log's cluster and replays its inputs: the same log gives the same outputs and the same history hash everywhere. */
export async function openSession(
  log: SessionLog,
  parts: SessionParts,
  listener?: (event: SessionEvent) => void,
): Promise<Opened> {
  // What has already happened isn't paced again.
  let replaying = true;
  const paced = { ...parts, speed: () => (replaying ? undefined : parts.speed?.()) };
  const session = createSession(await boot(log, paced), log, paced);
  if (listener !== undefined) session.on(listener);
  const results: InputResult[] = [];
  for (const [index, input] of log.inputs.entries()) {
    parts.replaying?.(index);
    results.push(await session.run(input));
  }
  replaying = false;
  return { session, results };
}

interface Booted {
  readonly cluster: Cluster;
  readonly driver: Driver;
  readonly history: History;
  /** Virtual milliseconds since the epoch at time 0. */
  readonly startMs: number;
  /** From now on tells what an event threw; the others go on. */
  onFailure(listener: (error: unknown) => void): void;
}

/** Runs a new cluster until it is quiet, and on to the next whole second, so that ages (whole seconds) are what the clock shows. */
async function boot(log: SessionLog, parts: SessionParts): Promise<Booted> {
  await loadForCluster(log.cluster);
  const cluster = parts.createCluster({
    ...log.cluster,
    seed: log.seed,
    observed: parts.observed === true,
    traceCapacity,
    settle: () => parts.platform.settle(),
  });
  const history = createHistory();
  const bornMs = cluster.now();
  let startMs = bornMs;
  const alone = (log.cluster.etcd ?? 1) === 1;
  cluster.onCommit((events, revision) => {
    const members = alone ? {} : { members: memberViews(cluster) };
    history.add({ t: cluster.now() - startMs, revision, events, ...members });
  });
  // What fails before anybody listens is a bug that nobody can work with.
  let failed = (error: unknown): void => {
    throw error;
  };
  const driver = createDriver(cluster, { ...parts, failed: (error) => failed(error) });
  await driver.run({ quiet: true, until: bornMs + longestActionMs });
  const zero = Math.ceil(cluster.now() / 1000) * 1000;
  await driver.run({ until: zero });
  history.rebase(zero - bornMs);
  startMs = zero;
  const onFailure = (listener: (error: unknown) => void): void => {
    failed = listener;
  };
  return { cluster, driver, history, startMs, onFailure };
}

function createSession(
  { cluster, driver, history, startMs, onFailure }: Booted,
  log: SessionLog,
  parts: SessionParts,
): Session {
  const t = (): number => cluster.now() - startMs;
  const workspace = createWorkspace(log.files);
  const listeners = new Set<(event: SessionEvent) => void>();
  const emit = (event: SessionEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const faults = createFaults(cluster, t);
  const traces = createTraceLog(cluster, startMs);
  const learner = createLearner({ ...parts, cluster, workspace, seed: log.seed, t, emit, cause: () => traces.current });
  onFailure((error) => learner.crashed(error));
  const deaf = parts.platform.onRejection?.((error) => learner.rejected(error));
  const shells = createShells({ cluster, workspace, faults, traces, createShell: (options) => parts.createShell(options) });
  const terminals = createTerminals({ cluster, shells, emit });
  const requests = createRequests(cluster, (id, part) => emit({ type: 'answer', id, part }));
  const actions = createActions({ workspace, faults, learner, shells, terminals, requests });
  const inputScheduler = createInputScheduler(driver, t, (time) => time + startMs);
  const views = createViews({ cluster, history, faults, t, startMs, seed: log.seed });
  const keys = createKeys(history, () => cluster.etcd().compactRevision);
  const known = createKnown({ cluster, history, keys, workspace, faults });
  const why = createWhy({ cluster, history, traces, startMs, t, faults: () => faults.views() });
  const spans: Span[] = [];
  let loggedTo = 0;
  let busy = false;
  /** The terminal whose input is under way. */
  let typing: string | undefined;
  const world = (at?: Place): World =>
    at === undefined ? history.world : history.worldAfter(history.count(at));
  const moment = (): Moment => ({ t: t(), revision: cluster.etcd().revision });

  async function alone<T>(work: () => Promise<T>): Promise<T> {
    if (busy) throw new Error('the session is busy: one input at a time');
    busy = true;
    try {
      return await work();
    } finally {
      busy = false;
      typing = undefined;
      driver.clear();
    }
  }

  async function perform(request: InputRequest & Partial<Input>): Promise<InputResult> {
    await loadFor(request, parts);
    typing = request.type === 'terminal' ? request.terminal : undefined;
    const begins = await inputScheduler.before(request);
    const from = moment();
    const input: Input = { ...request, at: from.t };
    if (!begins) return { input, outputs: [], exitCode: 130, from, to: from, end: 'interrupted', files: {} };
    if (input.type === 'advance') {
      const ended = await driver.run({ until: input.to + startMs });
      const cut: Input = ended === 'interrupted' ? { ...input, to: t() } : input;
      spans.push({ input: cut, doneAt: t(), to: t() });
      loggedTo = t();
      return {
        input: cut,
        outputs: [],
        exitCode: 0,
        from,
        to: moment(),
        end: ended === 'interrupted' ? 'interrupted' : 'now',
        files: {},
      };
    }
    const committed = history.commits.length;
    learner.renew();
    const printed = createOutputs((output) =>
      emit({ type: 'output', ...(input.cell === undefined ? {} : { cell: input.cell }), output }),
    );
    traces.begin(input, spans.length);
    const running = actions.start(input, printed.add);
    traces.started();
    cluster.unsettled();
    const { end, interruptedAt, doneAt } = await inputScheduler.carryOut(running, input);
    const logged: Input = interruptedAt === undefined ? input : { ...input, interruptedAt };
    spans.push({ input: logged, doneAt, to: t() });
    loggedTo = t();
    const outputs = printed.all;
    if (end === 'unfinished')
      append(outputs, { type: 'stderr', text: 'stopped: it ran for ten minutes of the cluster’s time\n' });
    const to = moment();
    const changes = changesOf(history.commits.slice(committed), history.world, (time) => Date.parse(time) - startMs);
    if (changes.objects.length > 0) outputs.push({ type: 'changes', ...changes });
    const exitCode = running.done ? running.exitCode : end === 'interrupted' ? 130 : 124;
    return { input: logged, outputs, exitCode, from, to, end, files: workspace.takeChanges() };
  }

  return {
    run: (request) => alone(() => perform(request)),
    pass: (goal) =>
      alone(async () => {
        const { until, ...rest } = goal;
        const run: Goal =
          until === undefined || until === Number.POSITIVE_INFINITY ? rest : { ...rest, until: until + startMs };
        await driver.run(run);
        return moment();
      }),
    interrupt(terminal) {
      if (busy && (terminal === undefined || terminal === typing)) driver.interrupt();
    },
    close() {
      driver.interrupt();
      deaf?.();
    },
    stay() {
      if (busy) inputScheduler.stay();
    },
    now: moment,
    log: () => {
      const inputs = spans.map(({ input }) => input);
      return { ...log, inputs: t() > loggedTo ? [...inputs, { type: 'advance', at: loggedTo, to: t() }] : inputs };
    },
    world,
    inspectors: createInspectors({
      history,
      keys,
      known,
      terminals,
      why,
      paneInspectors: createPaneInspectors({
        cluster,
        startMs,
        t,
        commits: history.commits,
        faults: () => faults.all(),
        swapped: learner.swapped,
        world,
      }),
      learner,
      faults,
    }),
    cut(at) {
      const then = 't' in at ? at.t : Math.max(0, history.commits[history.count(at) - 1]?.t ?? 0);
      return cutLog(log, spans, Math.min(then, t()));
    },
    files: () => workspace.snapshot(),
    swapped: learner.swapped,
    view: (at) => views.view(at),
    historyHash: () => cluster.historyHash(),
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    cluster,
    startMs,
  };
}
