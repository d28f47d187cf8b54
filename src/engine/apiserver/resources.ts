/** What a server serves. */
import type { KindDefinition } from '../api/types.ts';
import type { Storage } from './storage.ts';

/** Storage by resource. */
export interface Resources {
  find(group: string, version: string, plural: string): Storage | undefined;
  readonly all: readonly Storage[];
  /** Serves another kind from now on; its cache says when it is filled. */
  add(definition: KindDefinition): Storage;
  /** Serves a kind no more: its watches end. What is stored stays. */
  remove(definition: KindDefinition): void;
}
