/** A manifest of a check that can't be right: that is no mistake of the learner's. */
import type { Action, InputResult } from '../../session/types.ts';

/** What the API server finds wrong with a manifest, whatever the learner's code has done. */
const isWrong = /^.*(?:is invalid: |error (?:parsing|validating|converting) |no matches for kind |unknown field ).*$/m;

/** @throws Error for the author of the check. */
export function throwIfRefused(input: Action, { exitCode, outputs }: Pick<InputResult, 'exitCode' | 'outputs'>): void {
  if (input.type !== 'manifest' || exitCode === 0) return;
  const [line] = isWrong.exec(outputs.map((output) => ('text' in output ? output.text : '')).join('')) ?? [];
  if (line !== undefined) throw new Error(`check.ts applies ${input.path}, which the API server refuses: ${line}`);
}
