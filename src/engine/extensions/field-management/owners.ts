/**
 * The managers of an object, with what writes make of them. A thousand objects of one kind go through the same writes in the same seconds:
 * they share their owners and the entries that say so, and each step is worked out once.
 */
import { type FieldChanges, type ManagedFieldsEntry, unionOfFields } from '../../meta/index.ts';
import {
  capUpdaters,
  compareManagers,
  decodeManagers,
  encodeManager,
  isSameManager,
  type Manager,
  type Self,
} from './managers.ts';
import { afterUpdate } from './ownership.ts';

export interface Owners {
  readonly managers: readonly Manager[];
  /** What metadata.managedFields says of them; undefined where they were read from entries that were not made here. */
  readonly entries: readonly ManagedFieldsEntry[] | undefined;
  /**
   * What updates made of them. A step is known by its writer and by the sets of fields that changed (one frozen object for all sets that say the
   * same); of steps that differ only in their time the last one is kept, and of all together the newest sixteen.
   */
  readonly steps: Step[];
}

interface Step extends FieldChanges {
  readonly self: Self;
  readonly time: string;
  readonly owners: Owners;
}

const mostSteps = 16;

/** Of an object that has no owners. */
export const NO_OWNERS: Owners = { managers: Object.freeze([]), entries: undefined, steps: [] };

/** By the entries' identity, as long as these are used: objects are read far more often than their owners change. */
const known = new WeakMap<readonly ManagedFieldsEntry[], Owners>();

/** The owners of whom an object's entries speak; undefined when one of them can't be understood. */
export function ownersOf(entries: readonly ManagedFieldsEntry[] | undefined): Owners | undefined {
  if (entries === undefined) return NO_OWNERS;
  const before = known.get(entries);
  if (before !== undefined) return before;
  const managers = decodeManagers(entries);
  if (managers === undefined) return undefined;
  const owners: Owners = { managers, entries: undefined, steps: [] };
  if (Object.isFrozen(entries)) known.set(entries, owners);
  return owners;
}

/** What an object's metadata says of its owners: entries in upstream's order; undefined when no field has an owner. */
export function entriesOf({ managers, entries }: Owners): readonly ManagedFieldsEntry[] | undefined {
  return entries ?? (managers.length === 0 ? undefined : ownedBy(capUpdaters(managers, unionOfFields)).entries);
}

/** Owners by their managers, in any order. `before`: owners of whom some may have stayed what they were. */
export function ownedBy(managers: readonly Manager[], before = NO_OWNERS): Owners {
  if (managers.length === 0) return NO_OWNERS;
  const sorted = [...managers].sort(compareManagers);
  const entries = Object.freeze(sorted.map((each) => entryIn(before, each) ?? Object.freeze(encodeManager(each))));
  const owners: Owners = { managers: sorted, entries, steps: [] };
  known.set(entries, owners);
  return owners;
}

function entryIn({ managers, entries }: Owners, manager: Manager): ManagedFieldsEntry | undefined {
  return entries?.[managers.indexOf(manager)];
}

/** An updater takes over what it changes. The same owners where nothing of it concerns them. */
export function afterStep(owners: Owners, changes: FieldChanges, self: Self, time: string): Owners {
  const { managers, steps } = owners;
  const at = steps.findIndex((step) => isSameStep(step, changes, self));
  const last = steps[at];
  if (last?.time === time) return last.owners;
  const after = afterUpdate(managers, changes, self, time);
  const result = after === managers ? owners : ownedBy(capUpdaters(after, unionOfFields), owners);
  const step: Step = { changed: changes.changed, removed: changes.removed, self, time, owners: result };
  if (at >= 0) steps[at] = step;
  else if (steps.push(step) > mostSteps) steps.shift();
  return result;
}

function isSameStep(step: Step, { changed, removed }: FieldChanges, self: Self): boolean {
  return step.changed === changed && step.removed === removed && isSameManager(step.self, self);
}
