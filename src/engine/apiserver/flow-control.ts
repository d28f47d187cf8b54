/** What keeps one client's flood from the others; an extension gives it. */
import type { Clock } from '../kernel/index.ts';
import type { Exchange, User } from '../meta/index.ts';
import type { RequestInfo } from './request-info.ts';

export interface FlowControl {
  /**
   * Runs it at once, or when its turn comes, with the exchange to answer on. Too many are refused with 429. Returns what takes it out
   * of the queue.
   */
  enter(request: Entering, run: (exchange: Exchange) => void): () => void;
}

export interface Entering {
  readonly user: User;
  readonly info: RequestInfo;
  readonly exchange: Exchange;
}

export type FlowControlFactory = (parts: { readonly clock: Clock }) => FlowControl;
