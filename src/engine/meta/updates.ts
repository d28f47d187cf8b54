/** What an API server and the part `compare-and-swap` say to each other when an object is changed. */
import type { KubeObject } from './object.ts';

/** An object as it was read. */
export interface Stored {
  /** etcd's mod revision of its key: the revision of its last write. */
  readonly revision: number;
  readonly object: KubeObject;
}

/** What a request makes of an object: this in its place, or its removal. */
export type Write = { readonly put: KubeObject } | { readonly remove: KubeObject };

/** What an update knows between two steps. A step never changes it, and returns the next. */
export interface Attempt {
  /** What the change is made of; absent where there is no object. */
  readonly seen?: Stored | undefined;
  /** It comes from etcd itself, and not from the cache, which may be old. */
  readonly isFresh: boolean;
}

/** What an update hears of: its beginning, and the answer to what it did last. */
export type UpdateEvent =
  /** The first of all. `cached`: the cache's copy, which may be old; absent where the cache has none. */
  | { readonly type: 'start'; readonly cached?: Stored | undefined }
  /** After `read`: what etcd has now; absent where there is no such key. */
  | { readonly type: 'read'; readonly current?: Stored | undefined }
  /** After `change`: what is to be written. */
  | { readonly type: 'changed'; readonly write: Write }
  /** After `change`: it makes no difference. */
  | { readonly type: 'unchanged' }
  /** After `change`: it can't be made of this object (409, 422), or there is none (404). */
  | { readonly type: 'refused' }
  /** After `swap`: it is in etcd. */
  | { readonly type: 'written' }
  /** After `swap`: the revision was another, and nothing was written. `current`: what etcd has now. */
  | { readonly type: 'lost'; readonly write: Write; readonly current?: Stored | undefined }
  /** etcd gave no answer to `read` or `swap`. What was sent may be written, or not. */
  | { readonly type: 'failed' };

/** What an update does next. */
export type UpdateAction =
  /** Reads the key from etcd. */
  | { readonly type: 'read' }
  /** Lets the request change this object. */
  | { readonly type: 'change'; readonly current?: Stored | undefined }
  /** One transaction: if the key's mod revision is this one (0: there is no such key), write; else read the key. */
  | { readonly type: 'swap'; readonly ifRevision: number; readonly write: Write }
  /** Ends the update: the request is answered with the event that came last. */
  | { readonly type: 'answer' };

/** What an update remembers from now on, and what it does next. */
export interface UpdateStep {
  readonly attempt: Attempt;
  readonly action: UpdateAction;
}
