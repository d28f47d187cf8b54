/** The API server: the only door to the cluster's state. */
import type { Kind, KindDefinition } from '../api/types.ts';
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
import { openAccess } from './access.ts';
import { type AdmissionOptions, admissionServer, createAdmission } from './admission/admission.ts';
import type { Authorizer } from './authorization.ts';
import { bootNamespaces } from './boot.ts';
import { startCompactor } from './compactor.ts';
import { type ApiFeatures, coreFeatures } from './features.ts';
import { checkEtcd } from './health.ts';
import { createLeaseManager } from './lease-manager.ts';
import type { OpenApi } from './openapi.ts';
import { createPipeline } from './pipeline.ts';
import type { RequestInfo } from './request-info.ts';
import { resourceOf } from './resource.ts';
import type { Credentials, NodeLogs, NodeStreams, Resources, ServerParts } from './server-parts.ts';
import { createStorage, type Storage } from './storage.ts';
import { createUnstored } from './unstored.ts';
import { createWatchCache } from './watch-cache.ts';

export interface ApiServerOptions extends AdmissionOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly trace: Trace;
  readonly etcd: Etcd;
  /** Kinds served. */
  readonly kinds: readonly KindDefinition[];
  /** Deep-freezes what is stored and sent. */
  readonly freeze?: boolean;
  /** Nobody has a token unless told, and a key that everybody knows signs new ones. */
  readonly credentials?: Credentials | undefined;
  /** Asked in turn instead of what the features say. */
  readonly authorizers?: readonly Authorizer[];
  /** A fault: the Status it returns is the answer. Asked after authorization. */
  readonly refuse?: (request: ApiRequest, info: RequestInfo, user: User) => Status | undefined;
  readonly nodeLogs?: NodeLogs;
  /** The way into containers; without it exec, attach, port-forward and proxy answer 500. */
  readonly nodeStreams?: NodeStreams | undefined;
  /** Documents at `/openapi/v3` and below, of the kinds served. */
  readonly openapi?: OpenApi;
  /** The plain ones unless told. */
  readonly features?: ApiFeatures;
  /** Milliseconds between compactions of etcd; 0: never. 300,000 unless told, as upstream. */
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
  const resources = createResources(options);
  const features = options.features ?? coreFeatures;
  const parts = createParts(options, resources, features);
  const serve = createPipeline({
    parts,
    audit: features.audit?.(parts),
    metrics: features.metrics?.(clock),
    flowControl: features.flowControl?.(parts),
    refuse: options.refuse,
    openapi: options.openapi,
    serveDocument: features.serveDocument,
  });
  const stopCompactor = startCompactor(clock, etcd, options.compactionIntervalMs ?? 300_000);
  let ready = false;
  let stopped = false;
  let waiting: (() => void)[] = [];
  const ends: (() => void)[] = [];

  whenAllReady(resources.all, () => bootNamespaces(parts, () => startHooks(0)));

  function startHooks(next: number): void {
    const hook = features.hooks[next];
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
  const { clock, random, trace, etcd } = options;
  const forAdmission = admissionServer(options, resources);
  const parts: Omit<ServerParts, 'access'> = {
    clock,
    trace,
    resources,
    uids: random.fork('apiserver/uids'),
    names: random.fork('apiserver/names'),
    watchTimes: random.fork('apiserver/watches'),
    auditIds: random.fork('apiserver/audit'),
    admission: createAdmission(features.admission.map((create) => create(forAdmission))),
    currentRevision: () => etcd.status().revision,
    checkEtcd: (done) => checkEtcd(etcd, clock, done),
    allocator: features.allocator?.(resources, random),
    subresources: features.subresources,
    fieldManagement: features.fieldManagement,
    nodeLogs: options.nodeLogs,
    nodeStreams: options.nodeStreams,
    credentials: options.credentials ?? { signingKey: 'converge', tokens: {} },
  };
  const access = options.authorizers === undefined ? features.access?.(parts) : undefined;
  return { ...parts, access: access ?? openAccess(options.authorizers) };
}

function createResources({ kinds, etcd, clock, features, freeze = true }: ApiServerOptions): Resources {
  const all: Storage[] = [];
  const byPath = new Map<string, Storage>();
  const placeOf = ({ group, version, plural }: Kind): string => `${group}/${version}/${plural}`;

  function keep(definition: KindDefinition, storage: Storage): Storage {
    all.push(storage);
    byPath.set(placeOf(definition), storage);
    return storage;
  }

  function add(definition: KindDefinition): Storage {
    const resource = resourceOf(definition);
    const { storedAs } = definition;
    const inner = storedAs && byPath.get(placeOf(storedAs.kind));
    if (storedAs !== undefined && inner !== undefined && features?.createView !== undefined) {
      return keep(definition, features.createView(inner, resource, storedAs));
    }
    const { ttlSeconds } = definition.rules;
    const leaseFor = ttlSeconds === undefined ? undefined : createLeaseManager(clock, etcd, ttlSeconds);
    const cache = createWatchCache(etcd, clock, resource, freeze);
    return keep(definition, createStorage(etcd, cache, resource, { freeze, leaseFor }));
  }

  for (const definition of kinds) add(definition);
  for (const kind of features?.unstored ?? []) {
    keep(kind.definition, createUnstored(kind));
  }
  return {
    all,
    find: (group, version, plural) => byPath.get(`${group}/${version}/${plural}`),
    add,
    remove(definition) {
      const storage = byPath.get(placeOf(definition));
      if (storage === undefined) return;
      byPath.delete(placeOf(definition));
      all.splice(all.indexOf(storage), 1);
      storage.cache.stop();
      for (const subscription of [...storage.cache.subscriptions()]) subscription.closed();
    },
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
