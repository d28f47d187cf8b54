/** Starts a session's cluster, with its history from the first commit on. */
import type { Cluster } from '../engine/index.ts';
import { createDriver, type Driver } from './driver.ts';
import { memberViews } from './etcd-view.ts';
import { createHistory, type History } from './history.ts';
import { longestActionMs } from './input-scheduler-machine.ts';
import { loadForLog } from './needs.ts';
import type { SessionParts } from './session-parts.ts';
import { traceCapacity } from './trace-log.ts';
import type { SessionLog } from './types.ts';

export interface Booted {
  readonly cluster: Cluster;
  readonly driver: Driver;
  readonly history: History;
  /** Virtual milliseconds since the epoch at time 0. */
  readonly startMs: number;
  /** From now on receives what an event threw; the other events of its instant still happen. */
  onFailure(listener: (error: unknown) => void): void;
  /** From now on this settles with the promises of each instant: called before they do, and what it returns afterwards. */
  onSettle(exchange: () => () => Promise<void>): void;
}

/** Runs a new cluster until it is quiet, and on to the next whole second, so that ages (whole seconds) are what the clock shows. */
export async function boot(log: SessionLog, parts: SessionParts): Promise<Booted> {
  await loadForLog(log, parts);
  let exchange: (() => () => Promise<void>) | undefined;
  const cluster = parts.createCluster({
    ...log.cluster,
    seed: log.seed,
    observed: parts.observed === true,
    traceCapacity,
    settle: () => (exchange === undefined ? parts.platform.settle() : settleWith(exchange, parts)),
  });
  const history = createHistory();
  const bornMs = cluster.now();
  let startMs = bornMs;
  const alone = (log.cluster.etcd ?? 1) === 1;
  cluster.onCommit((events, revision) => {
    const members = alone ? {} : { members: memberViews(cluster) };
    history.add({ t: cluster.now() - startMs, revision, events, ...members });
  });
  // Until a session listens, a failure is a bug of the boot itself: it ends the boot.
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
  const onSettle = (listener: () => () => Promise<void>): void => {
    exchange = listener;
  };
  return { cluster, driver, history, startMs, onFailure, onSettle };
}

async function settleWith(exchange: () => () => Promise<void>, { platform }: SessionParts): Promise<void> {
  const finish = exchange();
  await platform.settle();
  await finish();
}
