import { expect, test } from 'vitest';
import { readKeys } from './keys.ts';
import { createLine, type LineState, press } from './line-editor.ts';

/** The line after these keys, `|` where the cursor is, and the commands that were run. */
function typed(data: string, history: readonly string[] = []): { line: string; ran: readonly string[]; state: LineState } {
  let state = createLine(history);
  const ran: string[] = [];
  for (const key of readKeys(data)) {
    const step = press(state, key);
    state = step.state;
    if (step.effect?.type === 'submit') ran.push(step.effect.text);
  }
  const { text, cursor } = state;
  return { line: `${text.slice(0, cursor)}|${text.slice(cursor)}`, ran, state };
}
const left = '\x1b[D';
const up = '\x1b[A';
const down = '\x1b[B';

test.each([
  ['letters', 'abc', 'abc|'],
  ['arrows and backspace', `abcd${left}${left}\x7f`, 'a|cd'],
  ['delete', `abc${left}${left}\x1b[3~`, 'a|c'],
  ['home and end', 'abc\x01x\x05y', 'xabcy|'],
  ['words', 'get pods -w\x1bb\x1bb', 'get |pods -w'],
  ['a word on', 'get pods\x01\x1bf', 'get| pods'],
  ['the word before', 'get pods/web-1\x17', 'get |'],
  ['to the start', `get pods${left}\x15`, '|s'],
  ['to the end, and back again', 'get pods\x01\x1bf\x0b\x19\x19', 'get pods pods|'],
  ['two letters swapped', 'gte\x14', 'get|'],
  ['half of a character is never left', `a😀${left}\x1b[3~`, 'a|'],
  ['Ctrl+C gives up the line', 'abc\x03d', 'd|'],
])('%s', (_name, data, line) => expect(typed(data).line).toBe(line));

test('Enter runs a whole command, wherever the cursor stands', () => {
  expect(typed(`echo a${left}\rx`)).toMatchObject({ line: 'x|', ran: ['echo a'] });
});

test('a loop, a quote and a here document go on in the next line', () => {
  const loop = 'for i in 1 2; do\recho $i\rdone\r';
  expect(typed(loop)).toMatchObject({ line: '|', ran: ['for i in 1 2; do\necho $i\ndone'] });
  expect(typed('cat <<EOF\ra').line).toBe('cat <<EOF\na|');
});

test('a paste of many lines is as many commands, and the rest stays', () => {
  const paste = '\x1b[200~kubectl get pods\rcat <<EOF > a\r\tx\rEOF\recho don’t\x1b[201~';
  const { line, ran } = typed(paste);
  expect(ran).toEqual(['kubectl get pods', 'cat <<EOF > a\n    x\nEOF']);
  expect(line).toBe('echo don’t|');
});

test('up and down go through what was run, and back to what was being typed', () => {
  const history = ['one', 'two'];
  expect(typed(`dra${up}`, history).line).toBe('two|');
  expect(typed(`dra${up}${up}${up}`, history).line).toBe('one|');
  expect(typed(`dra${up}${up}${down}${down}`, history).line).toBe('dra|');
  expect(typed('a\ra\rb\r  \r').state.history).toEqual(['a', 'b']);
});

test('Ctrl+R seeks back, again further back, and Escape brings back the line', () => {
  const history = ['kubectl get pods', 'echo x', 'kubectl get nodes'];
  expect(typed('\x12get', history).line).toBe('kubectl get| nodes');
  expect(typed('\x12get\x12', history).line).toBe('kubectl get| pods');
  expect(typed('ab\x12get\x1b', history).line).toBe('ab|');
  expect(typed('\x12pods\r', history).ran).toEqual(['kubectl get pods']);
  expect(typed('\x12pods\x05 -w', history).line).toBe('kubectl get pods -w|');
});
