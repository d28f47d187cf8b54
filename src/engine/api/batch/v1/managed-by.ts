/** The name of the controller that manages a Job instead of the built-in one. */
import type { FieldError } from '../../../meta/index.ts';
import { validateDomainPath } from '../../path-validation.ts';

const LONGEST = 63;

/** A path like `example.com/queue`, of at most 63 characters. */
export function validateManagedBy(value: string, path: string): readonly FieldError[] {
  const errors = validateDomainPath(value, path);
  if (value.length <= LONGEST) return errors;
  return [...errors, { type: 'TooLong', field: path, detail: `may not be more than ${LONGEST} bytes` }];
}
