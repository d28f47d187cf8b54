import { type FieldError, notSupported } from '../meta/index.ts';
import { ENUMS } from './supplement.ts';

/** Checks a value against the enumeration of `Type.field` in the supplement; an absent one is right. */
export function validateEnum(value: string | undefined, typeField: string, path: string, errors: FieldError[]): void {
  if (value === undefined) return;
  let supported = lists.get(typeField);
  if (supported === undefined) {
    supported = (ENUMS[typeField] ?? '').split(' ');
    lists.set(typeField, supported);
  }
  if (!supported.includes(value)) errors.push(notSupported(path, value, supported));
}

const lists = new Map<string, readonly string[]>();
