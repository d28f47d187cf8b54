/** A reflector's rules that the workspace has written, made safe to run. */
import type { EngineParts, ReflectorEffect, ReflectorObject, ReflectorState, ReflectorStep } from '../../../engine/index.ts';
import { isRecord } from '../../record.ts';
import { tame } from '../problem.ts';
import type { Failed, Written } from './written.ts';

/** Effects of one step: nothing needs as many. */
const mostEffects = 100;

/** What throws or returns no step changes nothing. */
export const guardReflector = (written: Written, failed: Failed): Pick<EngineParts, 'stepReflector'> => ({
  stepReflector(state, event) {
    try {
      const step: unknown = Reflect.apply(written, undefined, [state, event]);
      if (!isRecord(step)) throw new TypeError('stepReflector returned no { state, effects }');
      return stepOf(step);
    } catch (error) {
      failed(tame(error));
      return { state, effects: [] };
    }
  },
});

/** Its fields are read once: what reads them next can't be shown something else. */
function stepOf({ state, effects }: Readonly<Record<string, unknown>>): ReflectorStep {
  if (!Array.isArray(effects)) throw new TypeError('stepReflector returned effects that are no array');
  if (effects.length > mostEffects) throw new TypeError(`stepReflector returned ${effects.length} effects at once`);
  return { state: stateOf(state), effects: effects.map((effect: unknown) => effectOf(effect)) };
}

function stateOf(state: unknown): ReflectorState {
  if (!isRecord(state)) throw new TypeError('stepReflector returned a state that is no object');
  const { name, revision, next } = state;
  switch (name) {
    case 'new':
    case 'stopped':
      return { name };
    case 'listing':
    case 'watching':
      return { name, revision: text(revision, `the revision of the state ${name}`) };
    case 'waiting':
      if (next !== 'list' && next !== 'watch') throw new TypeError("the state waiting has no next: 'list' or 'watch'");
      return { name, next, revision: text(revision, 'the revision of the state waiting') };
    default:
      throw new TypeError(`stepReflector returned the state ${String(name)}: there are new, listing, watching, waiting and stopped`);
  }
}

function effectOf(effect: unknown): ReflectorEffect {
  if (!isRecord(effect)) throw new TypeError('stepReflector returned an effect that is no object');
  const { type, revision, object, items } = effect;
  switch (type) {
    case 'hangUp':
    case 'backOff':
      return { type };
    case 'list':
    case 'watch':
      return { type, revision: text(revision, `the revision of the effect ${type}`) };
    case 'put':
    case 'remove':
      return { type, object: objectOf(object, type) };
    case 'replace':
      if (!Array.isArray(items)) throw new TypeError('the effect replace has no items');
      return { type, items: items.map((item: unknown) => objectOf(item, type)) };
    default:
      throw new TypeError(`stepReflector returned the effect ${String(type)}: there are replace, put, remove, list, watch, hangUp and backOff`);
  }
}

function objectOf(object: unknown, effect: string): ReflectorObject {
  if (isObject(object)) return object;
  throw new TypeError(`the effect ${effect} has no object: pass on the one from the event`);
}

const isObject = (value: unknown): value is ReflectorObject =>
  isRecord(value) && isRecord(value['metadata']) && typeof value['metadata']['resourceVersion'] === 'string';

function text(value: unknown, what: string): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`${what} is no string`);
}
