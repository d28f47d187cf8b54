/** Checks of references to objects whose version may differ. */
import { checkPathSegment, type FieldError, invalidValue, required } from '../../../meta/index.ts';
import type { CrossVersionObjectReference } from '../../../api/generated/types.ts';

/** A kind and a name, each as it can stand in a URL. */
export function validateReference(
  reference: CrossVersionObjectReference | undefined,
  path: string,
): readonly FieldError[] {
  return (['kind', 'name'] as const).flatMap((field) => {
    const text = reference?.[field] ?? '';
    if (text === '') return [required(`${path}.${field}`)];
    return checkPathSegment(text).map((message) => invalidValue(`${path}.${field}`, text, message));
  });
}
