import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDecoder, encodeMessage, marks } from './framing.ts';

/** What is heard of a stream that comes in pieces of these lengths. */
function heard(stream: string, lengths: readonly number[] = [stream.length]) {
  const messages: unknown[] = [];
  const torn: string[] = [];
  const decode = createDecoder(marks.fromEngine, (message) => messages.push(message), (line) => torn.push(line));
  let at = 0;
  for (let piece = 0; at < stream.length; piece += 1) {
    const length = Math.max(1, lengths[piece % lengths.length] ?? 1);
    decode(stream.slice(at, at + length));
    at += length;
  }
  return { messages, torn };
}
const say = (message: unknown): string => encodeMessage(marks.fromEngine, message);
/** What a terminal makes of it. */
const tty = (text: string): string => text.replaceAll('\n', '\r\n');

test('any message comes through a terminal in pieces of any length', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.array(fc.nat(50), { minLength: 1 }), (sent, lengths) => {
      const { messages, torn } = heard(tty(sent.map(say).join('')), lengths);
      expect(messages).toEqual(sent.map((message) => JSON.parse(JSON.stringify(message))));
      expect(torn).toEqual([]);
    }),
  );
});

test('lines are ASCII and shorter than a terminal’s limit', () => {
  const text = say({ text: '“Grüße” 🚀\n\u001b[31mred\u0000\u007f', long: 'é'.repeat(9_000) });
  for (const line of text.split('\n')) expect(line).toMatch(/^[\x20-\x7e]{0,2100}$/);
  expect(heard(text).messages).toEqual([{ text: '“Grüße” 🚀\n\u001b[31mred\u0000\u007f', long: 'é'.repeat(9_000) }]);
});

test('what else is on the stream is passed over: warnings, echoes, colours, prompts', () => {
  const long = { long: 'x'.repeat(5_000) };
  const [first = '', ...rest] = say(long).split('\n');
  const stream = [
    encodeMessage(marks.toEngine, { type: 'ask' }),
    '(node:7) Warning: something\n',
    '\u001b[0m',
    say(1),
    '> ',
    say(2),
    `${first}\n(node:7) another warning\n${rest.join('\n')}`,
  ].join('');
  expect(heard(tty(stream)).messages).toEqual([1, 2, long]);
});

test('a message that lost a part is told as torn, and the next one is read', () => {
  const [, ...rest] = say({ long: 'x'.repeat(5_000) }).split('\n');
  const { messages, torn } = heard(`${rest.join('\n')}${say('next')}`);
  expect([messages, torn.length]).toEqual([['next'], 1]);
});
