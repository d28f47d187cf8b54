import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { CellFence } from '../cells/fence.ts';
import { mayPrintLocalTime } from './local-time.ts';

/** In a process of its own: a thread's time zone can't be changed. */
function found(code: string): unknown {
  const probe = fileURLToPath(new URL('testing/local-time-probe.ts', import.meta.url));
  return JSON.parse(execFileSync(process.execPath, [probe, code], { encoding: 'utf8', env: { ...process.env, TZ: 'Asia/Tokyo' } }));
}

test('a cell that prints the time of the machine’s zone is found, in whatever way it does; the zone is as before', () => {
  expect(found('const at = new Date(now())\nprint(`${at}`)')).toEqual({ cell: 'clock', zone: 'Asia/Tokyo' });
  expect(found('const at = new Date(now())\nconst hours = at["getHours"]\nprint(hours.call(at))')).toEqual({ cell: 'clock', zone: 'Asia/Tokyo' });
}, 60_000);

test('a time of the cluster is the same everywhere', () => {
  expect(found('print(new Date(now()).toISOString(), new Date())')).toEqual({ zone: 'Asia/Tokyo' });
}, 60_000);

test('only a cell that reads a date is run again', () => {
  const cell = (code: string): CellFence => ({ id: 'a', number: 1, language: 'ts', code });
  expect([mayPrintLocalTime([cell('print(new Date())')]), mayPrintLocalTime([cell('print(now())')])]).toEqual([true, false]);
});
