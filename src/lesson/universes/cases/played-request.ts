/** Requests that an update is made for: each says what it makes of an object. */
import type { Random, Stored, UpdateEvent } from '../../../engine/index.ts';
import { counterAt, countIn } from './played-etcd.ts';

export type RequestKind = 'add one' | 'set to 5' | 'add one to this revision' | 'add one or create' | 'delete';

export interface PlayedRequest {
  readonly kind: RequestKind;
  change(current: Stored | undefined): Extract<UpdateEvent, { readonly type: 'changed' | 'unchanged' | 'refused' }>;
}

const kinds: readonly RequestKind[] = ['add one', 'add one', 'set to 5', 'add one to this revision', 'add one or create', 'delete'];

export const drawKind = (random: Random): RequestKind => random.pick(kinds);

/** `named`: the revision that the request names, if it names one. */
export function createRequest(kind: RequestKind, named: number): PlayedRequest {
  return {
    kind,
    change(current) {
      if (current === undefined) return kind === 'add one or create' ? putting(1) : { type: 'refused' };
      const count = countIn(current.object);
      if (kind === 'delete') return { type: 'changed', write: { remove: current.object } };
      if (kind === 'set to 5') return count === 5 ? { type: 'unchanged' } : putting(5);
      if (kind === 'add one to this revision' && current.revision !== named) return { type: 'refused' };
      return putting(count + 1);
    },
  };
}

const putting = (count: number): Extract<UpdateEvent, { readonly type: 'changed' }> => ({ type: 'changed', write: { put: counterAt(count) } });
