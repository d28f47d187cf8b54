/** A cloud: what it is made of, and what stands behind its API. */
import type { Clock, Random, Trace } from '../kernel/index.ts';
import type { CloudState, Disk, Handler, Json, JsonObject, LoadBalancer, Machine, Route, Status } from '../sdk/index.ts';

export interface CloudParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly trace: Trace;
}

/** What one kind is called in paths: `/cloud/v1/loadbalancers`. */
export type CloudPlural = 'loadbalancers' | 'machines' | 'disks' | 'routes';

/** One kind of what the cloud rents out. */
export interface CloudKind {
  readonly plural: CloudPlural;
  /** "load balancer" */
  readonly words: string;
  /** So many an account may have, until the console says otherwise. */
  readonly quota: number;
  /** How long it takes until one is active, from and to; milliseconds. */
  readonly provisionMs: readonly [number, number];
  /** How long one is `deleting`. */
  readonly deleteMs: readonly [number, number];
  /** What its renter says of one. @throws CloudFormatError */
  parse(body: Json | undefined): { readonly name: string };
  /** Why the cloud can't do what its renter says of one, seeing what there is. `before`: as it is; absent for a new one. */
  refuse?(body: Json | undefined, before: CloudObject | undefined, others: (plural: CloudPlural) => readonly CloudObject[]): Status | undefined;
  /** Why one can't be deleted by the API. */
  keeps?(object: CloudObject): Status | undefined;
  /** What the cloud adds, if it adds something: for a new one, and once it is active. `count`: so many the cloud has made before. */
  readonly added?: (count: number) => { readonly first: JsonObject; readonly active: JsonObject };
}

/** As the API shows it: what its renter says, and what the cloud adds. */
export interface CloudObject extends JsonObject {
  readonly name: string;
  readonly state: CloudState;
}

/** As of a fault of the API server: Forbidden, Conflict, TooManyRequests, InternalError, ServiceUnavailable, Timeout. */
export type CloudRefusalCode = 403 | 409 | 429 | 500 | 503 | 504;

/** What can go wrong with the API. */
export type CloudFault =
  /** Calls are refused with this probability: all, or those of one verb (create, update, delete, get, list). 504: it is done, and only the answer is lost. */
  | { readonly what: 'refuse'; readonly chance: number; readonly verb?: string; readonly code?: CloudRefusalCode }
  /** Answers come so much later, and so does whatever was asked for. */
  | { readonly what: 'slow'; readonly byMs: number }
  /** As if the account had rented all that it may. */
  | { readonly what: 'quota' };

/** The cloud as a person has it who opens its web page: at once, and past every controller. */
export interface CloudConsole {
  /** All of one kind, in order of their names. */
  list(plural: CloudPlural): readonly CloudObject[];
  loadBalancers(): readonly LoadBalancer[];
  machines(): readonly Machine[];
  disks(): readonly Disk[];
  routes(): readonly Route[];
  /** @throws Error that says what is wrong with it. */
  create(plural: CloudPlural, spec: JsonObject): void;
  /** False where there is none of this name. */
  remove(plural: CloudPlural, name: string): boolean;
  /** Puts these fields in the place of the same ones of what its renter said. @throws Error that says what is wrong with them. */
  edit(plural: CloudPlural, name: string, fields: JsonObject): boolean;
  quota(plural: CloudPlural): number;
  setQuota(plural: CloudPlural, limit: number): void;
  /** Trace event on whose behalf a person uses it; 0: none. */
  readonly cause: number;
  /** The same, whose changes this trace event causes. */
  because(cause: number): CloudConsole;
  /** Calls back after each change of what there is; returns what ends it. */
  onChange(callback: (plural: CloudPlural, name: string) => void): () => void;
}

export interface Cloud {
  /** Answers the API's requests. */
  readonly handle: Handler;
  readonly webConsole: CloudConsole;
  /** Notes a machine that was there before the cloud: active from the beginning. */
  seedMachine(machine: Machine): void;
  /** Returns what heals it. */
  addFault(fault: CloudFault): () => void;
}
