/** What the verbs share: one per API server. */
import type { KindDefinition } from '../api/types.ts';
import type { Clock, Random, Trace } from '../kernel/index.ts';
import type {
  ApiRequest,
  Exchange,
  HttpAnswer,
  HttpRequest,
  KubeObject,
  ManagedFieldsEntry,
  StreamEnd,
  User,
} from '../meta/index.ts';
import type { Access } from './access.ts';
import type { Admission } from './admission/admission.ts';
import type { Allocator } from './allocation/allocator.ts';
import type { ResourceInfo } from './request-info.ts';
import type { Resource } from './resource.ts';
import type { Storage } from './storage.ts';
import type { Subresources } from './subresources/registry.ts';

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
  readonly admission: Admission;
  /** Gives Services their addresses and ports; undefined: they stay without. */
  readonly allocator: Allocator | undefined;
  readonly access: Access;
  readonly subresources: Subresources;
  readonly credentials: Credentials;
  /** Revision of the storage behind the caches, for bookmarks. */
  currentRevision(): number;
  /** Whether etcd answers, asked anew each time. */
  checkEtcd(done: (healthy: boolean) => void): void;
  /** Undefined: nobody's ownership of fields is tracked, and nothing can be applied. */
  readonly fieldManagement: FieldManagement | undefined;
  readonly nodeLogs: NodeLogs | undefined;
  readonly nodeStreams: NodeStreams | undefined;
}

/** Keeps metadata.managedFields. `given`: the entries that a client sent along. */
export interface FieldManagement {
  /** Throws a StatusError for a bad `fieldManager`. */
  check(request: ApiRequest): void;
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

/** What proves who somebody is. */
export interface Credentials {
  /** Signs the tokens of service accounts. The same for all API servers of a cluster. */
  readonly signingKey: string;
  /** Users by the tokens they were given when the cluster was made (upstream: --token-auth-file). */
  readonly tokens: Readonly<Record<string, User>>;
}

/** Storage by resource. */
export interface Resources {
  find(group: string, version: string, plural: string): Storage | undefined;
  readonly all: readonly Storage[];
  /** Serves another kind from now on; its cache says when it is filled. */
  add(definition: KindDefinition): Storage;
  /** Serves a kind no more: its watches end. What is stored stays. */
  remove(definition: KindDefinition): void;
}

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
  readonly warnings: string[];
  readonly dryRun: boolean;
  /** Adds to the request's audit event; of several values for a key the first stays. */
  annotate(key: string, value: string): void;
  /** Called when the client hangs up. */
  onHangUp(run: () => void): void;
}

/** Streams a container's log into the exchange (respond, write …, end); returns what stops it. */
export type NodeLogs = (pod: KubeObject, container: string, options: LogOptions, exchange: Exchange) => () => void;

export interface LogOptions {
  readonly follow: boolean;
  readonly previous: boolean;
  readonly timestamps: boolean;
  readonly tailLines?: number;
  readonly sinceSeconds?: number;
  readonly sinceTime?: string;
  readonly limitBytes?: number;
}

/** The way from the API server through a kubelet into a pod. What can't be done is said on the stream's error channel (3). */
export interface NodeStreams {
  /** Runs a command in a container. `peer` gets its output; what is returned takes its input. */
  exec(pod: KubeObject, container: string, options: ExecOptions, peer: StreamEnd): StreamEnd;
  /** The same with the process that runs already. */
  attach(pod: KubeObject, container: string, options: Omit<ExecOptions, 'command'>, peer: StreamEnd): StreamEnd;
  /** A TCP connection to a port of the pod: bytes on channel 0, both ways. */
  connect(pod: KubeObject, port: number, peer: StreamEnd): StreamEnd;
  /** One HTTP request to a port of the pod. A text is why there was no answer (`dial tcp …: connect: connection refused`). */
  http(pod: KubeObject, port: number, request: HttpRequest, done: (answer: HttpAnswer | string) => void): void;
}

export interface ExecOptions {
  readonly command: readonly string[];
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  readonly tty: boolean;
}
