/** What a terminal shows and sends, as a table: one event a line, with what it leads to. */
import { expect, test } from 'vitest';
import type { TerminalPiece, TerminalState as SessionState } from '../../session/types.ts';
import { createTerminal, statusOf, stepTerminal, type TerminalEffect, type TerminalEvent, type TerminalState } from './terminal-machine.ts';

const idle: SessionState = { command: '', listening: false, reading: false };
const runs = (command: string, reading = false): SessionState => ({ command, listening: false, reading });
const state = (next: SessionState): TerminalEvent => ({
  type: 'runtime',
  event: { type: 'terminal-state', terminal: '1', state: next },
});
const piece = (count: number, type: TerminalPiece['type'], text: string): TerminalEvent => ({
  type: 'runtime',
  event: { type: 'terminal', terminal: '1', count, piece: { type, text } },
});
const drawn = (count = 0, ...pieces: readonly TerminalPiece[]): TerminalEvent => ({
  type: 'drawn',
  view: { ...idle, pieces, count },
});
const typed = (data: string): TerminalEvent => ({ type: 'typed', data });
const replaying: TerminalEvent = { type: 'runtime', event: { type: 'replaying', index: 0, of: 1 } };
const branches: TerminalEvent = { type: 'runtime', event: { type: 'branches', branches: [], current: 'main' } };
const opened: TerminalEvent = { type: 'opened', history: ['echo old'] };

/** Effects in short: what is written, without colors and cursor movements, is one text. */
function short(effects: readonly TerminalEffect[]): readonly string[] {
  const found: string[] = [];
  let written = '';
  const flush = (): void => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal gets
    const text = written.replaceAll('\x1b[2J\x1b[3J\x1b[H', '<wipe>').replaceAll(/\x1b\[[\d;]*[A-Za-z]|\r(?!\n)/g, '');
    if (text !== '') found.push(text);
    written = '';
  };
  for (const effect of effects) {
    if (effect.type === 'status') continue;
    if (effect.type === 'write') {
      written += effect.data;
      continue;
    }
    flush();
    const { act } = effect.type === 'act' ? effect : { act: undefined };
    if (act === undefined) found.push(effect.type);
    else found.push(act.do === 'line' || act.do === 'keys' ? `${act.do}: ${act.text}` : act.do);
  }
  flush();
  return found;
}

/** Sends each event and compares what comes of it: the status, and the effects in short. */
function check(...rows: readonly (readonly [TerminalEvent, string, ...string[]])[]): TerminalState {
  let now = createTerminal('1');
  const found = rows.map(([event]) => {
    const step = stepTerminal(now, event);
    now = step.state;
    return [event, statusOf(now).state, ...short(step.effects)];
  });
  expect(found).toEqual(rows);
  return now;
}

test('the prompt is shown once the session has been drawn, with what was typed before', () => {
  check(
    [typed('ls'), 'starting'],
    [opened, 'starting', 'draw'],
    [drawn(), 'prompt', '~ $ ls'],
  );
});

test('a line runs, its output follows, and the prompt comes back', () => {
  check(
    [opened, 'starting', 'draw'],
    [drawn(), 'prompt', '~ $ '],
    [typed('ls'), 'prompt', 'ls'],
    [typed('\r'), 'running', '\r\n', 'save-history', 'line: ls'],
    [piece(1, 'line', 'ls'), 'prompt'],
    [state(runs('ls')), 'running'],
    [piece(2, 'output', 'notes.txt\n'), 'running', 'notes.txt\r\n'],
    [state(idle), 'prompt', '~ $ '],
    [{ type: 'line-done', text: 'ls' }, 'prompt'],
  );
});

test('what is typed while a command runs waits for the next prompt, and Ctrl+C forgets it', () => {
  check(
    [opened, 'starting', 'draw'],
    [drawn(), 'prompt', '~ $ '],
    [state(runs('sleep 9')), 'running'],
    [typed('x'), 'running'],
    [typed('\x03'), 'running', 'stop-waiting', 'interrupt'],
    [typed('y'), 'running'],
    [state(idle), 'prompt', '~ $ y'],
  );
});

test('a program that reads gets keys one request at a time, and the size when it has changed', () => {
  check(
    [opened, 'starting', 'draw'],
    [drawn(), 'prompt', '~ $ '],
    [{ type: 'resized', size: { columns: 90, rows: 30 } }, 'prompt', '~ $ '],
    [state(runs('sh', true)), 'program', 'resize'],
    [typed('a'), 'program', 'keys: a'],
    [typed('b'), 'program'],
    [typed('c'), 'program'],
    [{ type: 'keys-sent' }, 'program', 'keys: bc'],
    [{ type: 'keys-sent', because: 'It is gone.' }, 'program', 'It is gone.\r\n'],
    [{ type: 'resized', size: { columns: 90, rows: 30 } }, 'program'],
  );
});

test('while the session is replayed nothing is shown; then the screen is drawn anew, again if it changes meanwhile', () => {
  check(
    [opened, 'starting', 'draw'],
    [drawn(1, { type: 'output', text: 'old\n' }), 'prompt', '<wipe>old\r\n~ $ '],
    [replaying, 'starting'],
    [piece(2, 'output', 'replayed\n'), 'starting'],
    [branches, 'starting', 'draw'],
    [branches, 'starting'],
    [drawn(1, { type: 'output', text: 'old\n' }), 'starting', '<wipe>old\r\n', 'draw'],
    [drawn(2, { type: 'output', text: 'new\n' }), 'prompt', '<wipe>new\r\n~ $ '],
  );
});

test('a piece that was missed has the screen drawn anew', () => {
  check(
    [opened, 'starting', 'draw'],
    [drawn(), 'prompt', '~ $ '],
    [piece(3, 'output', 'third\n'), 'starting', 'draw'],
    [drawn(3, { type: 'output', text: 'third\n' }), 'prompt', '<wipe>third\r\n~ $ '],
  );
});

test('keys wait while completions are on their way', () => {
  const completions = { from: 4, candidates: [{ text: 'notes.txt' }] };
  check(
    [opened, 'starting', 'draw'],
    [drawn(), 'prompt', '~ $ '],
    [typed('cat no\t'), 'prompt', 'cat no', 'complete'],
    [typed('\r'), 'prompt'],
    [{ type: 'completed', completions }, 'running', 'tes.txt \r\n', 'save-history', 'line: cat notes.txt '],
  );
});

test('a session that never began says why, and takes nothing', () => {
  const ended = check(
    [{ type: 'failed', because: 'There is no network.' }, 'ended'],
    [typed('ls\r'), 'ended'],
    [branches, 'ended'],
    [{ type: 'closed' }, 'ended'],
  );
  expect(statusOf(ended).words).toBe('There is no network.');
});
