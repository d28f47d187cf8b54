import { expect, test } from 'vitest';
import { createShell } from './shell.ts';
import type { Command } from './types.ts';

const NOTHING = (): void => undefined;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A shell with a command `watch` that prints what the test says, until it is interrupted. */
function world(files: Readonly<Record<string, string>> = {}) {
  const kept = new Map(Object.entries(files));
  const said: string[] = [];
  let [out, err] = ['', ''];
  let print: (text: string) => void = NOTHING;
  let ended = false;
  const watch: Command = (_, process) =>
    new Promise((resolve) => {
      print = (text) => process.stdout(text);
      process.listens();
      const forget = process.onInterrupt(() => {
        forget();
        ended = true;
        resolve(1);
      });
    });
  const shell = createShell({
    files: {
      read: (path) => kept.get(path),
      write: (path, text) => void kept.set(path, text),
      remove: (path) => void kept.delete(path),
      list: () => [...kept.keys()],
    },
    connect: () => NOTHING,
    now: () => 0,
    sleep: () => Promise.resolve(),
    commands: { watch },
    onListening: () => void said.push('listening'),
  });
  const output = {
    stdout(text: string) {
      out += text;
    },
    stderr(text: string) {
      err += text;
    },
  };
  return {
    kept,
    said,
    shell,
    run: (script: string) => shell.run(script, output),
    async news(text: string) {
      await turn();
      print(text);
      await turn();
      return out;
    },
    get out() {
      return out;
    },
    get err() {
      return err;
    },
    get ended() {
      return ended;
    },
  };
}

test('lines flow through a pipe while its first command goes on', async () => {
  const at = world();
  const run = at.run('watch | grep -v db | sed s/web/shop/ | tee log | cut -d " " -f 1');
  expect(await at.news('web-1 Run')).toBe('');
  expect(await at.news('ning\ndb-1 Running\nweb-2 Pen')).toBe('shop-1\n');
  expect(at.shell.listening()).toBe(true);
  expect(await at.news('ding\n')).toBe('shop-1\nshop-2\n');
  expect(at.kept.get('log')).toBe('shop-1 Running\nshop-2 Pending\n');
  at.shell.interrupt();
  expect(await run).toBe(130);
  expect([at.said, at.ended, at.out]).toEqual([['listening'], true, 'shop-1\nshop-2\n']);
});

test('a command whose reader has gone ends at its next write', async () => {
  const at = world();
  const run = at.run('watch | head -n 2; echo "<$?>"; set -o pipefail; true | false | true || echo failed');
  await at.news('a\nb\n');
  expect([at.out, at.ended]).toEqual(['a\nb\n', false]);
  await at.news('c\n');
  expect(await run).toBe(0);
  expect([at.out, at.ended]).toEqual(['a\nb\n<0>\nfailed\n', true]);
});

test('a loop without end stops when nobody reads it any more', async () => {
  const at = world();
  expect(await at.run('while true; do echo y; done | head -n 3; for i in 1 2; do while true; do echo $i; done | head -1; done')).toBe(0);
  expect([at.out, at.err]).toEqual(['y\ny\ny\n1\n2\n', '']);
});

test('a writer waits for a slow reader', async () => {
  const at = world({ big: `${'x'.repeat(40_000)}\n` });
  await at.run('for i in 1 2 3 4; do cat big; echo $i >> order; done | while read line; do sleep 1; sleep 1; sleep 1; echo read >> order; done');
  const order = at.kept.get('order')?.trim().split('\n') ?? [];
  expect(order.filter((each) => each !== 'read')).toEqual(['1', '2', '3', '4']);
  expect([order.length, order.indexOf('3') > order.indexOf('read')]).toEqual([8, true]);
});

test('while read takes a line at a time, and what its body runs leaves the others alone', async () => {
  const at = world({ list: 'web 1\n db   2 x\nlast' });
  await at.run('cat list | while read -r name rest; do echo "$name=$rest"; kubectl version --client=x >/dev/null 2>&1; done; echo "[$name]"');
  expect(at.out).toBe('web=1\ndb=2 x\n[]\n');
});

test('a loop reads from a file and writes to one', async () => {
  const at = world({ list: 'a\nb\n' });
  await at.run('while read x; do echo "<$x>"; done < list > out; cat out; cat <<E | while read y; do echo $y$y; done\nc\nE');
  expect(at.out).toBe('<a>\n<b>\ncc\n');
});

test('a watch that a loop reads is interrupted with the loop, and a sort prints nothing then', async () => {
  const at = world();
  const run = at.run('watch | while read x; do echo "got $x"; done; echo never');
  expect(await at.news('1\n')).toBe('got 1\n');
  at.shell.interrupt();
  expect(await run).toBe(130);
  const sorted = at.run('watch | sort');
  await at.news('2\n');
  at.shell.interrupt();
  expect(await sorted).toBe(130);
  expect(at.out).toBe('got 1\n');
});

test('exit and variables inside a pipe stay there', async () => {
  const at = world();
  await at.run('X=1; echo a | exit 3; echo "$?"; echo b | X=2; echo $X');
  expect(at.out).toBe('3\n1\n');
});
