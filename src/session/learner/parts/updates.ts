/** The steps of updates that the workspace has written, made safe to run. */
import { type Attempt, engineParts, type EngineParts, type KubeObject, type Stored, type UpdateAction, type UpdateStep, type Write } from '../../../engine/index.ts';
import { type Fields, isRecord } from '../../record.ts';
import { tame } from '../problem.ts';
import type { Failed, Written } from './written.ts';

/** Steps of one update: more of them mean that it goes round and round, at one moment of the cluster. */
const mostSteps = 300;

/** Where the code throws or returns no step, the engine’s own part takes the step: an update ends in any case. */
export function guardUpdates(written: Written, failed: Failed): Pick<EngineParts, 'stepUpdate'> {
  const steps = new WeakMap<Attempt, number>();
  return {
    stepUpdate(attempt, event) {
      const count = (steps.get(attempt) ?? 0) + 1;
      const step = next(attempt, event, count);
      steps.set(step.attempt, count);
      return step;
    },
  };

  function next(attempt: Attempt, event: Parameters<EngineParts['stepUpdate']>[1], count: number): UpdateStep {
    try {
      if (count > mostSteps) throw new TypeError(`stepUpdate has taken ${mostSteps} steps, and the update has not ended`);
      const step: unknown = Reflect.apply(written, undefined, [attempt, event]);
      if (!isRecord(step)) throw new TypeError('stepUpdate returned no { attempt, action }');
      const { attempt: following, action } = step;
      return { attempt: attemptOf(following), action: actionOf(action) };
    } catch (error) {
      failed(tame(error));
      return engineParts.stepUpdate(attempt, event);
    }
  }
}

/** Its fields are read once: what reads them next can't be shown something else. */
function attemptOf(attempt: unknown): Attempt {
  if (!isRecord(attempt)) throw new TypeError('stepUpdate returned an attempt that is no object');
  const { seen, isFresh } = attempt;
  if (typeof isFresh !== 'boolean') throw new TypeError('stepUpdate returned an attempt without isFresh: true or false');
  return { seen: storedOf(seen, 'seen of the attempt'), isFresh };
}

function actionOf(action: unknown): UpdateAction {
  if (!isRecord(action)) throw new TypeError('stepUpdate returned an action that is no object');
  const { type, current, ifRevision, write } = action;
  switch (type) {
    case 'read':
    case 'answer':
      return { type };
    case 'change':
      return { type, current: storedOf(current, 'current of the action change') };
    case 'swap':
      if (!isCount(ifRevision)) throw new TypeError('the action swap has an ifRevision that is no whole number from 0 on');
      return { type, ifRevision, write: writeOf(write) };
    default:
      throw new TypeError(`stepUpdate returned the action ${String(type)}: there are read, change, swap and answer`);
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

function storedOf(stored: unknown, what: string): Stored | undefined {
  if (stored === undefined) return undefined;
  if (!isRecord(stored) || !isCount(stored['revision'])) throw new TypeError(`${what} has no revision`);
  return { revision: stored['revision'], object: objectIn(stored, 'object', what) };
}

function writeOf(write: unknown): Write {
  if (!isRecord(write)) throw new TypeError('the action swap has no write: pass on the one from the event');
  if ('remove' in write) return { remove: objectIn(write, 'remove', 'the write') };
  return { put: objectIn(write, 'put', 'the write') };
}

function objectIn(fields: Fields, field: string, what: string): KubeObject {
  const object = fields[field];
  if (isObject(object)) return object;
  throw new TypeError(`${what} has no ${field}: pass on the one from the event`);
}

const isObject = (value: unknown): value is KubeObject =>
  isRecord(value) && isRecord(value['metadata']) && typeof value['metadata']['name'] === 'string' && typeof value['metadata']['resourceVersion'] === 'string';
