/**
 * Our etcdctl against Debian's, each with an etcd of its own that begins empty: the same command lines, the same words and exit codes.
 * Theirs is 3.4 and ours says what 3.5 says. Known differences, which the table leaves out: 3.4 has no `get --count-only`, says a wrong
 * flag twice, panics when a lease is compared, and doesn't call `snapshot status` deprecated; help differs by the flags that came and went. Lines of the client library's
 * log on standard error aren't ours to print. What can't be equal is levelled: ids, sizes, hashes and how long things took.
 */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { createEtcd, createGateway } from '../src/engine/etcd/index.ts';
import { createKernel } from '../src/engine/kernel/index.ts';
import { etcdctl } from '../src/etcdctl/index.ts';
import { installedEtcd, startRealEtcd } from './etcd/servers.ts';

/** A line's words, and what it reads from standard input. `$LEASE` is the lease granted last. */
const table: readonly (readonly [string, string?])[] = [
  ['put a 1'],
  ['put a 2 --prev-kv'],
  ['put b 3'],
  ['put x'],
  ['put'],
  ['put x', 'from standard input\n'],
  ['put x y z'],
  ['put -- -k -v'],
  ['get a'],
  ['get -- -k'],
  ['get nope'],
  ['get a -w json'],
  ['get a -w fields'],
  ['get nope -w fields'],
  ['get a -w table'],
  ['get a -w yaml'],
  ['get a --hex'],
  ['get a --prefix'],
  ['get a z'],
  ['get a b --prefix'],
  ['get a --from-key --keys-only'],
  ['get a --from-key --prefix'],
  ['get a --from-key --limit=2 --print-value-only'],
  ['get a --from-key --sort-by=MODIFY --order=DESCEND'],
  ['get a --from-key --sort-by=create'],
  ['get a --from-key --order=ascend --limit=1'],
  ['get a --sort-by=size'],
  ['get a --order=up'],
  ['get a --consistency=s'],
  ['get a --consistency=x'],
  ['get a --rev=2'],
  ['get a --rev=99'],
  ['get'],
  ['get a -w json --prefix --print-value-only'],
  ['put a --ignore-value'],
  ['put nope --ignore-value'],
  ['put a 1 --ignore-value'],
  ['put a 1 --lease=123'],
  ['put a 1 --lease=zz'],
  ['put a 5 -w json'],
  ['put a 6 -w fields --prev-kv'],
  ['del b --prev-kv'],
  ['del b'],
  ['del'],
  ['del a -w fields --prev-kv'],
  ['del x -w json'],
  ['lease grant 500'],
  ['lease grant'],
  ['lease grant x'],
  ['lease list'],
  ['put held 1 --lease=$LEASE'],
  ['get held -w fields'],
  ['lease timetolive $LEASE'],
  ['lease timetolive $LEASE --keys'],
  ['lease timetolive $LEASE --keys -w json'],
  ['lease timetolive $LEASE --keys -w fields'],
  ['lease timetolive 123'],
  ['lease timetolive'],
  ['lease keep-alive $LEASE --once'],
  ['lease keep-alive $LEASE --once -w json'],
  ['lease keep-alive 123 --once'],
  ['lease keep-alive'],
  ['lease revoke $LEASE'],
  ['lease revoke 123'],
  ['lease revoke zz'],
  ['lease revoke'],
  ['get held'],
  ['lease list -w json'],
  ['put k 1'],
  ['txn', 'mod("k") > "0"\n\nput a "x y"\nget k\n\nget k\n\n'],
  ['txn', 'ver("k") = "0"\n\nput a "x y"\n\nget k\n\n'],
  ['txn', 'value("k") = "1"\ncreate("k") != "0"\n\ndel k --prev-kv\n\nget k\n\n'],
  ['txn -w json', 'mod("k") = "0"\n\nput k "1"\nget a\ndel zz\n\nget k\n\n'],
  ['txn -w fields', 'mod("k") > "0"\n\nput k "2"\nget a\ndel zz\n\nget k\n\n'],
  ['txn', 'foo\n\nput a "x y"\n\n\n'],
  ['txn', 'foo("k") = "1"\n\nput k 2\n\nget k\n\n'],
  ['txn', 'mod("k") = "x"\n\nput k 2\n\nget k\n\n'],
  ['txn', 'mod("k") > "0"\n\nlease\n\n\n'],
  ['txn', 'mod("k") > "0"\n\nput k 1\nput k 2\n\n\n'],
  ['txn'],
  ['txn foo'],
  ['watch k x --prefix'],
  ['watch'],
  ['watch k --'],
  ['compaction'],
  ['compaction x'],
  ['compaction 5'],
  ['compaction 5'],
  ['compaction 500'],
  ['get k --rev=2'],
  ['watch k --rev=1'],
  ['defrag'],
  ['alarm list'],
  ['alarm disarm'],
  ['endpoint health'],
  ['move-leader 123'],
  ['move-leader'],
  ['move-leader zz'],
  ['member remove zz'],
  ['member remove 123'],
  ['member remove'],
  ['member promote 123'],
  ['member add foo'],
  ['member add'],
  ['member add foo --peer-urls=bar'],
  ['member update'],
  ['snapshot save'],
];

interface Said {
  readonly out: string;
  readonly err: string;
  readonly code: number | null;
}

type Program = (words: readonly string[], stdin: string) => Promise<Said> | Said;

function theirs(endpoint: string): Program {
  return (words, stdin) => {
    const { ETCDCTL_ENDPOINTS: _, ...env } = process.env;
    const argv = [`--endpoints=${endpoint}`, ...words];
    const { stdout, stderr, status } = spawnSync('etcdctl', argv, { input: stdin, encoding: 'utf8', env: { ...env, ETCDCTL_API: '3' } });
    return { out: stdout, err: stderr, code: status };
  };
}

function ours(): Program {
  const kernel = createKernel({ seed: 1, settle: () => new Promise((resolve) => setImmediate(resolve)) });
  const { clock } = kernel;
  const etcd = createEtcd({ clock, trace: kernel.trace });
  const gateway = createGateway(
    () => etcd,
    (run) => void clock.after(0, run),
  );
  const files = new Map<string, string>();
  return async (words, stdin) => {
    let out = '';
    let err = '';
    let code: number | undefined;
    void etcdctl(['--endpoints=127.0.0.1:2379', ...words], {
      etcd: {
        gateway: () => gateway,
        after(ms, run) {
          const timer = clock.after(ms, run);
          return () => timer.cancel();
        },
        restore() {},
      },
      now: clock.now,
      stdout(text) {
        out += text;
      },
      stderr(text) {
        err += text;
      },
      stdin: () => stdin,
      readFile: (path) => files.get(path),
      writeFile: (path, text) => void files.set(path, text),
      variable: () => undefined,
      onInterrupt: () => () => {},
    }).then((result) => {
      code = result;
    });
    for (let turns = 0; code === undefined && turns < 50; turns += 1) {
      kernel.unsettled();
      await kernel.run({ quiet: true, until: clock.now() + 100 });
    }
    return { out, err, code: code ?? null };
  };
}

/** Runs the whole table and levels what can't be equal. */
async function transcript(run: Program, endpoint: string): Promise<readonly string[]> {
  const said: string[] = [];
  let lease = 'not granted';
  for (const [line, stdin = ''] of table) {
    const words = line.split(' ').map((word) => word.replace('$LEASE', lease));
    const { out, err, code } = await run(words, stdin);
    lease = /^lease (\w+) granted/.exec(out)?.[1] ?? lease;
    const log = err.split('\n').filter((each) => !each.startsWith('{"level"'));
    const text = `${out}${log.join('\n')}`
      .replaceAll(endpoint, 'ENDPOINT')
      .replaceAll(lease, 'LEASE')
      .replace(/\d{12,20}/g, 'ID')
      .replace(/took = .*/g, 'took = …')
      .replace(/remaining\(\d+s\)|"ttl":\d+|"TTL" : \d+/g, 'LEFT');
    said.push(`$ etcdctl ${line}\n${text}(${code})`);
  }
  return said;
}

test.runIf(installedEtcd() !== undefined && spawnSync('etcdctl', ['version']).status === 0)(
  'our etcdctl says what Debian’s says',
  { timeout: 120_000 },
  async () => {
    const real = await startRealEtcd();
    try {
      const endpoint = real.url.replace('http://', '');
      const wanted = await transcript(theirs(endpoint), endpoint);
      const got = await transcript(ours(), '127.0.0.1:2379');
      expect(got).toEqual(wanted);
    } finally {
      await real.stop();
    }
  },
);
