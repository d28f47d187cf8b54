/** Who owns whom, and what waits for what before it goes. Plain JSON. */
import { seconds } from './format.ts';
import type { TraceMoment } from './trace-model.ts';
import { tr, trCount } from './words.ts';

export interface OwnersAsk {
  /** Of a past moment; absent: of now. */
  readonly at?: TraceMoment;
}

export interface OwnersView {
  readonly timeMs: number;
  /** What is on its way out or has lost an owner comes first. */
  readonly trees: readonly OwnedView[];
  /** Objects beyond the largest number that is shown. */
  readonly more: number;
  /** Objects without owners that own nothing. */
  readonly alone: number;
}

export interface OwnedView {
  readonly uid: string;
  readonly kind: string;
  readonly name: string;
  /** Absent for what is in none. */
  readonly namespace?: string;
  readonly isLeaving: boolean;
  /** Its owner's `foregroundDeletion` waits for it. */
  readonly blocksOwner: boolean;
  readonly waits: readonly WaitView[];
  /** Owners beside the one below which it stands, and those that aren't there. */
  readonly otherOwners: readonly OtherOwnerView[];
  readonly owns: readonly OwnedView[];
}

/** What an object that is being deleted still waits for. */
export type WaitView =
  | { readonly type: 'finalizer'; readonly name: string }
  /** Its dependents that block it, `Pod/web-1`. */
  | { readonly type: 'dependents'; readonly names: readonly string[] }
  /** The garbage collector is to take this owner out of its dependents. */
  | { readonly type: 'orphans' }
  /** The objects in a namespace. */
  | { readonly type: 'contents'; readonly objects: number }
  | { readonly type: 'grace'; readonly untilMs: number };

export interface OtherOwnerView {
  /** `ReplicaSet/web-1` */
  readonly name: string;
  readonly state: 'there' | 'gone' | 'elsewhere';
}

/** So many dependents are named. */
const mostNames = 3;

/** "waits for `example.com/printed`" */
export function waitWords(wait: WaitView): string {
  switch (wait.type) {
    case 'finalizer':
      return tr('the finalizer {name}', { name: wait.name });
    case 'dependents':
      return dependentsWords(wait.names);
    case 'orphans':
      return tr('the garbage collector, to let its dependents go');
    case 'contents':
      return wait.objects === 0 ? tr('the namespace controller') : trCount(wait.objects, { one: '{count} object in it', other: '{count} objects in it' });
    case 'grace':
      return tr('its containers, until t = {time}', { time: seconds(wait.untilMs) });
  }
}

function dependentsWords(names: readonly string[]): string {
  if (names.length === 0) return tr('the garbage collector');
  const first = names.slice(0, mostNames).join(', ');
  return names.length > mostNames ? tr('{names} and {count} more', { names: first, count: names.length - mostNames }) : first;
}

/** "its owner ReplicaSet/web-1 is gone" */
export function otherOwnerWords({ name, state }: OtherOwnerView): string {
  switch (state) {
    case 'there':
      return tr('also owned by {name}', { name });
    case 'gone':
      return tr('its owner {name} is gone', { name });
    case 'elsewhere':
      return tr('its owner {name} is in another namespace, which counts as gone', { name });
  }
}
