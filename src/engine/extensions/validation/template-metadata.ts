/** Rules for the metadata of what is only a template (ValidateTemplateObjectMeta). */
import { validateAnnotations, validateLabels } from '../../api/metadata-validation.ts';
import { type FieldError, forbiddenField, type ObjectMeta } from '../../meta/index.ts';

/** Labels and annotations, and nothing else. */
export function templateMetadataErrors(metadata: Partial<ObjectMeta> | undefined, path: string): readonly FieldError[] {
  const { annotations, labels, ...others } = metadata ?? {};
  const errors: FieldError[] = [];
  validateAnnotations(annotations, `${path}.annotations`, errors);
  validateLabels(labels, `${path}.labels`, errors);
  for (const field of Object.keys(others)) errors.push(forbiddenField(`${path}.${field}`, 'cannot be set'));
  return errors;
}
