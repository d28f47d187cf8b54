/** What the verbs share: one per API server. */
import type { Clock, Random, Trace } from '../kernel/index.ts';
import type { ApiRequest, Exchange, KubeObject, User } from '../meta/index.ts';
import type { Admission } from './admission/admission.ts';
import type { ResourceInfo } from './request-info.ts';
import type { Resource } from './resource.ts';
import type { Storage } from './storage.ts';

export interface ServerParts {
  readonly clock: Clock;
  /** Uids. */
  readonly uids: Random;
  /** Suffixes of generated names. */
  readonly names: Random;
  /** Lengths of watches. */
  readonly watchTimes: Random;
  readonly trace: Trace;
  readonly resources: Resources;
  readonly admission: Admission;
  /** Revision of the storage behind the caches, for bookmarks. */
  currentRevision(): number;
  /** Whether etcd answers, asked anew each time. */
  checkEtcd(done: (healthy: boolean) => void): void;
  readonly nodeLogs: NodeLogs | undefined;
}

/** Storage by resource. */
export interface Resources {
  find(group: string, version: string, plural: string): Storage | undefined;
  readonly all: readonly Storage[];
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
