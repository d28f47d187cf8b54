/** The API server: everything else reads and writes the cluster's state through it. */
import type { KindDefinition } from '../api/types.ts';
import type { Etcd } from '../etcd/index.ts';
import type { Clock, Random, Trace } from '../kernel/index.ts';
import {
  type ApiRequest,
  type Exchange,
  type Handler,
  type KubeObject,
  type Status,
  serviceUnavailable,
  type User,
} from '../meta/index.ts';
import { accessBy, createAccess } from './access.ts';
import { type AdmissionOptions, admissionServer, createAdmission } from './admission/admission.ts';
import type { Authorizer } from './authorization.ts';
import { bootNamespaces } from './boot.ts';
import { startCompactor } from './compactor.ts';
import type { ServerParts, ValidateAlso } from './context.ts';
import type { Credentials } from './credentials.ts';
import { type ApiFeatures, type Describe, mergeFeatures } from './feature.ts';
import { checkEtcd } from './health.ts';
import type { NodeLogs, NodeStreams } from './node-access.ts';
import { createPipeline } from './pipeline.ts';
import type { RequestInfo } from './request-info.ts';
import { createResources } from './resource-registry.ts';
import type { Resources } from './resources.ts';
import type { Storage, UpdateRule } from './storage.ts';

export interface ApiServerOptions extends AdmissionOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly trace: Trace;
  readonly etcd: Etcd;
  /** Kinds served. */
  readonly kinds: readonly KindDefinition[];
  /** Deep-freezes what is stored and sent. */
  readonly freeze?: boolean;
  /** By default there are no tokens, and a key that is public signs new ones. */
  readonly credentials?: Credentials | undefined;
  /** Consulted in turn in place of the features' authorizers. */
  readonly authorizers?: readonly Authorizer[];
  /** A fault: the Status it returns is the answer. Called after authorization. */
  readonly refuse?: (request: ApiRequest, info: RequestInfo, user: User) => Status | undefined;
  /** Rules for objects beyond those of their kinds' definitions; none by default. */
  readonly validateAlso?: ValidateAlso;
  /** What an update does next; by default the engine's own part. */
  readonly stepUpdate?: UpdateRule;
  readonly nodeLogs?: NodeLogs;
  /** The way into containers; without it exec, attach, port-forward and proxy answer 500. */
  readonly nodeStreams?: NodeStreams | undefined;
  /** Text for a type (field '') or one of its fields, for `kubectl explain`; '' for none. */
  readonly describe?: Describe;
  /** Default: the core alone. */
  readonly features?: ApiFeatures;
  /** Milliseconds between compactions of etcd; 0: never. Default 300,000, as upstream. */
  readonly compactionIntervalMs?: number;
}

export interface ApiServer {
  /** Requests that come before the server is ready wait until it is. */
  readonly handle: Handler;
  /** Objects of a kind as the cache has them, in key order: for views and checks. */
  objects(group: string, version: string, plural: string): Iterable<KubeObject>;
  /** Ends all watches and answers nothing any more, as a process that died. */
  stop(): void;
}

/** Starts a server over etcd: fills its caches, makes the first namespaces, then serves. */
export function createApiServer(options: ApiServerOptions): ApiServer {
  const { clock, etcd } = options;
  const features = options.features ?? mergeFeatures([]);
  const resources = createResources(options, features);
  const parts = createParts(options, resources, features);
  const serve = createPipeline({
    parts,
    audit: features.audit?.(parts),
    metrics: features.metrics?.(clock),
    flowControl: features.flowControl?.(parts),
    refuse: options.refuse,
    openapi: features.createOpenApi?.(options.describe ?? (() => '')),
  });
  const stopCompactor = startCompactor(clock, etcd, options.compactionIntervalMs ?? 300_000);
  let ready = false;
  let stopped = false;
  let waiting: (() => void)[] = [];
  const ends: (() => void)[] = [];

  whenAllReady(resources.all, () => bootNamespaces(parts, () => startHooks(0)));

  function startHooks(next: number): void {
    const hook = features.startHooks[next];
    if (stopped) return;
    if (hook !== undefined) {
      ends.push(hook(parts, () => startHooks(next + 1)));
      return;
    }
    ready = true;
    const requests = waiting;
    waiting = [];
    for (const run of requests) run();
  }

  function handle(request: ApiRequest, exchange: Exchange): () => void {
    if (stopped) return () => undefined;
    if (ready) return serve(request, exchange);
    let hungUp = false;
    let hangUp = (): void => {
      hungUp = true;
    };
    waiting.push(() => {
      if (!hungUp) hangUp = serve(request, exchange);
    });
    return () => hangUp();
  }

  return {
    handle,
    *objects(group, version, plural) {
      yield* resources.find(group, version, plural)?.cache.list('') ?? [];
    },
    stop() {
      stopped = true;
      stopCompactor();
      for (const end of ends) end();
      parts.allocator?.stop();
      for (const { cache } of resources.all) {
        cache.stop();
        for (const subscription of [...cache.subscriptions()]) subscription.closed(serviceUnavailable('shutting down'));
      }
    },
  };
}

function createParts(options: ApiServerOptions, resources: Resources, features: ApiFeatures): ServerParts {
  const { clock, random, trace, etcd, authorizers, credentials = { signingKey: 'converge', tokens: {} } } = options;
  const forAdmission = admissionServer(options, resources);
  const uids = random.fork('apiserver/uids');
  const validators = [options.validateAlso ?? [], features.validators].flat();
  return {
    clock,
    trace,
    resources,
    validateAlso: (...given) => validators.flatMap((validate) => validate(...given)),
    uids,
    names: random.fork('apiserver/names'),
    watchTimes: random.fork('apiserver/watches'),
    auditIds: random.fork('apiserver/audit'),
    admission: createAdmission(features.admission.map((create) => create(forAdmission))),
    currentRevision: () => etcd.status().revision,
    checkEtcd: (done) => checkEtcd(etcd, clock, done),
    allocator: features.allocator?.(resources, random),
    subresources: features.subresources,
    answers: new Map(features.unstored.map(({ definition, answers }) => [definition, answers])),
    fieldManagement: features.fieldManagement,
    nodeLogs: options.nodeLogs,
    nodeStreams: options.nodeStreams,
    aggregated: features.aggregated,
    access:
      authorizers === undefined
        ? createAccess(features, { clock, uids, resources, credentials })
        : accessBy(authorizers),
  };
}

function whenAllReady(storages: readonly Storage[], run: () => void): void {
  let left = storages.length;
  if (left === 0) run();
  for (const { cache } of storages) {
    cache.whenReady(() => {
      left -= 1;
      if (left === 0) run();
    });
  }
}
