import { expect, test } from 'vitest';
import { createKernel } from '../../../kernel/index.ts';
import { startProcess } from '../../process.ts';
import { busybox } from '../busybox.ts';

interface Expected {
  readonly log?: string;
  readonly code?: number | 'runs';
  readonly ms?: number;
}

/** Runs a script for up to ten minutes, with SIGTERM at `terminateMs`. */
async function check(script: string, expected: Expected, terminateMs?: number): Promise<void> {
  const kernel = createKernel({ seed: 1, settle: async () => {} });
  const startMs = kernel.clock.now();
  const lines: string[] = [];
  let end: { readonly code: number; readonly ms: number } | undefined;
  const process = startProcess({
    clock: kernel.clock,
    image: busybox,
    tag: '1.36',
    argv: ['sh', '-c', script],
    env: { NAME: 'world' },
    hostname: 'web-1',
    files: new Map(),
    log: (text) => void lines.push(typeof text === 'string' ? text : text()),
    exited: (code) => {
      end = { code, ms: kernel.clock.now() - startMs };
    },
  });
  if ('error' in process) throw new Error(process.error);
  if (terminateMs !== undefined) kernel.clock.after(terminateMs, () => process.terminate());
  await kernel.run({ until: startMs + 600_000, while: () => end === undefined });
  if (expected.log !== undefined) expect(lines.join('\n')).toBe(expected.log);
  if (expected.code !== undefined) expect(end?.code ?? 'runs').toBe(expected.code);
  if (expected.ms !== undefined) expect(end?.ms).toBe(expected.ms);
}

test('lists, lists with conditions, exit codes', async () => {
  await check('echo hi; sleep 3; exit 1', { log: 'hi', code: 1, ms: 3000 });
  await check('false && echo a || echo b; true && echo c', { log: 'b\nc', code: 0 });
  await check('false', { code: 1 });
  await check('nosuch', { log: 'sh: nosuch: not found', code: 127 });
});

test('loops and conditions', async () => {
  await check('for i in a b; do echo "$i $NAME"; done', { log: 'a world\nb world', code: 0 });
  await check('i=0; while [ $i -lt 3 ]; do i=$((i + 1)); sleep 1; done; echo $i', { log: '3', ms: 3000 });
  await check('if [ -f /x ]; then echo yes; elif test a = a; then echo two; else echo no; fi', { log: 'two' });
  await check('until false; do break; done; while true; do sleep 60; done', { code: 'runs' });
  await check('while true; do :; done', { code: 'runs' });
});

test('quotes, parameters, substitution, files', async () => {
  await check(`echo 'a  $NAME' "b  $NAME" c  d \${X:-none}`, { log: 'a  $NAME b  world c d none' });
  await check('echo $(hostname) $(echo $((2 * 3 + 1)))', { log: 'web-1 7' });
  await check('echo one > /tmp/f; echo two >> /tmp/f; cat /tmp/f; rm /tmp/f; cat /tmp/f', {
    log: "one\ntwo\ncat: can't open '/tmp/f': No such file or directory",
    code: 1,
  });
  await check('date +%F; echo gone >/dev/null 2>&1', { log: '2026-01-01' });
});

test('process 1 ignores SIGTERM unless it is trapped', async () => {
  await check('sleep 10', { code: 0, ms: 10_000 }, 1000);
  await check('trap "echo bye; exit 7" TERM; while true; do sleep 1; done', { log: 'bye', code: 7, ms: 1500 }, 1500);
});

test('what does not parse ends with 2', async () => {
  await check('if true; then echo', { code: 2 });
  await check('echo "open', { log: 'sh: syntax error: unterminated quoted string', code: 2 });
  await check('echo a | cat', { log: 'sh: syntax error: unexpected "|"', code: 2 });
});
