import { expect, test } from 'vitest';
import { runInTerminal } from '../shell/testing/terminal.ts';
import { CpuTime, limitSteps, refillPerMs, turnSteps } from './cpu-time.ts';
import { startContainer } from './testing/container.ts';

const throttledMs = 100;

/** CPU time of a process whose clock the test sets. */
function processAt(nowMs: number) {
  const clock = { nowMs };
  return { clock, cpu: new CpuTime({ now: () => clock.nowMs, limits: { throttledMs } }) };
}

test('a turn is used up before the limit is, and a later instant brings another one', () => {
  const { clock, cpu } = processAt(0);
  cpu.spend(turnSteps - 1);
  expect(cpu.isThrottled()).toBe(false);
  cpu.spend(1);
  expect(cpu.isThrottled()).toBe(true);
  const turn = cpu.turn();
  expect(turn.next().value).toBe(throttledMs);
  clock.nowMs = throttledMs;
  expect(turn.next().done).toBe(true);
  expect([cpu.isThrottled(), cpu.left]).toEqual([false, limitSteps - turnSteps]);
});

test('steps come back while a process waits by itself, up to the limit', () => {
  const { clock, cpu } = processAt(0);
  cpu.spend(300_000);
  clock.nowMs = 1_000;
  cpu.isThrottled();
  expect(cpu.left).toBe(limitSteps - 300_000 + 1_000 * refillPerMs);
  clock.nowMs = 3_600_000;
  cpu.isThrottled();
  expect(cpu.left).toBe(limitSteps);
});

test('without steps it ends, once told; a command that a person types has all of them', () => {
  const { cpu } = processAt(0);
  expect(() => cpu.spend(limitSteps + 1)).toThrow('CPU time limit exceeded');
  expect([cpu.report(), cpu.report()]).toEqual([true, false]);
  cpu.renew();
  expect([cpu.left, cpu.report()]).toEqual([limitSteps, true]);
});

const message = 'sh: CPU time limit exceeded';

test('an endless loop waits until half of the steps that others may need are there again', () => {
  const { clock, cpu } = processAt(0);
  expect(cpu.recoveryMs()).toBe(0);
  cpu.spend(900_000);
  const waitMs = cpu.recoveryMs();
  expect(waitMs).toBe(400_000 / refillPerMs);
  clock.nowMs = waitMs;
  cpu.isThrottled();
  expect([cpu.left, cpu.recoveryMs()]).toEqual([limitSteps / 2, 0]);
});

/** It never waits, and so ends: in a container after it was throttled a few times, told once, however many processes it has. */
test.each([
  'for i in $(seq 300); do for j in $(seq 300); do :; done; done',
  'seq 1 1e12 | sort',
  'f() { f | f; }; f',
  'f() { f | f & }; f; wait; while :; do (:); done',
  "awk 'BEGIN { while (1) x++ }'",
  'seq 400000 | grep -E "^(a+)+$"',
  'seq 100000 | xargs -n 1 true',
  'sh -c "for i in $(seq 100000); do :; done"; for i in $(seq 100000); do :; done',
])('ends with SIGXCPU: %s', async (script) => {
  const { kernel, began, container } = await startContainer(script);
  await kernel.run({ until: began + 600_000, while: () => container.ended === undefined });
  const told = container.log.entries().filter(({ text }) => text === message);
  expect([container.ended?.code, told.length]).toEqual([152, 1]);
  const ran = await runInTerminal(script.replaceAll(' &', ';').replaceAll('; }', ' }'), 60_000);
  expect(ran.tookMs).toBeLessThan(60_000);
});

test('in the terminal a loop that never waits ends, and the next command has its own CPU time', async () => {
  const { code, err } = await runInTerminal('while true; do :; done; echo never', 60_000);
  expect([code, err]).toEqual([152, `${message}\n`]);
});

test.each([
  'for i in $(seq 1 1000); do echo $i | grep 1 > /dev/null; done',
  'while [ ${i:-0} -lt 3000 ]; do i=$((i + 1)); sleep 1; done',
  'while [ ${i:-0} -lt 300 ]; do i=$((i + 1)); seq 100 | sort -n | tail -n 1; sleep 1; done',
  'seq 200000 | wc -l',
  'seq 20000 | sort -rn | head -n 1',
])('is no bulk: %s', async (script) => {
  const { kernel, began, container } = await startContainer(script);
  await kernel.run({ until: began + 3_600_000, while: () => container.ended === undefined });
  expect(container.ended?.code).toBe(0);
});

/** What takes a real shell a second or two isn't slower here, and what goes on for ever has its share. */
test.each([
  ['for i in $(seq 1 1000); do echo $i | grep 1 > /dev/null; done', 0, 2_000],
  ['i=0; while [ $i -lt 1000 ]; do i=$((i + 1)); done', 0, 2_000],
  ['seq 1000 | while read line; do last=$line; done', 0, 2_000],
  ['i=0; while [ $i -lt 4000 ]; do i=$((i + 1)); done', 60_000, 200_000],
])('takes its time: %s', async (script, leastMs, mostMs) => {
  const { kernel, began, container } = await startContainer(script);
  await kernel.run({ until: began + 3_600_000, while: () => container.ended === undefined });
  const tookMs = (container.ended?.atMs ?? 0) - began;
  expect(container.ended?.code).toBe(0);
  expect(tookMs).toBeGreaterThanOrEqual(leastMs);
  expect(tookMs).toBeLessThan(mostMs);
});
