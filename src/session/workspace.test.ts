import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../runtimes/platforms.ts';
import { isAnswerTo } from '../runtimes/protocol-schema.ts';
import { largestFile } from '../shell/disk.ts';
import { sessionParts } from './parts.ts';
import { emptyLog, openSession, type Session } from './session.ts';
import type { InputResult, Output } from './types.ts';

async function open(files: Readonly<Record<string, string>> = {}): Promise<Session> {
  const { session } = await openSession(emptyLog(1, { nodes: 0 }, files), sessionParts(nodePlatform()));
  onTestFinished(() => session.close());
  return session;
}
const textOf = (outputs: readonly Output[]): string =>
  outputs.map((output) => ('text' in output ? output.text : 'title' in output ? `${output.title} ${output.hint}` : '')).join('');

/** Whatever is written, the page can read the answer. */
async function check(session: Session, text: string): Promise<{ readonly said: string; readonly exitCode: number }> {
  const result: InputResult = await session.run({ type: 'command', text });
  expect(isAnswerTo('run', result)).toBe(true);
  return { said: textOf(result.outputs), exitCode: result.exitCode };
}
/** Long, since tools count what a line costs. */
const line = `${'0123456789'.repeat(100).slice(1)}\n`;
const millions = (text: string, count: number): string => text.repeat((count * 1_000_000) / text.length);

test('a file that a loop makes too large is refused by name and size; what stood there stays', async () => {
  const session = await open({ part: millions(line, 1), kept: 'mine\n' });
  const { said, exitCode } = await check(session, 'for n in 1 2 3 4 5; do cat part; done > kept\necho on');
  expect(said).toMatch(/^sh: kept: File too large: .* at most 4,000,000\..*\non\n$/);
  expect(exitCode).toBe(0);
  expect(session.files()['kept']).toBe('mine\n');
  const appended = await check(session, 'for n in 1 2 3 4 5; do cat part >> grown || exit 7; done');
  expect(appended.said).toMatch(/^sh: grown: File too large: it would have 4,\d{3},\d{3} characters/);
  expect(appended.exitCode).toBe(7);
  expect(session.files()['grown']).toHaveLength(4_000_000);
});

test.each([
  ['tee', 'cat half half half | tee new > /dev/null'],
  ['sed', 'sed -i "p;p" half'],
])('%s says it, too', async (name, command) => {
  const half = millions(line, 2);
  const session = await open({ half });
  const { said, exitCode } = await check(session, command);
  expect(said).toMatch(new RegExp(`^${name}: (?:new|half): File too large`));
  expect(exitCode).toBe(1);
  expect(session.files()['half']).toBe(half);
});

test('many files together fill the workspace as they fill a disk; removing one makes room', async () => {
  const session = await open({ full: millions('0123456\n', 4) });
  const { said, exitCode } = await check(session, 'cp full a; cp full b; cp full c; cp full d');
  expect(said).toMatch(/^cp: d: No space left on device: .* 20,000,000 characters, .* at most 16,000,000/);
  expect(exitCode).toBe(1);
  expect(Object.keys(session.files())).toEqual(['a', 'b', 'c', 'full']);
  expect(await check(session, 'mv a d; rm b; cp full e')).toEqual({ said: '', exitCode: 0 });
});

test('an edit and a manifest that are too large are problems', async () => {
  const session = await open({ 'big.ts': 'small' });
  const text = 'x'.repeat(largestFile + 1);
  for (const input of [{ type: 'edit', path: 'big.ts', text } as const, { type: 'manifest', path: 'big.ts', text } as const]) {
    const result = await session.run(input);
    expect(isAnswerTo('run', result)).toBe(true);
    expect(result.outputs).toMatchObject([{ type: 'error', title: expect.stringMatching(/^big\.ts: File too large/) }]);
    expect(result.exitCode).toBe(1);
  }
  expect(session.files()).toEqual({ 'big.ts': 'small' });
});
