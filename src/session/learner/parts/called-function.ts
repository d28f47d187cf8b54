/** A function of the workspace that is called and nothing else, made safe to run. */
import { tame } from '../problem.ts';
import type { Failed, Written } from './written.ts';

/** What throws, or returns what can't be sent as JSON, returns nothing; so does a promise that is rejected. */
export function guardFunction(written: Written, name: string, failed: Failed): Written {
  const report = (error: unknown): undefined => void failed(tame(error));
  return (...values) => {
    try {
      const returned: unknown = Reflect.apply(written, undefined, values);
      return returned instanceof Promise ? returned.then((value: unknown) => sendable(value, name)).catch(report) : sendable(returned, name);
    } catch (error) {
      return report(error);
    }
  };
}

/** The value, if JSON has a form for all of it. @throws TypeError that says what has none. */
function sendable(value: unknown, name: string): unknown {
  JSON.stringify(value, (_key, each: unknown) => {
    const lost = withoutForm(each);
    if (lost !== undefined) throw new TypeError(`${name} returned ${lost}: what it returns has to be JSON`);
    return each;
  });
  return value;
}

/** What JSON would leave out or make something else of. */
function withoutForm(value: unknown): string | undefined {
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (value instanceof Set) return 'a Set';
  return value instanceof Map ? 'a Map' : undefined;
}
