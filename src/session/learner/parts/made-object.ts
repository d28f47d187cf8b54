/** An object that a part of the workspace has made, with methods: what they throw is reported, and stops nobody else. */
import { isRecord } from '../../record.ts';
import { tame } from '../problem.ts';
import type { Failed } from './written.ts';

/** Calls a method; undefined where it threw, or isn't there. */
export type CallMethod = (name: string, ...values: readonly unknown[]) => unknown;

/** @param what `queue`, as messages say it. @throws TypeError when it is no object. */
export function methodsOf(made: unknown, { by, what }: { readonly by: string; readonly what: string }, failed: Failed): CallMethod {
  if (!isRecord(made)) throw new TypeError(`${by} returned no ${what}`);
  return (name, ...values) => {
    try {
      const method = made[name];
      if (typeof method !== 'function') throw new TypeError(`the ${what} has no method ${name}`);
      return Reflect.apply(method, made, values);
    } catch (error) {
      failed(tame(error));
      return undefined;
    }
  };
}

/** A number as it is counted and waited with; 0 for anything else. */
export const asNumber = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
