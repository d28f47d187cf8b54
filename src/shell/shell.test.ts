import { expect, test } from 'vitest';
import { createShell } from './shell.ts';
import type { ShellOptions } from './types.ts';

const NOTHING = (): void => undefined;

interface World {
  readonly files: Map<string, string>;
  readonly slept: number[];
  run(script: string): Promise<{ readonly code: number; readonly out: string; readonly err: string }>;
}

function world(files: Readonly<Record<string, string>> = {}, more: Partial<ShellOptions> = {}): World {
  const map = new Map(Object.entries(files));
  const slept: number[] = [];
  const shell = createShell({
    files: {
      read: (path) => map.get(path),
      write: (path, text) => void map.set(path, text),
      remove: (path) => void map.delete(path),
      list: () => [...map.keys()],
    },
    connect: () => NOTHING,
    now: () => Date.parse('2026-01-01T00:00:05Z'),
    sleep: async (ms) => void slept.push(ms),
    ...more,
  });
  return {
    files: map,
    slept,
    async run(script) {
      let [out, err] = ['', ''];
      const output = {
        stdout(text: string) {
          out += text;
        },
        stderr(text: string) {
          err += text;
        },
      };
      const code = await shell.run(script, output);
      return { code, out, err };
    },
  };
}

/** What a script prints and ends with. */
async function check(
  script: string,
  out: string,
  code = 0,
  files: Readonly<Record<string, string>> = {},
): Promise<void> {
  expect(await world(files).run(script)).toEqual({ code, out, err: '' });
}

test('commands follow each other by line, ;, && and ||', () =>
  check('echo a; echo b\necho c && echo d\nfalse && echo no || echo yes', 'a\nb\nc\nd\nyes\n'));

test('quotes keep blanks, dollars count in double ones only', () =>
  check(`X=1\necho 'a  $X' "b  $X" c\\ d\\\n e`, 'a  $X b  1 c d e\n'));

test('a leading prompt is dropped and comments are skipped', () =>
  check('$ echo a # and so on\n# nothing\n$ echo b#c', 'a\nb#c\n'));

test('unquoted variables are split, quoted ones are not', () =>
  check('X="a b"\nfor w in $X c; do echo "[$w]"; done\nfor w in "$X"; do echo "[$w]"; done', '[a]\n[b]\n[c]\n[a b]\n'));

test.each([
  ['echo $((1 + 2 * 3))', '7'],
  ['n=4; echo "$n and $((n * (n - 1) / 2))"', '4 and 6'],
  ['i=0; while [ $i -lt 3 ]; do i=$((i + 1)); done; echo $i', '3'],
  ['echo $(( $(echo 20; true) + ${x:-1} ))', '21'],
  ['echo $((i++)) $((i += 5)) $((i > 5 && i % 2 == 0))', '0 6 1'],
  ['for n in $(seq 1 $((1+1))); do echo -n "$((n*n)) "; done', '1 4 '],
])('arithmetic: %s', async (script, out) => {
  expect((await world().run(script)).out.replace(/\n$/, '')).toBe(out);
});

test.each([
  ['echo $((1 / 0)); echo on', 'sh: $((1 / 0)): divide by zero\n'],
  ['echo $((1 +* 2))', 'sh: $((1 +* 2)): arithmetic syntax error\n'],
  ['echo $((1 + 2) ; echo on)', 'sh: syntax error: missing "))"\n'],
  ['echo $((1 + 2', 'sh: syntax error: unterminated "$("\n'],
])('arithmetic that makes no sense says so: %s', async (script, err) => {
  expect(await world().run(script)).toEqual({ code: 2, out: '', err });
});

test('$(…) is what a command prints, $? how it ended', () =>
  check('echo "<$(echo a; echo b)>"; false; echo $?', '<a\nb>\n1\n'));

test('pipes hand text on', () => check("printf 'b 2\\na 1\\nb 2\\n' | sort | uniq -c | head -n 1", '      1 a 1\n'));

test('here documents expand unless their end is quoted', () =>
  check("X=1\ncat <<EOF\na $X\nEOF\ncat <<'EOF' | tr a b\na $X\nEOF\n", 'a 1\nb $X\n'));

test('redirects write, append and read files', async () => {
  const at = world();
  expect((await at.run('echo a > /dev/null; cat /dev/null; grep x /dev/null; wc -l /dev/null; ls')).err).toBe('');
  const { out } = await at.run('echo a > f; echo b >> ./f; cat < f; ls; cat none 2>/dev/null || echo "none: $?"');
  expect(out).toBe('a\nb\nf\nnone: 1\n');
  expect(at.files.get('f')).toBe('a\nb\n');
});

test('if and while decide', () =>
  check(
    'if test 1 -gt 2; then echo a; elif [ x = x ]; then echo b; else echo c; fi\nwhile false; do echo no; done',
    'b\n',
  ));

test('sed substitutes, prints lines and edits files in place', async () => {
  const files = { f: 'image: nginx:1\nreplicas: 2\nend\n' };
  await check("sed 's/nginx:\\(.*\\)/redis:\\1/; s/2/3/' f", 'image: redis:1\nreplicas: 3\nend\n', 0, files);
  await check(
    "sed -n '2p' f; sed '/rep/,$d' f; sed -E 's/(e)n+/<\\1>/g' f",
    'replicas: 2\nimage: nginx:1\nimage: nginx:1\nreplicas: 2\n<e>d\n',
    0,
    files,
  );
  const at = world(files);
  await at.run("sed -i 's/replicas: 2/replicas: 5/' f");
  expect(at.files.get('f')).toBe('image: nginx:1\nreplicas: 5\nend\n');
});

test('grep finds, counts and fails when nothing is there', async () => {
  const files = { f: 'Alpha\nbeta\ngamma\n' };
  await check('grep -n a$ f; grep -ci ALPHA f; grep -v a f', '1:Alpha\n2:beta\n3:gamma\n1\n', 1, files);
});

test('sleep passes virtual time and date shows it', async () => {
  const at = world();
  expect((await at.run('sleep 1m 500ms; date; date +%H:%M:%S')).out).toBe('Thu Jan  1 00:00:05 UTC 2026\n00:00:05\n');
  expect(at.slept).toEqual([60_500]);
});

test('an unknown command names what there is', async () => {
  const { code, err } = await world().run('foo --bar');
  expect(code).toBe(127);
  expect(err).toMatch(/^sh: foo: command not found\nHere you have: .*kubectl/);
});

test('a broken script runs nothing and says why', async () => {
  expect(await world().run("echo a; echo 'b")).toEqual({
    code: 2,
    out: '',
    err: 'sh: syntax error: unterminated quoted string\n',
  });
  expect((await world().run('for x in a; echo')).err).toBe('sh: syntax error: "echo" unexpected (expecting "do")\n');
});

test('Ctrl+C ends the command and the script', async () => {
  let wake = NOTHING;
  const at = world({}, { sleep: () => new Promise<void>((resolve) => (wake = resolve)) });
  const out: string[] = [];
  const shell = createShell({
    files: { read: () => undefined, write: NOTHING, remove: NOTHING, list: () => [] },
    connect: () => NOTHING,
    now: () => 0,
    sleep: () => new Promise<void>((resolve) => (wake = resolve)),
  });
  const run = shell.run('echo a; sleep 10; echo b', { stdout: (text) => void out.push(text), stderr: NOTHING });
  await Promise.resolve();
  await Promise.resolve();
  await new Promise<void>((resolve) => queueMicrotask(resolve));
  shell.interrupt();
  expect(await run).toBe(130);
  expect(out).toEqual(['a\n']);
  expect(at.slept).toEqual([]);
  wake();
});

test('faults are added, listed and healed by name', async () => {
  const active: { id: string; fault: { type: 'pause'; component: string } }[] = [];
  const faults = {
    components: () => ['scheduler'],
    list: () => active,
    add: (fault: unknown) => {
      active.push({ id: '1', fault: fault as { type: 'pause'; component: string } });
      return '1';
    },
    heal: (id: string) =>
      active.splice(
        active.findIndex((each) => each.id === id),
        1,
      ).length > 0,
  };
  const at = world({}, { faults });
  const { out } = await at.run(
    'converge fault add pause scheduler; converge fault list; converge fault heal 1; converge fault list',
  );
  expect(out).toBe('fault 1 added: scheduler is paused\n1  scheduler is paused\nfault 1 healed\nNo faults.\n');
  expect((await at.run('converge fault add pause etcd')).err).toBe(
    'converge: no component "etcd"; there are scheduler\n',
  );
  const help = await at.run('converge fault --help');
  expect(help).toMatchObject({ err: '', out: expect.stringMatching(/^Usage: converge fault list/) });
});
