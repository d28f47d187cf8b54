/** Label selectors of objects as query text (apimachinery FormatLabelSelector). */
import { type JsonObject, parseLabelMatcher } from '../../engine/index.ts';
import { list, objects, strings, text } from '../json.ts';

/** Whether an object has the labels that -l asks for. */
export function isSelected(object: JsonObject, selector: string): boolean {
  return selector === '' || parseLabelMatcher(selector)(Object.fromEntries(strings(object, 'metadata', 'labels')));
}

/** `app=web,tier in (a,b)`; '' for an empty selector. */
export function selectorText(selector: JsonObject): string {
  const isMatcher = selector['matchLabels'] !== undefined || selector['matchExpressions'] !== undefined;
  const equals = isMatcher ? strings(selector, 'matchLabels') : strings(selector);
  const parts = [
    ...equals.map(([key, value]) => ({ key, text: `${key}=${value}` })),
    ...objects(selector, 'matchExpressions').map((each) => ({ key: text(each, 'key'), text: expression(each) })),
  ];
  return parts
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map((part) => part.text)
    .join(',');
}

function expression(each: JsonObject): string {
  const key = text(each, 'key');
  const operator = text(each, 'operator');
  if (operator === 'Exists') return key;
  if (operator === 'DoesNotExist') return `!${key}`;
  const values = list(each, 'values').map(String).toSorted();
  return `${key} ${operator === 'In' ? 'in' : 'notin'} (${values.join(',')})`;
}
