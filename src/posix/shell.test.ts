import { expect, test } from 'vitest';
import { startContainer } from './testing/container.ts';

interface Expected {
  readonly log?: string;
  readonly code?: number | 'runs';
  readonly ms?: number;
}

async function quietAfterMs(script: string): Promise<number> {
  const { kernel, began } = await startContainer(script);
  await kernel.run({ quiet: true, until: began + 600_000 });
  return kernel.clock.now() - began;
}

/** Runs a script for up to ten minutes, with SIGTERM at `terminateMs`. */
async function check(script: string, expected: Expected, terminateMs?: number): Promise<void> {
  const { kernel, began, container } = await startContainer(script);
  if (terminateMs !== undefined) kernel.clock.after(terminateMs, () => container.process?.terminate());
  await kernel.run({ until: began + 600_000, while: () => container.ended === undefined });
  const lines = container.log.entries().map(({ text }) => (typeof text === 'string' ? text : text()));
  if (expected.log !== undefined) expect(lines.join('\n')).toBe(expected.log);
  if (expected.code !== undefined) expect(container.ended?.code ?? 'runs').toBe(expected.code);
  if (expected.ms !== undefined) expect((container.ended?.atMs ?? 0) - began).toBe(expected.ms);
}

test('lists, lists with conditions, exit codes', async () => {
  await check('echo hi; sleep 3; exit 1', { log: 'hi', code: 1, ms: 3000 });
  await check('false && echo a || echo b; true && echo c', { log: 'b\nc', code: 0 });
  await check('false', { code: 1 });
  await check('nosuch', { log: 'sh: nosuch: not found', code: 127 });
});

/** A container whose script goes on for ever: the cluster is quiet meanwhile. */
test.each([
  'while true; do sleep 1; done',
  'while true; do date; sleep 1; done > /tmp/log',
  'while :; do (sleep 1); done',
  'while true; do x=$(sleep 1); done',
  'until false; do sh -c "date; sleep 1"; done',
  'exec sh -c "while true; do sleep 1; done"',
  '(while sleep 1; do :; done)',
  'echo "$(while true; do sleep 1; done)"',
  'trap : TERM; while true; do sleep 1 | cat; done',
  'while true; do sleep 1; done & wait',
])('nobody waits for a loop: %s', async (script) => {
  expect(await quietAfterMs(script)).toBeLessThan(5_000);
});

test.each([
  ['sleep 3; sleep 4', 7_000],
  ['for n in 1 2 3; do sleep 2; done', 6_000],
  ['while true; do sleep 1; done & sleep 5; exit', 5_000],
])('what is about to end is waited for: %s', async (script, ms) => {
  const waited = await quietAfterMs(script);
  expect(waited).toBeGreaterThanOrEqual(ms - 1_100);
  expect(waited).toBeLessThan(ms + 2_000);
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

test('a handler takes its time, and the script waits for it', async () => {
  const loop = 'while true; do echo tick; sleep 1; done';
  await check(`trap "sleep 3; echo bye; exit 7" TERM; ${loop}`, { log: 'tick\ntick\nbye', code: 7, ms: 4500 }, 1500);
  await check('trap "sleep 2; echo late" TERM; sleep 2; echo done', { log: 'late\ndone', code: 0, ms: 3000 }, 1000);
});

test('what does not parse ends with 2', async () => {
  await check('if true; then echo', { code: 2 });
  await check('echo "open', { log: 'sh: syntax error: unterminated quoted string', code: 2 });
  await check('echo a |', { log: 'sh: syntax error: unexpected end of file', code: 2 });
});

test('pipes, here-documents, functions, case, arithmetic', async () => {
  await check('echo a b c | tr a-z A-Z | cut -d" " -f2', { log: 'B', code: 0 });
  await check('printf "b\\na\\nb\\n" | sort | uniq -c', { log: '      1 a\n      2 b' });
  await check('cat <<EOF | wc -l\none $NAME\ntwo\nEOF', { log: '2' });
  await check('f() { echo "$1-$#"; return 3; }; f x y; echo $?', { log: 'x-2\n3' });
  await check('case $NAME in w*) echo yes;; *) echo no;; esac', { log: 'yes' });
  await check('x=5; echo $((x > 3 ? x * 2 : 0)) ${x#5}${NAME%ld} ${#NAME}', { log: '10 wor 5' });
  await check('seq 3 | while read n; do echo "n=$n"; done', { log: 'n=1\nn=2\nn=3' });
  await check('yes | head -n 2', { log: 'y\ny' });
  await check('sleep 2 & wait; echo done', { log: 'done', ms: 2000 });
  await check('false | true && ! false && echo ok', { log: 'ok' });
  await check('mkdir -p /a/b; cd /a; echo hi > b/f; ls -R 2>/dev/null; cat /a/b/f; echo /a/b/*', {
    log: 'b\nhi\n/a/b/f',
  });
  await check('echo err >&2; (exit 4); echo $?; echo hi | grep -q hi && echo found', { log: 'err\n4\nfound' });
  await check('echo abc | sed -e s/b/X/g | md5sum; printf "" | sha256sum', {
    log: '79ce2ccdaccc387f9eeb8f0edcec481d  -\ne3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  -',
  });
});

test('sed: a range from before the first line, and the empty expression, which means the last one', async () => {
  await check('printf "a\\na\\n" | sed 0,/a/s//b/; printf "x\\na\\na\\n" | sed 0,/a/s//b/', { log: 'b\na\nx\nb\na' });
  await check('printf "a\\nb\\n" | sed -n /a/s//\\&\\&/p', { log: 'aa' });
  await check('echo a | sed s//b/', { log: 'sed: no previous regular expression' });
});

test('hexdump shows bytes, and what repeats once', async () => {
  await check('printf "\\336\\312\\376" > /f; hexdump -C /f; hexdump /f', {
    log: `00000000  de ca fe                                          |...|\n00000003\n0000000 cade 00fe                              \n0000003`,
  });
  await check('printf %050d 7 | hexdump -C -s 1', {
    log: `00000001  ${'30 '.repeat(8)} ${'30 '.repeat(8)} |${'0'.repeat(16)}|\n*\n00000031  37                                                |7|\n00000032`,
  });
});

test('bytes survive', async () => {
  await check('echo "ü€" > /f; wc -c < /f; base64 /f; base64 /f | base64 -d', { log: '6\nw7zigqwK\nü€' });
  await check('mkdir -p /d/e; echo one > /d/e/f; tar cf - -C / d | (mkdir /x; cd /x; tar xf -); cat /x/d/e/f', {
    log: 'one',
  });
  await check('cd /; tar cf - /none | tar xf - -C /nowhere; echo $?; touch /f; tar cf - -C /f .; echo $?; ls /nowhere', {
    log: `tar: removing leading '/' from member names
tar: /none: No such file or directory
tar: error exit delayed from previous errors
tar: can't change directory to '/nowhere': No such file or directory
1
tar: can't change directory to '/f': Not a directory
1
ls: /nowhere: No such file or directory`,
  });
});

test('what would never end is kept within limits, which are told', async () => {
  const deep = 'sh: maximum function nesting level exceeded';
  await check('f() { f; }; f; echo after', { log: deep, code: 2, ms: 0 });
  await check('f() { f | cat; }; f', { log: deep });
  await check('a() { [ $1 = 0 ] || a $(($1 - 1)); }; a 50; echo $?', { log: '0' });
  await check(`${'('.repeat(5000)}echo a${')'.repeat(5000)}`, { code: 2 });
  await check(`echo $((${'('.repeat(5000)}1${')'.repeat(5000)}))`, {
    log: `sh: $((${'('.repeat(60)}...)): expression recursion loop detected`,
    code: 2,
  });
  await check('x=abcdefgh; while :; do x=$x$x; done', { log: 'sh: out of memory', code: 2 });
  await check('echo $(yes)', { log: 'sh: out of memory' });
  await check('bomb() { bomb | bomb & }; bomb; sleep 20', { code: 0, ms: 20_000 });
  await check('while :; do sleep 1000000 & done', {
    log: "sh: can't fork: Resource temporarily unavailable",
    code: 2,
  });
  await check('for i in $(seq 1 100); do for j in $(seq 1 100); do :; done; done', { code: 0, ms: 300 });
  await check('timeout 60 sh -c "sleep 1; f() { f; }; f"; echo $?', { log: `${deep}\n2` });
  await check('trap "f() { f; }; f" TERM; sleep 10; echo never', { log: deep, code: 2, ms: 1_000 }, 1_000);
  await check('while :; do sleep 0; done', { code: 'runs' });
  await check('x=$(printf %99999s%99999s%99999s%99999s%99999s); while sleep 1; do echo "$x"; done > /tmp/full; rm /tmp/full; echo ok > /tmp/full; cat /tmp/full', {
    log: 'sh: write error: No space left on device\nok',
  });
});

test('a pipe holds back who writes, and ends who writes to nobody', async () => {
  await check('yes | head -2', { log: 'y\ny', code: 0 });
  await check('yes | sleep 60; echo $?', { log: '0', ms: 60_001 });
  await check('seq 1 250000 | tail -1', { log: '250000' });
  // As `kubectl cp --retries` asks for its first try.
  await check('echo hello | tail -c+0; echo hello | tail -c+3', { log: 'hello\nllo' });
  await check('timeout 2 sh -c "echo a | cat; sleep 10"; echo $?; timeout 1m true; echo $?', { log: 'a\n143\n0' });
});

test('jobs have their turn when the shell waits', async () => {
  await check('echo a & echo b; wait; echo c', { log: 'b\na\nc', ms: 0 });
  await check('sleep 100 & kill $!; wait; echo over', { log: 'over', ms: 0 });
  await check('f() { sleep 1; i=$((i + 1)); [ $i = 500 ] || f & wait; }; i=0; f', { code: 0, ms: 500_000 });
});

test('a shell may be any program’s program', async () => {
  await check('exec sh -c "exec sh -c \'echo hi; exit 3\'"', { log: 'hi', code: 3 });
  await check("echo 1 2 | xargs -n1 sh -c 'echo \"<$0>\"'; env A=b sh -c 'echo $A'; A=c sh -c 'echo $A'; echo $A.", {
    log: '<1>\n<2>\nb\nc\n.',
  });
});

test('failures of an expansion end the script', async () => {
  await check('echo ${x:?boom}; echo after', { log: 'sh: x: boom', code: 2 });
  await check('set -u; echo $nope; echo after', { log: 'sh: nope: parameter not set', code: 2 });
  await check('(echo $((1 / 0))); echo $?', { log: 'sh: $((1 / 0)): divide by zero\n2' });
});

test('arithmetic is of 64 bits', async () => {
  await check('echo $((1 << 40)) $((9223372036854775807 + 1)) $((2 ** 10)) $((010)) $((7 / -2)) $((0xff))', {
    log: '1099511627776 -9223372036854775808 1024 8 -3 255',
  });
});
