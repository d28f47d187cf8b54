/** Answers as text. The objects of a list come by again and again, so their text is kept as long as they live. */
import { isJsonObject, isTypedList, type Json, type JsonObject, withoutType } from '../../engine/index.ts';

const texts = new WeakMap<object, string>();

/** The body of an answer: text as it is, anything else as JSON with a line's end. Objects in it must not change afterwards. */
export function responseText(body: Json): string {
  if (typeof body === 'string') return body;
  const items = itemsOf(body);
  if (items === undefined) return `${JSON.stringify(body)}\n`;
  const [before = '', after = ''] = JSON.stringify({ ...(typeof body === 'object' ? body : {}), items: [] }).split(
    /(?<="items":\[)(?=\])/,
  );
  const shown = isTypedList(body) ? withoutType : (item: JsonObject) => item;
  return `${before}${items.map((item) => itemText(item, shown)).join(',')}${after}\n`;
}

/** The items of a list that has some. */
function itemsOf(body: Json): readonly JsonObject[] | undefined {
  if (!isJsonObject(body) || !Array.isArray(body['items']) || body['items'].length === 0) return undefined;
  const items: readonly Json[] = body['items'];
  return items.every(isJsonObject) ? items : undefined;
}

function itemText(item: JsonObject, shown: (item: JsonObject) => JsonObject): string {
  let text = texts.get(item);
  if (text === undefined) {
    text = JSON.stringify(shown(item));
    texts.set(item, text);
  }
  return text;
}
