/** Two processes that both want one core wait for it, and the system says how long. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { waitedForCoreMs } from './core-wait.ts';

test.skipIf(!existsSync('/proc/self/schedstat'))('who shares a core waits for it, also as a child of the process that is asked', async () => {
  const endless = `${process.execPath} -e "for (;;);"`;
  const shell = spawn('taskset', ['-c', '0', 'sh', '-c', `${endless} & ${endless} & wait`], { detached: true, stdio: 'ignore' });
  const { pid = 0 } = shell;
  onTestFinished(() => void process.kill(-pid, 'SIGKILL'));
  await expect.poll(() => waitedForCoreMs(pid)).toBeGreaterThan(100);
});

test('a process that isn’t there has waited for nothing', () => {
  expect(waitedForCoreMs(2 ** 30)).toBe(0);
});
