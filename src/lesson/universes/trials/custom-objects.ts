/** Objects of a kind that the learner has defined: created, changed and read with kubectl, and what ought to have come of it. */
import { isRecord } from '../../../session/record.ts';
import type { CaseFinding, Mistake } from '../finding.ts';
import type { Bench, Ran } from './bench.ts';

export interface CustomObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: unknown;
}

/** Creates it; the answer. */
export const create = (bench: Bench, object: CustomObject): Promise<Ran> => bench.apply(`${object.metadata.name}.yaml`, `${JSON.stringify(object)}\n`);

/** Merges this into an object of the kind, which is given as kubectl takes it: `thermostat hall`. */
export const patch = (bench: Bench, of: string, change: unknown, flags = ''): Promise<Ran> =>
  bench.run(`kubectl patch ${of} --type=merge ${flags} -p '${JSON.stringify(change)}'`);

/** A field of an object by its path (`.status.actual`), as text; '' where it isn't there. */
export async function read(bench: Bench, of: string, path: string): Promise<string> {
  const { ok, text } = await bench.run(`kubectl get ${of} -o json`);
  const object: unknown = ok ? JSON.parse(text) : undefined;
  const value = path.split('.').slice(1).reduce((within, field) => (isRecord(within) ? within[field] : undefined), object);
  if (value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What is wrong with an answer, if it isn't as wished. `what`: "a thermostat with the target 31". */
export function judged({ ok, text }: Ran, wished: boolean, what: string, mistakes: { readonly accepted: Mistake; readonly refused: Mistake }): CaseFinding | undefined {
  if (ok === wished) return undefined;
  const seen = ok ? `${what}: the API server accepted it, and it ought to have been refused.` : `${what}: the API server ought to have accepted it. It answered: ${text}`;
  return { ...(ok ? mistakes.accepted : mistakes.refused), seen };
}

/** One attempt after another; the first thing that is wrong ends them. */
export async function firstFinding(...attempts: readonly (() => Promise<CaseFinding | undefined>)[]): Promise<CaseFinding | undefined> {
  for (const attempt of attempts) {
    const found = await attempt();
    if (found !== undefined) return found;
  }
  return undefined;
}
