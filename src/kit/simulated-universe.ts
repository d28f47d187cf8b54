/** One universe: a cluster, the controller in it, and time that passes only while the test waits for something. */
import type { KubeConfig } from '@kubernetes/client-node';
import { type Cluster, createCluster, type Kind, type KubeObject, type RunOptions } from '../engine/index.ts';
import type { PlannedFault } from '../lesson/universes/types.ts';
import { unix } from '../posix/index.ts';
import { UniverseBroken, unmet, unmetNow } from './conditions.ts';
import { ControllerProcess } from './controller-process.ts';
import { missTransition } from './missed-transition.ts';
import { type RecordedRun, recordRun } from './run-recorder.ts';
import { TestClient } from './test-client.ts';
import { traceLines } from './trace-lines.ts';
import type { Breach, Condition, Main, Universe, UniversesOptions, WithinOptions } from './types.ts';

/** Real time's, whatever is installed later. */
const { setImmediate: afterThisTurn, setTimeout: afterRealMs } = globalThis;
const turn = (): Promise<void> => new Promise((resolve) => void afterThisTurn(resolve));
const aMoment = (): Promise<void> => new Promise((resolve) => void afterRealMs(resolve, 1));
/** Code that has done nothing for so many turns of the event loop waits for something. */
const idleTurns = 2;
/** Reading a file isn't waiting for the cluster. It may take so many real moments. */
const mostMoments = 5_000;
/** The cluster's own boot may take so long. */
const bootMs = 30_000;
const usualWithinMs = 300_000;

export interface SimulationOptions {
  readonly seed: number;
  readonly clusterSeed: number;
  readonly cluster: UniversesOptions['cluster'];
  readonly faults: readonly UniverseFault[];
}

/** `untilDeleted`: of an event that is withheld. */
export type UniverseFault = PlannedFault & { readonly untilDeleted?: boolean };

interface Invariant {
  readonly name: string;
  readonly condition: Condition;
}

export class SimulatedUniverse implements Universe {
  readonly seed: number;
  readonly kubeConfig: KubeConfig;
  readonly #cluster: Cluster;
  readonly #faults: readonly UniverseFault[];
  readonly #invariants: Invariant[] = [];
  readonly #client: TestClient;
  #startMs: number;
  #breach: Breach | undefined;
  #process: ControllerProcess | undefined;
  #recorded: () => RecordedRun = () => ({ writes: [], events: [], verbs: [] });
  /** What the program and the test did so far; as of the last instant that is over. */
  #activity = 0;
  readonly #requestsBefore = requestsToNode();
  #settledActivity = 0;
  #hasChanged = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor({ seed, clusterSeed, cluster, faults }: SimulationOptions) {
    this.seed = seed;
    this.#faults = faults;
    this.#cluster = createCluster({
      nodes: 1,
      withoutEvents: true,
      ...cluster,
      unix,
      seed: clusterSeed,
      freeze: false,
      traceCapacity: 50_000,
      settle: () => this.#settle(),
    });
    this.#startMs = this.#cluster.now();
    this.#cluster.onCommit(() => this.#stored());
    this.#client = new TestClient({
      cluster: this.#cluster,
      run: (options) => this.#run(options),
      active: () => this.#touch(),
    });
    this.kubeConfig = this.#client.kubeConfig;
  }

  /** Lets the cluster boot. */
  async boot(): Promise<void> {
    await this.#run({ quiet: true, until: this.#cluster.now() + bootMs });
    this.#startMs = this.#cluster.now();
  }

  get t(): number {
    return this.#cluster.now() - this.#startMs;
  }

  get breach(): Breach | undefined {
    return this.#breach;
  }

  /** What the controller did. */
  run(): RecordedRun {
    return this.#recorded();
  }

  traceLines(): readonly string[] {
    return traceLines({ cluster: this.#cluster, component: `controller/${this.#process?.name ?? ''}`, startMs: this.#startMs });
  }

  /** Its controller does nothing any more. */
  close(): void {
    if (this.#process !== undefined) this.#cluster.unswap(this.#process.name);
  }

  /** A function of its own, so that conditions may take it out of the world that they are given. */
  readonly objects = <T extends KubeObject>(kind: Kind<T>): readonly T[] => this.#cluster.objects(kind);

  apply(manifests: string | object | readonly object[]): Promise<void> {
    return this.#client.apply(manifests);
  }

  async start(main: Main): Promise<void> {
    if (this.#process !== undefined) throw new Error('this universe has its controller already: what more of one runs is started in its main');
    const name = 'under-test';
    const component = `controller/${name}`;
    await this.#running;
    this.#startMs = this.#cluster.now();
    this.#recorded = recordRun(this.#cluster, component);
    this.#process = new ControllerProcess({
      name,
      main,
      active: () => {
        this.#activity += 1;
      },
      restart: (afterMs) => void this.#cluster.addFault({ type: 'crash', component, downMs: afterMs }),
    });
    for (const fault of this.#faults) this.#plan(fault);
    this.#cluster.swap(this.#process);
    await this.wait(0);
  }

  always(name: string, condition: Condition): void {
    this.#invariants.push({ name, condition });
    this.#judge();
    this.#throwIfBroken();
  }

  async eventually(name: string, condition: Condition, { withinMs = usualWithinMs }: WithinOptions = {}): Promise<void> {
    const deadline = this.#cluster.now() + withinMs;
    for (;;) {
      this.#hasChanged = false;
      const missing = await unmet(condition, this);
      if (missing === undefined) return;
      if (this.#cluster.now() >= deadline) {
        this.#breach ??= { name, type: 'eventually', reason: missing.reason, t: this.t };
        this.#throwIfBroken();
      }
      await this.#pass({ until: deadline, while: () => !this.#hasChanged });
    }
  }

  wait(ms: number): Promise<void> {
    return this.#pass({ until: this.#cluster.now() + ms });
  }

  #plan({ at, forMs, fault, untilDeleted = false }: UniverseFault): void {
    const cluster = this.#cluster;
    const expireWatches = (): void => this.#process?.expireWatches();
    const begin = (): void => {
      const heal = fault.type === 'withhold' ? missTransition({ cluster, fault, untilDeleted, expireWatches }) : cluster.addFault(fault);
      this.#cluster.after(forMs, heal, { background: true });
    };
    if (at === 0) begin();
    else this.#cluster.after(at, begin, { background: true });
  }

  #stored(): void {
    this.#hasChanged = true;
    this.#judge();
  }

  #judge(): void {
    if (this.#breach !== undefined) return;
    for (const { name, condition } of this.#invariants) {
      const missing = unmetNow(condition, this);
      if (missing === undefined) continue;
      this.#breach = { name, type: 'always', reason: missing.reason, t: this.t };
      this.#cluster.interrupt();
      return;
    }
  }

  #throwIfBroken(): void {
    if (this.#breach !== undefined) throw new UniverseBroken(this.#breach.name);
  }

  /** One run of the cluster at a time. */
  async #run(options: RunOptions): Promise<void> {
    const before = this.#running;
    this.#running = before.then(() => this.#cluster.run(options));
    await this.#running;
  }

  async #pass(options: RunOptions): Promise<void> {
    this.#throwIfBroken();
    await this.#run(options);
    this.#throwIfBroken();
  }

  /** Until the code that was handed something waits again: it runs between two instants of the cluster's time. */
  async #settle(): Promise<void> {
    await turn();
    if (this.#activity === this.#settledActivity) return;
    for (let idle = 0, moments = 0; idle < idleTurns; ) {
      const before = this.#activity;
      await turn();
      idle = this.#activity === before ? idle + 1 : 0;
      for (; moments < mostMoments && requestsToNode() > this.#requestsBefore; moments += 1) {
        idle = 0;
        await aMoment();
      }
    }
    this.#settledActivity = this.#activity;
  }

  #touch(): void {
    this.#activity += 1;
    this.#cluster.unsettled();
  }
}

/** What this thread waits for of the file system and of Node's other threads. */
const requestsToNode = (): number => process.getActiveResourcesInfo().filter((name) => /Req(?:uest|Promise|Callback)?$/.test(name)).length;
