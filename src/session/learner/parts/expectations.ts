/** A store of expectations that the workspace has written, made safe to run. */
import type { EngineParts, Expected, ExpectationStore } from '../../../engine/index.ts';
import { isRecord } from '../../record.ts';
import { methodsOf } from './made-object.ts';
import type { Failed, Written } from './written.ts';

export const guardExpectations = (written: Written, failed: Failed): Pick<EngineParts, 'createExpectations'> => ({
  createExpectations: (clock) => guardStore(Reflect.apply(written, undefined, [clock]), failed),
});

function guardStore(made: unknown, failed: Failed): ExpectationStore {
  const call = methodsOf(made, { by: 'createExpectations', what: 'store' }, failed);
  return {
    creations: (key, count, leaving = []) => void call('creations', key, count, leaving),
    deletions: (key, objects) => void call('deletions', key, objects),
    creationsFailed: (key, count) => void call('creationsFailed', key, count),
    deletionsFailed: (key, objects) => void call('deletionsFailed', key, objects),
    satisfied: (key) => Boolean(call('satisfied', key)),
    creationObserved: (key) => void call('creationObserved', key),
    deletionObserved: (key, uid) => void call('deletionObserved', key, uid),
    forget: (key) => void call('forget', key),
    get all() {
      return isRecord(made) ? expectedIn(made['all']) : new Map<string, Expected>();
    },
  };
}

/** What views show of it; whatever has another form is left out. */
function expectedIn(all: unknown): ReadonlyMap<string, Expected> {
  const shown = new Map<string, Expected>();
  if (!(all instanceof Map)) return shown;
  for (const [key, expected] of all) if (typeof key === 'string' && isExpected(expected)) shown.set(key, expected);
  return shown;
}

const isExpected = (value: unknown): value is Expected =>
  isRecord(value) && typeof value['creations'] === 'number' && value['deletions'] instanceof Set && typeof value['since'] === 'number';
