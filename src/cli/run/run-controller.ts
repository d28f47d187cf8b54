/** A controller against a real API: from its first list to a graceful end, alone or as one of several candidates. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Controller,
  createClient,
  createRateLimiter,
  type LeaderElection,
  type LogLine,
  type RunningController,
  startController,
  startLeaderElection,
} from '../../engine/index.ts';
import { kinds } from '../../engine/sdk/index.ts';
import { ruleName } from './allow.ts';
import { type ApiHandler, createApiHandler } from './api-handler.ts';
import type { Server } from './connect.ts';
import { checkKinds } from './discovery.ts';
import { createGate } from './gate.ts';
import { loadController, type LoadedController, problemText } from './load-controller.ts';
import type { RunOptions } from './options.ts';
import { followedKinds } from './rbac.ts';
import { releaseLease } from './release-lease.ts';
import { createWallKernel, type WallKernel } from './wall-clock.ts';

/** How a run ended by itself. */
export type RunEnd = { readonly type: 'lost leadership' };

export interface ControllerRun {
  readonly controller: Controller;
  /** What it is still waiting for before it acts; undefined: it acts. */
  missing(): string | undefined;
  /** Resolves when it ends by itself. */
  readonly ended: Promise<RunEnd>;
  /** A promise was rejected that no code awaits: whether it was the controller's, and is said. */
  rejected(error: unknown): boolean;
  /** Takes no more keys, lets those under way come to their end, and hands the Lease on. */
  stop(): Promise<void>;
}

export interface RunParts {
  readonly server: Server;
  say(line: string): void;
}

/** While it stops, keys under way have so long, milliseconds. */
const graceMs = 10_000;
/** What its code may send is counted anew this often, milliseconds. */
const countedMs = 1_000;
const drainPollMs = 20;
/** `--kube-api-qps` and `--kube-api-burst` of kube-controller-manager. All draw from one bucket, and no key waits longer. */
const managerRate = { baseMs: 0, maxMs: 0, perSecond: 20, burst: 30 };

export interface ReadController {
  readonly loaded: LoadedController;
  readonly kernel: WallKernel;
  /** For the lines that it logs once it runs. */
  onLog(line: LogLine): void;
}

/** Loads it without a server: for its rights. Rejects with a `LoadError`. */
export async function readController(options: Pick<RunOptions, 'file' | 'controller'>, say: (line: string) => void): Promise<ReadController> {
  const listeners = new Set<(line: LogLine) => void>();
  const kernel = createWallKernel(crypto.randomUUID(), (error) => say(String(error)));
  const loaded = await loadController({
    file: options.file,
    name: options.controller,
    kernel,
    problem: (problem, count) => say(`${problemText(problem)}${count > 1 ? ` (${count} times)` : ''}`),
    onLog(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    print: (level, text) => say(level === 'error' ? `error: ${text}` : text),
  });
  const onLog = (line: LogLine): void => {
    for (const listener of listeners) listener(line);
  };
  return { loaded, kernel, onLog };
}

/** Rejects when it can't be loaded, or the server lacks a kind it follows. */
export async function runController(options: RunOptions, parts: RunParts): Promise<ControllerRun> {
  const read = await readController(options, parts.say);
  const { controller } = read.loaded;
  await checkKinds(parts.server, followedKinds(controller), userAgentOf(controller));
  return new RealRun(options, parts, read);
}

function namespacedResources(controller: Controller): ReadonlySet<string> {
  const inNamespaces = [...kinds, ...followedKinds(controller)].filter(({ namespaced }) => namespaced);
  return new Set(inNamespaces.map(({ group, plural }) => ruleName({ group, resource: plural, subresource: '' })));
}

/** Its part before the slash is the field manager of what it writes. */
const userAgentOf = ({ name }: Controller): string => `${name}-controller/converge`;

class RealRun implements ControllerRun {
  readonly controller: Controller;
  readonly ended: Promise<RunEnd>;
  readonly #options: RunOptions;
  readonly #parts: RunParts;
  readonly #kernel: WallKernel;
  readonly #loaded: LoadedController;
  readonly #onLog: (line: LogLine) => void;
  readonly #api: ApiHandler;
  readonly #end = Promise.withResolvers<RunEnd>();
  readonly #renewing: NodeJS.Timeout;
  #running: RunningController | undefined;
  #election: LeaderElection | undefined;
  /** Its own connection, past the gate: the Lease is the tool's, not the controller's, and waits behind none of its requests. */
  #leases: ReturnType<typeof createClient> | undefined;
  #isStopping = false;

  constructor(options: RunOptions, parts: RunParts, { loaded, kernel, onLog }: ReadController) {
    this.#options = options;
    this.#parts = parts;
    this.#kernel = kernel;
    this.#loaded = loaded;
    this.#onLog = onLog;
    this.controller = loaded.controller;
    this.ended = this.#end.promise;
    const { allow, namespace, dryRun } = options;
    const namespaced = namespacedResources(this.controller);
    this.#api = this.#openApi(createGate({ allow, namespace, dryRun, isNamespaced: (resource) => namespaced.has(resource), say: parts.say }));
    this.#renewing = setInterval(() => loaded.renew(), countedMs);
    if (options.leaderElect) this.#election = this.#elect();
    else this.#start();
  }

  missing(): string | undefined {
    if (this.#running === undefined) return `waits for the Lease, which ${this.#election?.holder() || 'nobody'} holds`;
    const informers = this.#running.status().informers;
    const empty = informers.filter(({ synced }) => !synced).map((informer) => informer.status().kind.plural);
    return empty.length === 0 ? undefined : `waits for the first list of ${empty.join(', ')}`;
  }

  rejected(error: unknown): boolean {
    return this.#loaded.rejected(error);
  }

  async stop(): Promise<void> {
    if (this.#isStopping) return;
    this.#isStopping = true;
    this.#api.endWatches();
    const until = Date.now() + graceMs;
    while (this.#isBusy() && Date.now() < until) await sleep(drainPollMs);
    this.#running?.stop();
    clearInterval(this.#renewing);
    const wasLeading = this.#election?.leading() === true;
    this.#election?.stop();
    if (wasLeading && this.#leases !== undefined) await this.#release(this.#leases);
    this.#kernel.end();
  }

  #isBusy(): boolean {
    const processing = this.#running?.status().queue.status().processing.size ?? 0;
    return processing > 0;
  }

  #start(): void {
    this.#running = startController(this.#loaded.controller, {
      kernel: this.#kernel,
      parts: this.#loaded.parts,
      handler: this.#api.handle,
      userAgent: userAgentOf(this.controller),
      onLog: (line) => this.#onLog(line),
    });
  }

  #openApi(admit: ReturnType<typeof createGate>): ApiHandler {
    const { server, say } = this.#parts;
    const limiter = createRateLimiter(this.#kernel.clock, managerRate);
    return createApiHandler({
      server,
      async turn() {
        const waitMs = limiter.delayMs('');
        if (waitMs > 0) await sleep(waitMs);
      },
      admit,
      trouble: (words) => say(words === undefined ? 'the server answers again' : `${words}; trying again`),
    });
  }

  #leaseClient(): ReturnType<typeof createClient> {
    const { handle: handler } = this.#openApi((request) => request);
    const { clock, unsettled } = this.#kernel;
    // The server reads who it is from the credentials of the kubeconfig.
    const user = { name: '', groups: [] };
    return createClient({ handler, clock, unsettled, user, userAgent: userAgentOf(this.controller) });
  }

  #lease() {
    return { namespace: this.#options.leaseNamespace, name: `${this.controller.name}-controller` };
  }

  #elect(): LeaderElection {
    const { say } = this.#parts;
    const { clock, random } = this.#kernel;
    const { identity } = this.#options;
    const lease = this.#lease();
    this.#leases = this.#leaseClient();
    say(`waits for the Lease ${lease.namespace}/${lease.name} as ${identity}`);
    return startLeaderElection({
      client: this.#leases,
      clock,
      random,
      lease,
      identity,
      decide: this.#loaded.parts.decideLease,
      onStartedLeading: () => {
        say('leads now');
        if (!this.#isStopping) this.#start();
      },
      onStoppedLeading: () => {
        // What was begun must not go on: another may lead already.
        this.#running?.stop();
        if (!this.#isStopping) this.#end.resolve({ type: 'lost leadership' });
      },
    });
  }

  async #release(leases: ReturnType<typeof createClient>): Promise<void> {
    try {
      await releaseLease(leases, this.#lease(), this.#options.identity);
    } catch (error) {
      this.#parts.say(`the Lease couldn’t be handed on: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
