/** What a lesson's `known-mutants.ts` says of mutants that its check lets pass, each with a reason. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The id of a mutant, as `lesson mutate` prints it -> why it passes. */
export type Reasons = Readonly<Record<string, string>>;

export interface KnownMutants {
  /** Does the same in every universe, or is another right answer: no check could tell it from the solution. Not in the score. */
  readonly equivalent: Reasons;
  /** Does something else, and passes nevertheless. In the score it counts as a survivor. */
  readonly accepted: Reasons;
}

export const knownMutantsFile = 'known-mutants.ts';

/** @param folder The lesson's. */
export async function loadKnownMutants(folder: string): Promise<KnownMutants> {
  const path = join(folder, knownMutantsFile);
  if (!existsSync(path)) return { equivalent: {}, accepted: {} };
  const module: { default: KnownMutants } = await import(pathToFileURL(path).href);
  return module.default;
}

/** Entries that are the id of no mutant, or that stand in both lists. */
export function staleEntries({ equivalent, accepted }: KnownMutants, ids: readonly string[]): readonly string[] {
  const made = new Set(ids);
  const entries = [...Object.keys(equivalent), ...Object.keys(accepted)];
  return entries.filter((entry, index) => !made.has(entry) || entries.indexOf(entry) !== index);
}
