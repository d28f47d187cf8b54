/** Rules for files that are made of keys and of fields of the Pod (validateKeyToPath, validateDownwardAPIVolumeFile). */
import type { DownwardAPIVolumeFile, KeyToPath } from '../../../api/index.ts';
import { type FieldError, invalidValue, required } from '../../../meta/index.ts';
import { checkFilePath, checkMode, checkRequired } from '../checks.ts';
import { checkFieldRef, checkResourceRef } from './field-refs.ts';

/** Keys and the files that they become. */
export function checkItems(items: readonly KeyToPath[] | undefined, path: string, errors: FieldError[]): void {
  for (const [index, item] of (items ?? []).entries()) {
    const at = `${path}.items[${index}]`;
    checkRequired(item, ['key', 'path'], at, errors);
    checkFilePath(item.path ?? '', `${at}.path`, errors);
    checkMode(item.mode, `${at}.mode`, errors);
  }
}

const fileFields = ['metadata.annotations', 'metadata.labels', 'metadata.name', 'metadata.namespace', 'metadata.uid'];

/** `path` is the source's: upstream doesn't say which file. */
export function checkDownwardFile(file: DownwardAPIVolumeFile, path: string, errors: FieldError[]): void {
  const { path: place = '', fieldRef, resourceFieldRef, mode } = file;
  checkRequired(file, ['path'], path, errors);
  checkFilePath(place, `${path}.path`, errors);
  if (fieldRef !== undefined) {
    checkFieldRef(fieldRef, fileFields, `${path}.fieldRef`, errors);
    if (resourceFieldRef !== undefined) {
      errors.push(invalidValue(path, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously'));
    }
  } else if (resourceFieldRef !== undefined) checkResourceRef(resourceFieldRef, 'of another container', `${path}.resourceFieldRef`, errors);
  else errors.push(required(path, 'one of fieldRef and resourceFieldRef is required'));
  checkMode(mode, `${path}.mode`, errors);
}
