/** Validation that the workspace has written, made safe to run. */
import type { EngineParts, FieldError } from '../../../engine/index.ts';
import { isRecord } from '../../record.ts';
import { tame } from '../problem.ts';
import type { Failed, Written } from './written.ts';

/** Errors of one object: nobody reads more. */
const mostErrors = 1000;

/** What throws or returns no list of errors lets the object pass. */
export const guardValidation = (written: Written, failed: Failed): Pick<EngineParts, 'validateConfigMap'> => ({
  validateConfigMap(map, old) {
    try {
      const errors: unknown = Reflect.apply(written, undefined, [map, old]);
      if (!Array.isArray(errors)) throw new TypeError('validateConfigMap returned no array of errors');
      return errors.slice(0, mostErrors).map((error: unknown) => errorOf(error));
    } catch (error) {
      failed(tame(error));
      return [];
    }
  },
});

const types: readonly FieldError['type'][] = ['Required', 'Invalid', 'NotSupported', 'Duplicate', 'Forbidden', 'TooLong', 'TooMany', 'TypeInvalid', 'NotFound'];

function errorOf(error: unknown): FieldError {
  if (!isRecord(error)) throw new TypeError('validateConfigMap returned an error that is no object: invalidValue, forbiddenField and tooLong make one');
  const { field, value, detail } = error;
  const type = types.find((each) => each === error['type']);
  if (type === undefined) throw new TypeError(`validateConfigMap returned an error of the type ${String(error['type'])}: there are ${types.join(', ')}`);
  if (typeof field !== 'string' || typeof detail !== 'string') throw new TypeError('validateConfigMap returned an error whose field or detail is no string');
  return { type, field, detail, ...(value === undefined ? {} : { value: JSON.parse(JSON.stringify(value)) }) };
}
