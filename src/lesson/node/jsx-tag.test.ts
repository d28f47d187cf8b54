import { expect, test } from 'vitest';
import { jsxTagAt } from './jsx-tag.ts';

/** The names of its properties, and how much of the text was parsed. */
function read(text: string): { readonly names: readonly string[]; readonly parsed: string } {
  const { file, tag } = jsxTagAt(text, 0) ?? {};
  return { names: (tag?.attributes.properties ?? []).map((each) => each.name?.getText(file) ?? '…'), parsed: file?.text ?? '' };
}

test.each([
  ['<Chart cell="a" />', ['cell']],
  ['<Spoiler cell="a">\nIt is > 5.\n</Spoiler>', ['cell']],
  ['<Quiz\n  id="q"\n\n  questions={[{ ask: "Is a > b?" }]}\n/>', ['id', 'questions']],
])('of %j, no more is parsed than its paragraph', (tag, names) => {
  expect(read(`${tag}\n\nThis <isn’t> TypeScript.\n`)).toEqual({ names, parsed: tag });
});

test('a tag that goes on after an empty line is read to its end', () => {
  const text = '<Quiz text={`one >\n\ntwo`} id="q" />\n\nProse.\n';
  expect(read(text)).toEqual({ names: ['text', 'id'], parsed: text });
});
