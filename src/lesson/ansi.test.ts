import { expect, test } from 'vitest';
import { plainText, textRuns } from './ansi.ts';

/** `[classes]text` a run. */
const check = (text: string, expected: string): void =>
  expect(textRuns(text).map(({ text: run, classes }) => `[${classes}]${run}`).join('')).toBe(expected);

test('text without escapes is one run', () => check('NAME   READY\nweb-1  1/1\n', '[]NAME   READY\nweb-1  1/1\n'));

test('colours become those of the page, and end', () => {
  check('\u001b[31mError\u001b[0m: no', '[tx-fault]Error[]: no');
  check('\u001b[1;33mwait\u001b[22m a\u001b[39m bit', '[tx-gap tx-bold]wait[tx-gap] a[] bit');
  check('\u001b[32mok\u001b[90m later\u001b[m', '[tx-is]ok[tx-pale] later');
  check('\u001b[44mblue\u001b[49m', '[tx-on-want]blue');
});

test('256 colours and true colours go to the nearest', () => {
  check('\u001b[38;5;196mred\u001b[38;5;21mblue\u001b[38;5;240mgrey', '[tx-fault]red[tx-want]blue[tx-pale]grey');
  check('\u001b[38;2;255;165;0morange\u001b[38;2;0;160;0mgreen', '[tx-gap]orange[tx-is]green');
});

test('what moves a cursor is left out; a line written over shows its last state', () => {
  check('10%\r50%\rdone\n', '[]done\n');
  check('a\u001b[2K\u001b[1Gb\u001b]0;title\u0007c', '[]abc');
  check('kept\r\nnext', '[]kept\nnext');
});

test('a pattern matches the text, not its colours', () => {
  expect(plainText('\u001b[32mweb-1\u001b[0m Running')).toBe('web-1 Running');
});
