/** Unknown and doubled fields: refused, warned of or ignored, as `fieldValidation` says (default Warn). */
import { badRequest, type FieldError, invalid, type KubeObject, notSupported } from '../meta/index.ts';
import { refuse } from './outcome.ts';
import type { Context } from './server-parts.ts';

const modes = ['Ignore', 'Warn', 'Strict'];

/** Adds warnings to the context, or throws 400 under Strict. */
export function reportFields(context: Context, object: KubeObject, unknown: readonly string[], duplicates: readonly string[]): void {
  const mode = context.request.query['fieldValidation'] || 'Warn';
  if (!modes.includes(mode)) {
    const error: FieldError = notSupported('fieldValidation', mode, modes);
    refuse(invalid({ group: 'meta.k8s.io', kind: 'CreateOptions' }, '', [error]));
  }
  if (mode === 'Ignore') return;
  const problems = [
    ...duplicates.map((field) => `duplicate field ${JSON.stringify(field)}`),
    ...unknown.map((field) => `unknown field ${JSON.stringify(field)}`),
  ];
  if (problems.length === 0) return;
  if (mode === 'Strict') {
    const { kind, apiVersion } = object;
    const version = apiVersion.slice(apiVersion.indexOf('/') + 1);
    const what = `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}`;
    refuse(badRequest(`${what}: strict decoding error: ${problems.join(', ')}`));
  }
  context.warnings.push(...problems);
}
