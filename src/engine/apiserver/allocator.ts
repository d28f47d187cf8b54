/** What gives objects values that only one of them may have: addresses, ports. */
import type { Random } from '../kernel/index.ts';
import type { Exchange, KubeObject } from '../meta/index.ts';
import type { Resources } from './resources.ts';

/** The parts of a request that an allocator reads. */
export interface AllocatingRequest {
  readonly exchange: Exchange;
  readonly dryRun: boolean;
}

export interface Allocator {
  /**
   * Gives an object what it needs; kept for the request until it is settled. `old`: the stored object, for an update. Refuses by
   * throwing a StatusError.
   */
  allocate(request: AllocatingRequest, object: KubeObject, old: KubeObject | undefined): KubeObject;
  /** The request is over. `stored`: what it wrote, if it did. */
  settle(exchange: Exchange, stored: KubeObject | undefined): void;
  stop(): void;
}

/** Undefined where nothing is served that needs one. */
export type AllocatorFactory = (resources: Resources, random: Random) => Allocator | undefined;
