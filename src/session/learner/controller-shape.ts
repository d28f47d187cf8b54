/** Whether what a module exports as a controller can be run: its kinds are served, its numbers are numbers, its functions functions. */
import type { Controller } from '../../engine/index.ts';
import { kinds } from '../../engine/sdk/index.ts';
import { isRecord } from '../record.ts';
import { type Place, ProblemError, problemAt } from './problem.ts';

/** Throws a ProblemError that names the first field that is wrong. `place` finds where a field stands in its source. */
export function checkShape(
  controller: Controller,
  name: string,
  place: (field: string) => Place | undefined,
  source: string,
): void {
  for (const { field, wrong, wants } of findings(controller)) {
    if (!wrong) continue;
    const title = `Error: ${field} of the controller "${name}" can’t be used`;
    throw new ProblemError(problemAt(title, '', wants, place(field), () => source));
  }
}

interface Finding {
  readonly field: string;
  readonly wrong: boolean;
  readonly wants: string;
}

const served = kinds.map(({ kind }) => kind).join(', ');
const wantsKind = `A kind that this cluster serves, imported from converge/sdk: ${served}. Or a kind that you have defined.`;

function* findings(controller: Controller): Generator<Finding> {
  // Whoever wrote it was not held to the type.
  const {
    for: kind,
    owns,
    watches,
    workers,
    maxRetries,
    longestBackOffMs,
    every,
    keyFor,
  } = controller as Readonly<Record<keyof Controller, unknown>>;
  yield { field: 'for', wrong: !isKind(kind), wants: wantsKind };
  yield { field: 'owns', wrong: !isListOf(owns, isKind), wants: `A list: [Pod]. ${wantsKind}` };
  const wantsWatches = 'A list of { kind, keys }: keys is a function that returns the keys to look at.';
  yield { field: 'watches', wrong: !isListOf(watches, isWatch), wants: wantsWatches };
  yield { field: 'workers', wrong: !isCount(workers), wants: 'A whole number from 1.' };
  yield { field: 'maxRetries', wrong: maxRetries !== 0 && !isCount(maxRetries), wants: 'A whole number from 0.' };
  yield { field: 'longestBackOffMs', wrong: !isCount(longestBackOffMs), wants: 'Milliseconds: a whole number from 1.' };
  const wantsEvery = '{ periodMs, key }: milliseconds, at least 1, and the key that reconcile is called with.';
  yield { field: 'every', wrong: !isEvery(every), wants: wantsEvery };
  const wantsKeyFor = 'A function that makes a key of an object.';
  yield { field: 'keyFor', wrong: keyFor !== undefined && typeof keyFor !== 'function', wants: wantsKeyFor };
}

function isKind(value: unknown): boolean {
  if (!isRecord(value)) return false;
  if (isDefinable(value)) return true;
  return kinds.some(({ kind, group, plural }) => {
    return value['kind'] === kind && value['group'] === group && value['plural'] === plural;
  });
}

/** Whether a CustomResourceDefinition may define it: its group is a domain, and none of Kubernetes' own. */
function isDefinable({ group, version, kind, plural, namespaced }: Readonly<Record<string, unknown>>): boolean {
  const areNames = [group, version, kind, plural].every((name) => typeof name === 'string');
  return areNames && typeof namespaced === 'boolean' && /^(?!.*k8s\.io$).+\./.test(String(group));
}

function isListOf(value: unknown, isOne: (item: unknown) => boolean): boolean {
  return value === undefined || (Array.isArray(value) && value.every(isOne));
}

function isWatch(value: unknown): boolean {
  return isRecord(value) && isKind(value['kind']) && typeof value['keys'] === 'function';
}

function isCount(value: unknown): boolean {
  return value === undefined || (Number.isSafeInteger(value) && Number(value) >= 1);
}

function isEvery(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isRecord(value) || typeof value['key'] !== 'string') return false;
  return typeof value['periodMs'] === 'number' && value['periodMs'] >= 1;
}
