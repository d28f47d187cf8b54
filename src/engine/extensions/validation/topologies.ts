/** Checks of where volumes of a class may be (pkg/apis/core/validation ValidateTopologySelectorTerm). */
import {
  checkQualifiedName,
  duplicate,
  type FieldError,
  invalidValue,
  required,
} from '../../meta/index.ts';
import type { StorageClass } from '../../api/index.ts';

/** Terms differ, keys within a term and values of a key too. */
export function checkStorageClass({ allowedTopologies: terms = [] }: StorageClass, _old: StorageClass | undefined, errors: FieldError[]): void {
  // As upstream has it: empty ones come first, so that none may be empty.
  const seen = new Set<string>(['[]']);
  for (const [index, { matchLabelExpressions = [] }] of terms.entries()) {
    const path = `allowedTopologies[${index}].matchLabelExpressions`;
    const keys = new Map<string, readonly string[]>();
    for (const [place, { key, values = [] }] of matchLabelExpressions.entries()) {
      const at = `${path}[${place}]`;
      if (values.length === 0) errors.push(required(`${at}.values`));
      const known = new Set<string>();
      for (const [each, value] of values.entries()) {
        if (known.has(value)) errors.push(duplicate(`${at}.values[${each}]`, value));
        known.add(value);
      }
      for (const message of checkQualifiedName(key ?? '')) errors.push(invalidValue(`${at}.key`, key ?? '', message));
      if (keys.has(key)) errors.push(duplicate(`${at}.key`, key));
      keys.set(key, values.toSorted());
    }
    // One error for a term: upstream has one for each term before that is equal, and its message says so once, too.
    const term = JSON.stringify([...keys].sort(([a], [b]) => (a < b ? -1 : 1)));
    if (seen.has(term)) errors.push(duplicate(path, ''));
    seen.add(term);
  }
}
