/** Unknown and doubled fields: refused, warned of or ignored, as `fieldValidation` says (default Warn). */
import { strictDecodingError } from '../api/index.ts';
import type { Kind } from '../api/types.ts';
import type { Context } from './context.ts';
import { refuse } from './outcome.ts';

/** Adds warnings to the context, or throws 400 under Strict. A write that is tried again warns once. `kind`: of what was sent. */
export function reportProblems(
  { request, resource, warnings }: Context,
  problems: readonly string[],
  kind: Kind = resource.definition,
): void {
  const mode = request.query['fieldValidation'] || 'Warn';
  if (problems.length === 0 || mode === 'Ignore') return;
  if (mode === 'Strict') refuse(strictDecodingError(kind, problems));
  for (const problem of problems) warnings.add(problem);
}
