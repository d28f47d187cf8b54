/** Checks of counts, and of amounts that are a count or a percentage (pkg/apis/apps/validation). */
import { deepEqual, type FieldError, invalidValue, type Json } from '../meta/index.ts';

export type IntOrPercent = number | string;

/** Names a count below zero; an absent one is right. */
export function notNegative(value: number | undefined, field: string): readonly FieldError[] {
  return value !== undefined && value < 0 ? [invalidValue(field, value, 'must be greater than or equal to 0')] : [];
}

/** How often a name was taken only grows. */
export function validateCollisions({ collisionCount = 0 }: Collisions, old: Collisions): readonly FieldError[] {
  if (collisionCount >= (old.collisionCount ?? collisionCount)) return [];
  return [invalidValue('status.collisionCount', collisionCount, 'cannot be decremented')];
}

interface Collisions {
  readonly collisionCount?: number;
}

/** A count that isn't negative, or `25%`. */
export function intOrPercent(value: IntOrPercent, field: string): readonly FieldError[] {
  if (typeof value === 'number') return notNegative(value, field);
  return isPercent(value) ? [] : [invalidValue(field, value, PERCENT_RULE)];
}

/** Names a percentage above 100. */
export function atMost100Percent(value: IntOrPercent, field: string): readonly FieldError[] {
  if (typeof value === 'number' || !isPercent(value) || Number.parseInt(value, 10) <= 100) return [];
  return [invalidValue(field, value, 'must not be greater than 100%')];
}

/** The count, or the number before `%`; 0 for what is neither. */
export function amountOf(value: IntOrPercent): number {
  return typeof value === 'number' ? value : isPercent(value) ? Number.parseInt(value, 10) : 0;
}

/** Names a field that differs from what it was; `shown` is the value as upstream prints it. */
export function immutable(value: Json | undefined, old: Json | undefined, field: string): readonly FieldError[] {
  return deepEqual(value, old) ? [] : [invalidValue(field, value ?? null, 'field is immutable')];
}

const isPercent = (text: string): boolean => /^[0-9]+%$/.test(text);

const PERCENT_RULE =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";
