/** What a format can print: one method for each kind of answer, which is the gateway's JSON. */
import type { JsonObject } from '../../engine/index.ts';

export interface EndpointAnswer {
  readonly endpoint: string;
  readonly answer: JsonObject;
}

export interface EndpointHealth {
  readonly endpoint: string;
  readonly healthy: boolean;
  /** Go's duration: `2.5ms`. */
  readonly took: string;
  /** '' when it is healthy. */
  readonly error: string;
}

export interface SnapshotFacts {
  readonly hash: number;
  readonly revision: number;
  readonly totalKeys: number;
  readonly totalSize: number;
}

/** A format that can't print an answer throws a CommandError. */
export interface Printer {
  readonly format: 'simple' | 'fields' | 'json' | 'table';
  put(answer: JsonObject): void;
  get(answer: JsonObject, valueOnly: boolean): void;
  del(answer: JsonObject): void;
  txn(answer: JsonObject): void;
  /** One line of a watch: `{header, events, …}`. */
  watch(answer: JsonObject): void;
  grant(answer: JsonObject): void;
  /** `id` in decimal, here and below. */
  revoke(id: string, answer: JsonObject): void;
  keepAlive(answer: JsonObject): void;
  timeToLive(id: string, answer: JsonObject, keys: boolean): void;
  leases(answer: JsonObject): void;
  alarms(answer: JsonObject): void;
  memberAdd(answer: JsonObject): void;
  memberChange(id: string, done: 'removed from' | 'updated in' | 'promoted in', answer: JsonObject): void;
  members(answer: JsonObject): void;
  health(list: readonly EndpointHealth[]): void;
  status(list: readonly EndpointAnswer[]): void;
  hashKv(list: readonly EndpointAnswer[]): void;
  moveLeader(from: string, to: string, answer: JsonObject): void;
  snapshot(facts: SnapshotFacts): void;
}
