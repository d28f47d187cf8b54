/** Who owns whom, and what waits for what before it goes. Plain JSON. */
import { count, seconds } from './format.ts';
import type { TraceMoment } from './trace-model.ts';

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
      return `the finalizer ${wait.name}`;
    case 'dependents':
      return dependentsWords(wait.names);
    case 'orphans':
      return 'the garbage collector, to let its dependents go';
    case 'contents':
      return wait.objects === 0 ? 'the namespace controller' : `${count(wait.objects, 'object')} in it`;
    case 'grace':
      return `its containers, until t = ${seconds(wait.untilMs)}`;
  }
}

function dependentsWords(names: readonly string[]): string {
  if (names.length === 0) return 'the garbage collector';
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : '';
  return `${names.slice(0, mostNames).join(', ')}${more}`;
}

/** "its owner ReplicaSet/web-1 is gone" */
export function otherOwnerWords({ name, state }: OtherOwnerView): string {
  switch (state) {
    case 'there':
      return `also owned by ${name}`;
    case 'gone':
      return `its owner ${name} is gone`;
    case 'elsewhere':
      return `its owner ${name} is in another namespace, which counts as gone`;
  }
}
