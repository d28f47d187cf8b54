/** Answers as text. The objects of a list come by again and again, so their text is kept as long as they live. */
import type { Json } from '../../engine/index.ts';

const texts = new WeakMap<object, string>();

/** The body of an answer: text as it is, anything else as JSON with a line's end. Objects in it must not change afterwards. */
export function responseText(body: Json): string {
  if (typeof body === 'string') return body;
  const items = itemsOf(body);
  if (items === undefined) return `${JSON.stringify(body)}\n`;
  const [before = '', after = ''] = JSON.stringify({ ...(typeof body === 'object' ? body : {}), items: [] }).split(
    /(?<="items":\[)(?=\])/,
  );
  return `${before}${items.map(itemText).join(',')}${after}\n`;
}

/** The items of a list that is worth it. */
function itemsOf(body: Json): readonly object[] | undefined {
  if (typeof body !== 'object' || body === null || !('items' in body)) return undefined;
  const { items } = body;
  if (!Array.isArray(items) || items.length < 2) return undefined;
  return items.every((item) => typeof item === 'object' && item !== null) ? items : undefined;
}

function itemText(item: object): string {
  let text = texts.get(item);
  if (text === undefined) {
    text = JSON.stringify(item);
    texts.set(item, text);
  }
  return text;
}
