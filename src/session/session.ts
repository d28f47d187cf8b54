/** A session: a cluster, a workspace, and the log of everything that was done to them. */
import type { Cluster } from '../engine/index.ts';
import type { ClusterView } from '../viz/model.ts';
import { createActions } from './actions.ts';
import { ApartSubjects } from './apart/apart-subjects.ts';
import { openLoopback } from './apart/loopback.ts';
import { boot, type Booted } from './boot.ts';
import { createKnown } from './completion.ts';
import type { Cut } from './cut.ts';
import { hasMajority } from './etcd-view.ts';
import { createFaults } from './faults.ts';
import type { World } from './history.ts';
import { laterIncidents } from './incidents/later-incidents.ts';
import { createInputLog } from './input-log.ts';
import { createInputRunner } from './input-runner.ts';
import { createInputScheduler } from './input-scheduler.ts';
import { createInspectors, type Inspectors } from './inspections.ts';
import { createPaneInspectors } from './inspectors/index.ts';
import { createKeys } from './keys.ts';
import { createLearner } from './learner/learner.ts';
import { createRequests } from './requests.ts';
import type { SessionParts } from './session-parts.ts';
import { createShells } from './shells.ts';
import { createTerminals } from './terminals/terminals.ts';
import { createTraceLog } from './trace-log.ts';
import type { InputRequest, InputResult, Moment, Place, SessionEvent, SessionLog } from './types.ts';
import { createViews } from './views.ts';
import { createWhy } from './why/why.ts';
import { createWorkspace } from './workspace.ts';

export type { SessionParts } from './session-parts.ts';

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
  /** For graders and checks that read the cluster itself. */
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

function createSession(booted: Booted, log: SessionLog, parts: SessionParts): Session {
  const { cluster, driver, history, startMs } = booted;
  const listeners = new Set<(event: SessionEvent) => void>();
  const emit = (event: SessionEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const made = createComponents(booted, log, parts, emit);
  const { t, world, workspace, inputs, runner } = made;
  /** `terminal`: the one whose input is under way. */
  let activity: { readonly is: 'idle' } | { readonly is: 'busy'; readonly terminal?: string | undefined } = { is: 'idle' };

  async function alone<T>(terminal: string | undefined, work: () => Promise<T>): Promise<T> {
    if (activity.is === 'busy') throw new Error('the session is busy: one input at a time');
    activity = { is: 'busy', terminal };
    try {
      return await work();
    } finally {
      activity = { is: 'idle' };
      driver.clear();
    }
  }

  return {
    run: (request) => alone(request.type === 'terminal' ? request.terminal : undefined, () => runner.run(request)),
    pass: ({ until, ...rest }) =>
      alone(undefined, async () => {
        const endless = until === undefined || until === Number.POSITIVE_INFINITY;
        await driver.run(endless ? rest : { ...rest, until: until + startMs });
        return made.moment();
      }),
    interrupt(terminal) {
      if (activity.is === 'busy' && (terminal === undefined || terminal === activity.terminal)) driver.interrupt();
    },
    close() {
      driver.interrupt();
      made.stopListening?.();
      made.apart.close();
    },
    stay() {
      if (activity.is === 'busy') made.inputScheduler.stay();
    },
    now: made.moment,
    log: () => inputs.log(t()),
    world,
    inspectors: made.inspectors,
    cut(at) {
      const then = 't' in at ? at.t : Math.max(0, history.commits[history.count(at) - 1]?.t ?? 0);
      return inputs.cut(Math.min(then, t()));
    },
    files: () => workspace.snapshot(),
    swapped: made.swapped,
    view: (at) => made.views.view(at),
    historyHash: () => cluster.historyHash(),
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    cluster,
    startMs,
  };
}

/** Everything that a session is made of, put together. */
function createComponents(booted: Booted, log: SessionLog, parts: SessionParts, emit: (event: SessionEvent) => void) {
  const { cluster, driver, history, startMs, onFailure } = booted;
  const t = (): number => cluster.now() - startMs;
  const moment = (): Moment => ({ t: t(), revision: cluster.etcd().revision });
  const world = (at?: Place): World => (at === undefined ? history.world : history.worldAfter(history.count(at)));
  const workspace = createWorkspace(log.files);
  const faults = createFaults(cluster, t);
  const traces = createTraceLog(cluster, startMs);
  const learner = createLearner({ ...parts, cluster, workspace, seed: log.seed, t, emit, cause: () => traces.current });
  onFailure((error) => learner.crashed(error));
  const apart = createApart(booted, log, parts, { files: () => workspace.snapshot(), t, emit });
  const swapped = (): readonly string[] => [...learner.swapped(), ...apart.names()];
  const stopListening = parts.platform.onRejection?.((error) => apart.rejected(error) || learner.rejected(error));
  const incidents = laterIncidents({ cluster, history, seed: log.seed, t });
  const shells = createShells({ cluster, workspace, faults, incidents, traces, createShell: (options) => parts.createShell(options) });
  const terminals = createTerminals({ cluster, shells, emit });
  const requests = createRequests(cluster, (id, part) => emit({ type: 'answer', id, part }));
  const actions = createActions({ workspace, faults, learner, apart, shells, terminals, requests });
  const inputScheduler = createInputScheduler({ driver, t, epoch: (time) => time + startMs, isStuck: () => !hasMajority(cluster) });
  const views = createViews({ cluster, history, faults, t, startMs, seed: log.seed });
  const inputs = createInputLog(log);
  const renewing = { renew: () => [learner, apart].forEach((each) => each.renew()) };
  const runner = createInputRunner({ loading: parts, booted, actions, inputScheduler, inputs, learner: renewing, traces, workspace, emit, moment });
  const keys = createKeys(history, () => cluster.etcd().compactRevision);
  const inspectors = createInspectors({
    history,
    keys,
    known: createKnown({ cluster, history, keys, workspace, faults }),
    terminals,
    why: () => createWhy({ cluster, history, traces, log, startMs, t, faults: () => faults.views() }),
    paneInspectors: createPaneInspectors({
      cluster,
      startMs,
      profile: log.cluster.profile ?? 'full',
      t,
      commits: history.commits,
      faults: () => faults.all(),
      swapped,
      world,
    }),
    learner: { reconciles: (ask) => (apart.learner(ask.controller) ?? learner).reconciles(ask) },
    faults,
    incidents,
  });
  return { t, moment, world, workspace, apart, swapped, stopListening, inputScheduler, views, inputs, runner, inspectors };
}

type ApartWiring = Pick<ConstructorParameters<typeof ApartSubjects>[0], 'files' | 't' | 'emit'>;

/** Controllers that are swapped in apart: elsewhere where the parts say so, else in this realm. */
function createApart({ cluster, onSettle }: Booted, { seed }: SessionLog, parts: SessionParts, wiring: ApartWiring): ApartSubjects {
  const apart = new ApartSubjects({
    ...wiring,
    cluster,
    seed,
    ended: (end) => parts.subjectEnded?.(end),
    caught: (problem) => parts.subjectCaught?.(problem),
    open() {
      if (parts.openSubject !== undefined) return { link: parts.openSubject() };
      const link = openLoopback(parts);
      return { link, status: () => link.host.running()?.status(), learner: () => link.host.learner() };
    },
  });
  onSettle(() => apart.exchange());
  return apart;
}
