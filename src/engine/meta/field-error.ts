/** Field errors: what validation finds, worded as upstream's field.Error words it (apimachinery pkg/util/validation/field). */
import type { Json } from './json.ts';
import type { LabelSelector } from './object.ts';

/** One cause of a 422. `type` decides the words. */
export interface FieldError {
  readonly type:
    | 'Required'
    | 'Invalid'
    | 'NotSupported'
    | 'Duplicate'
    | 'Forbidden'
    | 'TooLong'
    | 'TooMany'
    | 'TypeInvalid'
    | 'NotFound';
  /** Path from the root: `spec.containers[0].image`. */
  readonly field: string;
  /** The offending value. Absent: the value is not shown (an absent field is `null`). */
  readonly value?: Json;
  /** The value as text, where upstream does not print it as JSON (`0x0`). */
  readonly shown?: string;
  readonly detail: string;
}

const WORDS: Readonly<Record<FieldError['type'], string>> = {
  Required: 'Required value',
  Invalid: 'Invalid value',
  NotSupported: 'Unsupported value',
  Duplicate: 'Duplicate value',
  Forbidden: 'Forbidden',
  TooLong: 'Too long',
  TooMany: 'Too many',
  TypeInvalid: 'Invalid value',
  NotFound: 'Not found',
};

/** Without the field: `Invalid value: -1: must be greater than or equal to 0`. */
export function fieldErrorBody(error: FieldError): string {
  const { type, value, detail } = error;
  const bare = type === 'Required' || type === 'Forbidden' || type === 'TooLong';
  // What isn't there is the text "null", for upstream prints it as one.
  const shown = error.shown ?? (bare || value === undefined ? undefined : JSON.stringify(value ?? 'null'));
  const words = shown === undefined ? WORDS[type] : `${WORDS[type]}: ${shown}`;
  return detail === '' ? words : `${words}: ${detail}`;
}

/** With the field: `spec.replicas: Invalid value: -1: must be greater than or equal to 0`. */
export function fieldErrorMessage(error: FieldError): string {
  return `${error.field}: ${fieldErrorBody(error)}`;
}

/** A field that must be there and is not. */
export function required(field: string, detail = ''): FieldError {
  return { type: 'Required', field, detail };
}

/** A field whose value breaks a rule. */
export function invalidValue(field: string, value: Json, detail: string): FieldError {
  return { type: 'Invalid', field, value, detail };
}

/** A field that may not be set or changed here. */
export function forbiddenField(field: string, detail: string): FieldError {
  return { type: 'Forbidden', field, detail };
}

/** A text or a content with more than `most` bytes. */
export function tooLong(field: string, most: number): FieldError {
  return { type: 'TooLong', field, detail: `may not be more than ${most} bytes` };
}

/** The same key twice in a list that is a map. */
export function duplicate(field: string, value: Json): FieldError {
  return { type: 'Duplicate', field, value, detail: '' };
}

/** A value outside an enumeration; `supported` in upstream's order. */
export function notSupported(field: string, value: Json, supported: readonly string[]): FieldError {
  return {
    type: 'NotSupported',
    field,
    value,
    detail: `supported values: ${supported.map((each) => JSON.stringify(each)).join(', ')}`,
  };
}

/** A list of texts as Go prints a value of it: `[]string{"a", "b"}`. For `FieldError.shown`. */
export function shownList(values: readonly string[], elementType = 'string'): string {
  if (values.length === 0) return `[]${elementType}(nil)`;
  return `[]${elementType}{${values.map((each) => JSON.stringify(each)).join(', ')}}`;
}

/** A map of texts as Go prints one: `map[string]string{"a":"b"}`. */
export function shownMap(map: Readonly<Record<string, string>> = {}): string {
  const entries = Object.keys(map)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${JSON.stringify(map[key])}`);
  return `map[string]string${entries.length === 0 ? '(nil)' : `{${entries.join(', ')}}`}`;
}

/** A selector as Go prints one. */
export function shownSelector({ matchLabels, matchExpressions = [] }: LabelSelector): string {
  const type = 'v1.LabelSelectorRequirement';
  const list = matchExpressions.map(({ key = '', operator = '', values = [] }) => {
    return `${type}{Key:${JSON.stringify(key)}, Operator:${JSON.stringify(operator)}, Values:${shownList(values)}}`;
  });
  const shown = list.length === 0 ? '(nil)' : `{${list.join(', ')}}`;
  return `v1.LabelSelector{MatchLabels:${shownMap(matchLabels)}, MatchExpressions:[]${type}${shown}}`;
}
