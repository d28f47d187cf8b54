/** What isn't available on a system is said, and what is there is used. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { findIsolation, isolationCell, isolationWords, lacksIn, namespaceCommands, works } from './isolation.ts';
import { createSubjectProcesses } from './process-link.ts';

const folder = mkdtempSync(join(tmpdir(), 'converge-isolation-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What is found where these programs alone work. */
const found = (...programs: readonly string[]) => findIsolation(([program = '']) => programs.includes(program));

test('bwrap is tried where unshare can’t be used, and nowhere else', () => {
  expect(found('unshare', 'bwrap', 'prlimit')).toEqual(found('unshare', 'prlimit'));
  expect(found('unshare', 'prlimit')).toMatchObject({ lacks: [], prefix: expect.arrayContaining(['prlimit', 'unshare']) });
  expect(found('bwrap', 'prlimit')).toMatchObject({ lacks: [], prefix: expect.arrayContaining(['prlimit', 'bwrap', '--unshare-all']) });
  expect(found('bwrap')).toMatchObject({ lacks: ['no memory limit'] });
  expect(found()).toEqual({ prefix: [], lacks: ['no network namespace', 'no memory limit'] });
});

test('what a system lacks is said in words, and can be read from a table again', () => {
  const { lacks } = found();
  expect(isolationWords(lacks).join('\n')).toMatch(/Not on this system: a network .*\nNot on this system: a limit/);
  expect(isolationWords([]).join('\n')).not.toContain('Not on this system');
  expect([lacks, []].map(isolationCell)).toEqual(['no network namespace; no memory limit', 'complete']);
  expect([lacks, []].map((each) => lacksIn(isolationCell(each)))).toEqual([lacks, []]);
});

/** Says which networks and how many processes it can see; its own permissions are left out here. */
const looksAround = `
const os = require('node:os');
process.stdin.on('data', () => process.stdout.write(JSON.stringify({ networks: Object.keys(os.networkInterfaces()).filter((name) => name !== 'lo'), pid: process.pid }) + '\\n'));`;

test.each(namespaceCommands.filter(works).map((command) => [command[0], command] as const))('%s gives it no network, and processes of its own', async (_name, prefix) => {
  const file = join(folder, 'subject.cjs');
  writeFileSync(file, looksAround);
  const limits = { startMs: 30_000, turnMs: 30_000, universeMs: 30_000 };
  const processes = createSubjectProcesses({ subject: file, inside: file }, { prefix, lacks: [] }, limits);
  onTestFinished(() => processes.end());
  const seen = await processes.open().exchange({ nowMs: 1, events: [] });
  expect(seen).toMatchObject({ networks: [] });
  // The first processes of a namespace have small numbers.
  expect(Object(seen).pid).toBeLessThan(10);
});
