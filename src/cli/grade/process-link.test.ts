/** How long a process may take to start is one limit, how long the code in it may take is another. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createSubjectProcesses, type SubjectLimits } from './process-link.ts';

const folder = mkdtempSync(join(tmpdir(), 'converge-link-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function open(program: string, limits: SubjectLimits, waitedMs?: () => number) {
  const file = join(folder, 'subject.cjs');
  writeFileSync(file, program);
  const processes = createSubjectProcesses({ subject: file, inside: file }, { prefix: [], lacks: [] }, limits, waitedMs);
  onTestFinished(() => processes.end());
  return processes.open();
}

const pause = (ms: number): string => `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms});`;
const answering = `process.stdin.on('data', () => process.stdout.write('{"actions":[],"busy":[],"timers":{"clocks":0,"waits":0}}\\n'));`;
const batch = { nowMs: 1, events: [] };

test('a slow start isn’t counted as the code’s time', async () => {
  const link = open(`${pause(2_500)}${answering}`, { startMs: 60_000, turnMs: 2_000, universeMs: 2_000 });
  expect(await link.exchange(batch)).toEqual({ actions: [], busy: [], timers: { clocks: 0, waits: 0 } });
});

test('a process that doesn’t start is no fault of the code', async () => {
  const slow = open(pause(60_000), { startMs: 100, turnMs: 60_000, universeMs: 60_000 });
  await expect(slow.exchange(batch)).rejects.toMatchObject({ how: 'unstarted', message: expect.stringContaining('too busy') });
  const broken = open('process.exit(3);', { startMs: 60_000, turnMs: 60_000, universeMs: 60_000 });
  await expect(broken.exchange(batch)).rejects.toMatchObject({ how: 'unstarted', message: expect.stringContaining('code 3') });
});

test('code that answers once and never again has hung', async () => {
  const once = `process.stdin.once('data', () => { process.stdout.write('{}\\n'); process.stdin.on('data', () => {}); });`;
  const link = open(once, { startMs: 60_000, turnMs: 100, universeMs: 60_000 });
  await expect(link.exchange(batch)).rejects.toMatchObject({ how: 'hung' });
});

test('time without a core isn’t counted: it is given once more, and then the code has hung', async () => {
  const once = `process.stdin.once('data', () => { process.stdout.write('{}\\n'); process.stdin.on('data', () => {}); });`;
  const asked = [0, 60, 90, 95];
  const left = [...asked];
  const link = open(once, { startMs: 60_000, turnMs: 50, universeMs: 60_000 }, () => left.shift() ?? 95);
  const begun = performance.now();
  await expect(link.exchange(batch)).rejects.toMatchObject({ how: 'hung' });
  // The limit, and twice what was waited for since.
  expect(performance.now() - begun).toBeGreaterThanOrEqual(50 + 60 + 30 - 5);
  expect(left).toEqual([]);
});
