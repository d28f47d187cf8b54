import { beforeEach, expect, test } from 'vitest';
import { createCluster } from '../engine/index.ts';
import { createEtcdAccess } from '../session/etcd-access.ts';
import { etcdctl, etcdutl } from './index.ts';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A terminal beside an etcd. Returns what a command printed, both streams as they came, and `(code)` when it isn't 0. */
function terminal(members?: 1 | 3) {
  const cluster = createCluster({
    seed: 1,
    nodes: 0,
    withoutControllers: ['*'],
    settle,
    ...(members !== undefined && { etcd: members }),
  });
  const files = new Map<string, string>();
  const variables = new Map<string, string>();
  const interrupts = new Set<() => void>();
  const started = cluster.run({ quiet: true });

  async function run(words: readonly string[], stdin = '', forMs = 20_000, program = etcdctl): Promise<string> {
    await started;
    let out = '';
    let code: number | undefined;
    const write = (text: string) => {
      out += text;
    };
    void program(words, {
      etcd: createEtcdAccess(cluster),
      now: cluster.now,
      stdout: write,
      stderr: write,
      stdin: () => stdin,
      readFile: (path) => files.get(path),
      writeFile: (path, text) => void files.set(path, text),
      variable: (name) => variables.get(name),
      onInterrupt(stop) {
        interrupts.add(stop);
        return () => void interrupts.delete(stop);
      },
    }).then((result) => {
      code = result;
      cluster.interrupt();
    });
    cluster.unsettled();
    await cluster.run({ until: cluster.now() + forMs });
    if (code === undefined) {
      for (const stop of [...interrupts]) stop();
      cluster.unsettled();
      await cluster.run({ until: cluster.now() + 10 });
    }
    return code === 0 ? out : `${out}(${code})`;
  }
  return { cluster, run, files, variables };
}

let run: ReturnType<typeof terminal>['run'];
beforeEach(() => {
  run = terminal().run;
});

test('what is put can be got, one key, a range, by prefix, from a key on', async () => {
  for (const [key, value] of [['a', '1'], ['ab', '2'], ['b', '3']] as const) await run(['put', key, value]);
  expect(await run(['get', 'a'])).toBe('a\n1\n');
  expect(await run(['get', 'a', 'b'])).toBe('a\n1\nab\n2\n');
  expect(await run(['get', 'a', '--prefix', '--keys-only'])).toBe('a\n\nab\n\n');
  expect(await run(['get', 'a', '--prefix', '--order=descend', '--print-value-only'])).toBe('2\n1\n');
  expect(await run(['get', 'ab', '--from-key', '--limit=2'])).toBe('ab\n2\nb\n3\n');
  expect(await run(['get', 'none'])).toBe('');
  expect(await run(['get', 'a', '--hex'])).toBe('\\x61\n\\x31\n');
});

test('a value may come from standard input, and the one before be shown', async () => {
  expect(await run(['put', 'a'], 'from a pipe\n')).toBe('OK\n');
  expect(await run(['put', 'a', 'new', '--prev-kv'])).toBe('OK\na\nfrom a pipe\n\n');
  expect(await run(['del', 'a', '--prev-kv'])).toBe('1\na\nnew\n');
});

test('wrong arguments are refused in etcdctl’s words, with its exit codes', async () => {
  expect(await run(['put', 'a'])).toBe(
    'Error: put command needs 1 argument and input from stdin or 2 arguments\n(128)',
  );
  expect(await run(['get', 'a', '--prefix', '--from-key'])).toBe(
    'Error: `--prefix` and `--from-key` cannot be set at the same time, choose one\n(128)',
  );
  expect(await run(['get', 'a', '-w', 'yaml'])).toBe('Error: unsupported output format\n(4)');
  expect(await run(['get', 'a', '-w', 'table'])).toBe('Error: table not supported as output format\n(4)');
  expect(await run(['get', 'a', '--sort-by=x'])).toBe('Error: bad sort target x\n(4)');
  expect(await run(['lease', 'revoke', 'zz'])).toBe(
    'Error: bad lease ID arg (strconv.ParseInt: parsing "zz": invalid syntax), expecting ID in Hex\n(128)',
  );
  expect(await run(['gte'])).toBe(
    'Error: unknown command "gte" for "etcdctl"\n\nDid you mean this?\n\tget\n\nRun \'etcdctl --help\' for usage.\n(1)',
  );
  expect(await run(['get', 'a', '--bogus'])).toMatch(/^Error: unknown flag: --bogus\nNAME:\n\tget - Gets the key/);
});

test('a transaction reads compares and two lists of requests', async () => {
  await run(['put', 'a', '1']);
  const typed = 'mod("a") > "0"\nvalue("a") = "1"\n\nput b "two words"\nget a\n\nget b\n\n';
  expect(await run(['txn'], typed)).toBe('SUCCESS\n\nOK\n\na\n1\n');
  expect(await run(['get', 'b'])).toBe('b\ntwo words\n');
  expect(await run(['txn'], 'ver("a") = "7"\n\nput a 2\n\nget a\n\n')).toBe('FAILURE\n\na\n1\n');
  expect(await run(['txn'], 'nonsense\n\n\n\n')).toBe('Error: malformed comparison: nonsense\n(3)');
  expect(await run(['txn'], '')).toBe('Error: EOF\n(3)');
});

test('a lease takes its keys along', async () => {
  const id = /^lease (\w{16}) granted with TTL\(60s\)\n$/.exec(await run(['lease', 'grant', '60']))?.[1] ?? '';
  await run(['put', 'held', 'x', `--lease=${id}`]);
  expect(await run(['lease', 'timetolive', id, '--keys'])).toMatch(/remaining\(\d+s\), attached keys\(\[held\]\)\n$/);
  expect(await run(['lease', 'keep-alive', id, '--once'])).toBe(`lease ${id} keepalived with TTL(60)\n`);
  expect(await run(['lease', 'revoke', id])).toBe(`lease ${id} revoked\n`);
  expect(await run(['get', 'held'])).toBe('');
  expect(await run(['lease', 'timetolive', id])).toBe(`lease ${id} already expired\n`);
});

test('a watch tells of the past and goes on until it is interrupted', async () => {
  await run(['put', 'w', '1']);
  await run(['put', 'w', '2']);
  await run(['del', 'w']);
  expect(await run(['watch', 'w', '--rev=1', '--prev-kv'], '', 1000)).toBe(
    'PUT\nw\n1\nPUT\nw\n1\nw\n2\nDELETE\nw\n2\nw\n\n(130)',
  );
});

test('history that was compacted can be neither read nor watched', async () => {
  await run(['put', 'a', '1']);
  await run(['put', 'a', '2']);
  const revision = Number(/"revision":(\d+)/.exec(await run(['get', 'a', '-w', 'json']))?.[1]);
  const beyond = await run(['compaction', '9223372036854775808']);
  expect(beyond).toContain('strconv.ParseInt: parsing "9223372036854775808": value out of range');
  expect(await run(['compaction', String(revision)])).toBe(`compacted revision ${revision}\n`);
  expect(await run(['get', 'a', `--rev=${revision - 1}`])).toBe(
    'Error: etcdserver: mvcc: required revision has been compacted\n(1)',
  );
  expect(await run(['watch', 'a', '--rev=1'])).toBe(
    'watch was canceled (etcdserver: mvcc: required revision has been compacted)\nError: watch is canceled by the server\n(5)',
  );
});

test('numbers are numbers in JSON, and ids keep all their digits', async () => {
  await run(['put', 'a', '<b>']);
  const out = await run(['get', 'a', '-w', 'json']);
  expect(out).toMatch(/^\{"header":\{"cluster_id":\d+,"member_id":\d+,"revision":\d+,"raft_term":2\},"kvs":\[/);
  expect(JSON.parse(out).kvs[0]).toMatchObject({ key: 'YQ==', version: 1, value: 'PGI+' });
});

test('with three members one may be down; without a quorum nothing is agreed', async () => {
  const three = terminal(3);
  three.variables.set('ETCDCTL_ENDPOINTS', 'etcd-0:2379,etcd-1:2379,etcd-2:2379');
  expect(await three.run(['put', 'a', '1'])).toBe('OK\n');
  three.cluster.addFault({ type: 'crash', component: 'etcd-0', downMs: 3_600_000 });
  expect(await three.run(['put', 'a', '2', '--command-timeout=10s'])).toBe('OK\n');
  three.cluster.addFault({ type: 'crash', component: 'etcd-1', downMs: 3_600_000 });
  expect(await three.run(['put', 'a', '3'])).toBe('Error: context deadline exceeded\n(1)');
  expect(await three.run(['get', 'a', '--consistency=s'])).toBe('a\n2\n');
  expect(await three.run(['get', 'a', '--endpoints=etcd-0:2379', '--consistency=s'])).toBe(
    'Error: context deadline exceeded\n(1)',
  );
  const health = await three.run(['endpoint', 'health']);
  expect(health).toContain('etcd-2:2379 is unhealthy: failed to commit proposal: context deadline exceeded\n');
  expect(health).toMatch(/Error: unhealthy cluster\n\(1\)$/);
});

test('a watch goes on at another member when its own is lost, without a gap, as long as somebody leads', async () => {
  const three = terminal(3);
  three.variables.set('ETCDCTL_ENDPOINTS', 'etcd-0:2379,etcd-1:2379,etcd-2:2379');
  await three.run(['put', 'w', 'before']);
  const watching = three.run(['watch', 'w'], '', 60_000);
  const { cluster } = three;
  const put = (value: string) =>
    cluster.etcdGateway('etcd-2').request('/v3/kv/put', { key: 'dw==', value: btoa(value) }, () => {});
  cluster.after(1000, () => put('one'));
  cluster.after(2000, () => void cluster.addFault({ type: 'crash', component: 'etcd-0' }));
  cluster.after(20_000, () => put('two'));
  cluster.after(21_000, () => void cluster.addFault({ type: 'crash', component: 'etcd-1' }));
  expect(await watching).toBe(
    'PUT\nw\none\nPUT\nw\ntwo\nwatch was canceled (etcdserver: no leader)\nError: watch is canceled by the server\n(5)',
  );
});

test('a snapshot is a file, and restoring it brings its keys back', async () => {
  const three = terminal(3);
  await three.run(['put', 'kept', '1']);
  expect(await three.run(['snapshot', 'save', 'backup.db'])).toBe('Snapshot saved at backup.db\n');
  expect(await three.run(['snapshot', 'status', 'backup.db'], '', 1000, etcdutl)).toMatch(/^[0-9a-f]+, \d+, \d+, [\d.]+ kB\n$/);
  await three.run(['put', 'lost', '1']);
  expect(await three.run(['snapshot', 'restore', 'backup.db'], '', 10, etcdutl)).toContain('restored snapshot');
  expect(await three.run(['get', 'kept', '--command-timeout=20s'])).toBe('kept\n1\n');
  expect(await three.run(['get', 'lost'])).toBe('');
  expect(await three.run(['snapshot', 'status', 'none.db'], '', 1000, etcdutl)).toBe(
    'Error: stat none.db: no such file or directory\n(1)',
  );
});

test('clients are served at their own port alone', async () => {
  const { run } = terminal(3);
  const saved = await run(['--endpoints=etcd-1:2379', 'snapshot', 'save', 'left.db']);
  expect(saved).toBe('Snapshot saved at left.db\n');
  for (const endpoint of ['etcd-1:2380', 'http://etcd-1:4001'])
    expect(await run([`--endpoints=${endpoint}`, 'snapshot', 'save', 'left.db'])).toBe('Error: context deadline exceeded\n(1)');
});

test('leadership moves where it is told to', async () => {
  const three = terminal(3);
  three.variables.set('ETCDCTL_ENDPOINTS', 'etcd-0:2379,etcd-1:2379,etcd-2:2379');
  await three.run(['get', 'a']);
  const follower = three.cluster.etcdMembers().find(({ role }) => role === 'follower');
  expect(await three.run(['move-leader', (follower?.id ?? 0).toString(16)])).toMatch(/^Leadership transferred from \w+ to \w+\n$/);
  expect(three.cluster.etcdMembers().find(({ role }) => role === 'leader')?.name).toBe(follower?.name);
});
