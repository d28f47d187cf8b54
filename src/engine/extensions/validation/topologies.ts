/** Checks of where volumes of a class may be (pkg/apis/core/validation ValidateTopologySelectorTerm). */
import {
  checkQualifiedName,
  deepEqual,
  duplicate,
  type FieldError,
  invalidValue,
  required,
} from '../../meta/index.ts';
import type { StorageClass } from '../../api/index.ts';

/** Terms differ, keys within a term and values of a key too. */
export function checkStorageClass({ allowedTopologies: terms = [] }: StorageClass, _old: StorageClass | undefined, errors: FieldError[]): void {
  // As upstream has it: as many empty ones as there are terms come first, so that none may be empty.
  const seen: Record<string, readonly string[]>[] = terms.map(() => ({}));
  for (const [index, { matchLabelExpressions = [] }] of terms.entries()) {
    const path = `allowedTopologies[${index}].matchLabelExpressions`;
    const keys: Record<string, readonly string[]> = {};
    for (const [place, { key, values = [] }] of matchLabelExpressions.entries()) {
      const at = `${path}[${place}]`;
      if (values.length === 0) errors.push(required(`${at}.values`));
      for (const [each, value] of values.entries()) {
        if (values.indexOf(value) < each) errors.push(duplicate(`${at}.values[${each}]`, value));
      }
      for (const message of checkQualifiedName(key ?? '')) errors.push(invalidValue(`${at}.key`, key ?? '', message));
      if (Object.hasOwn(keys, key)) errors.push(duplicate(`${at}.key`, key));
      keys[key] = values.toSorted();
    }
    for (const each of seen) if (deepEqual(each, keys)) errors.push(duplicate(path, ''));
    seen.push(keys);
  }
}
