/** Inspections as calls: the same in every runtime. */
import type { Inspect, InspectionName, Inspections, Inspectors } from '../session/inspections.ts';
import type { CallName, Calls } from './protocol.ts';

/** The page's end. */
export function createInspect(
  call: <N extends CallName>(name: N, ask: Calls[N]['ask']) => Promise<Calls[N]['answer']>,
): Inspect {
  return async <N extends InspectionName>(name: N, ask: Inspections[N]['ask']) => {
    const answer = await call('inspect', { name, with: ask } as Calls['inspect']['ask']);
    // The answer's type goes with the question's name.
    return answer as Inspections[N]['answer'];
  };
}

/** The engine's end. */
export function inspectWith(inspectors: Inspectors, ask: Calls['inspect']['ask']): Calls['inspect']['answer'] {
  const answer: unknown = Object.hasOwn(inspectors, ask.name) ? inspectors[ask.name] : undefined;
  if (typeof answer !== 'function') throw new Error(`The engine knows no inspection ${JSON.stringify(ask.name)}.`);
  return (answer as (ask: unknown) => Calls['inspect']['answer'])(ask.with);
}
