/**
 * What a request carries through the server. Handlers, admission and field management take a context, and a context leads to them:
 * these types are one idea, so they are one file, and everything else points at it.
 */
import type { FieldError, Kind, KindDefinition } from '../api/types.ts';
import type { Clock, Random, Trace } from '../kernel/index.ts';
import type { ApiRequest, Exchange, KubeObject, ManagedFieldsEntry, Method, User } from '../meta/index.ts';
import type { Access } from './access.ts';
import type { Allocator } from './allocator.ts';
import type { NodeLogs, NodeStreams } from './node-access.ts';
import type { Done } from './outcome.ts';
import type { ResourceInfo, Verb } from './request-info.ts';
import type { Resource } from './resource.ts';
import type { Resources } from './resources.ts';
import type { Storage } from './storage.ts';
import type { Warnings } from './warnings.ts';

/** What a verb is given: a request that has been let in. */
export interface Context {
  readonly parts: ServerParts;
  readonly request: ApiRequest;
  readonly info: ResourceInfo;
  readonly user: User;
  readonly storage: Storage;
  readonly resource: Resource;
  readonly exchange: Exchange;
  /** Sent as Warning headers with the answer. */
  readonly warnings: Warnings;
  readonly dryRun: boolean;
  /** Adds to the request's audit event; of several values for a key the first stays. */
  annotate(key: string, value: string): void;
  /** Called when the client hangs up. */
  onHangUp(run: () => void): void;
}

/** Everything that is wrong with an object of this kind; with `old` also what may not change. */
export type ValidateAlso = (kind: Kind, object: KubeObject, old?: KubeObject) => readonly FieldError[];

/** What all requests to one API server share. */
export interface ServerParts {
  readonly clock: Clock;
  /** Uids. */
  readonly uids: Random;
  /** Suffixes of generated names. */
  readonly names: Random;
  /** Names of audited requests. */
  readonly auditIds: Random;
  /** Lengths of watches. */
  readonly watchTimes: Random;
  readonly trace: Trace;
  readonly resources: Resources;
  /** Rules for its objects beyond the definition's. */
  readonly validateAlso: ValidateAlso;
  readonly admission: Admission;
  /** Gives Services their addresses and ports; undefined: they stay without. */
  readonly allocator: Allocator | undefined;
  readonly access: Access;
  readonly subresources: Subresources;
  /** What serves the verbs of kinds that are answered rather than stored. */
  readonly answers: ReadonlyMap<KindDefinition, Answers>;
  /** Revision of the storage behind the caches, for bookmarks. */
  currentRevision(): number;
  /** Whether etcd answers, checked anew each time. */
  checkEtcd(done: (healthy: boolean) => void): void;
  /** Undefined: field ownership isn't tracked, and nothing can be applied. */
  readonly fieldManagement: FieldManagement | undefined;
  readonly nodeLogs: NodeLogs | undefined;
  readonly nodeStreams: NodeStreams | undefined;
  readonly aggregated: AggregatedServer | undefined;
}

/** A request for a resource that has been let in, before it's known what serves it. */
export interface Received extends Pick<Context, 'request' | 'user' | 'exchange' | 'annotate' | 'onHangUp'> {
  readonly info: ResourceInfo;
}

/** A server behind this one that answers all requests for some groups, whatever their resources are called (upstream: APIService). */
export interface AggregatedServer {
  readonly groups: readonly string[];
  /** Throws a StatusError for what is refused. */
  serve(received: Received, parts: ServerParts): void;
  /** Answers discovery if it is about these groups. */
  serveDocument(request: ApiRequest, path: string, exchange: Exchange, resources: Resources): boolean;
}

/** Answers a request by its context's exchange. Throws a StatusError for what is refused at once. */
export type Serve = (context: Context) => void;

/** What serves a subresource, by its name and the method. */
export type Subresources = { readonly [name: string]: { readonly [M in Method]?: Serve } };

/** What answers each verb of a kind that isn't stored. */
export type Answers = { readonly [V in Verb]?: Serve };

/** A write as admission plugins see it. */
export interface Attributes {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';
  readonly resource: Resource;
  readonly subresource: string;
  /** What the objects are where they aren't the resource's own: an Eviction, a PodExecOptions. */
  readonly kind?: Pick<Kind<KubeObject>, 'group' | 'version' | 'kind'>;
  readonly namespace: string;
  readonly name: string;
  readonly user: User;
  readonly dryRun: boolean;
  /** Absent for CREATE. */
  readonly old?: KubeObject;
  /** The request that all this is part of. */
  readonly context: Context;
}

/** All plugins as one. */
export interface Admission {
  mutate(object: KubeObject, attributes: Attributes, done: Done<KubeObject>): void;
  validate(object: KubeObject | undefined, attributes: Attributes, done: Done<Admitted>): void;
}

export type Admitted = 'admitted';

/** Keeps metadata.managedFields. `given`: the entries that a client sent along. */
export interface FieldManagement {
  /** What is wrong with a `fieldManager`. */
  check(request: ApiRequest): readonly FieldError[];
  /** A new object, before admission has seen it. */
  created(context: Context, object: KubeObject, given: readonly ManagedFieldsEntry[] | undefined): KubeObject;
  /** An update of `current`, before admission has seen it. */
  updated(
    context: Context,
    object: KubeObject,
    current: KubeObject,
    given: readonly ManagedFieldsEntry[] | undefined,
  ): KubeObject;
  /** An update about to be written: without new times when nothing else is new. */
  settled(object: KubeObject, current: KubeObject): KubeObject;
  /** PATCH with application/apply-patch+yaml. */
  applyPatch(context: Context): void;
  /** The same of …/scale. */
  applyScale(context: Context): void;
}
