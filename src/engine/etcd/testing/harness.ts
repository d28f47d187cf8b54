/** A cluster of members for tests: started, called, and broken in one line each. */
import { createKernel } from '../../kernel/index.ts';
import { createEtcdCluster } from '../cluster/cluster.ts';
import type { EtcdClusterOptions } from '../cluster/cluster-types.ts';
import type { Done, EtcdMember, Result, Txn, TxnResponse } from '../types.ts';

export function startMembers(members: number, options: Partial<EtcdClusterOptions> & { readonly seed?: number } = {}) {
  const kernel = createKernel({
    seed: options.seed ?? 1,
    settle: () => new Promise((resolve) => setImmediate(resolve)),
  });
  const processes = new Map<string, { stop(): void }>();
  const etcd = createEtcdCluster({
    kernel,
    members,
    onAdded: (name) => start(name),
    onRemoved: (name) => void processes.delete(name),
    ...options,
  });
  function start(name: string): void {
    processes.set(name, etcd.start(name));
  }
  for (const name of etcd.names()) start(name);
  const client = etcd.client('apiserver', 'etcd-0');
  const run = (ms: number) => kernel.run({ until: kernel.clock.now() + ms });

  /** Asks, and lets time pass until it is answered. */
  async function answer<T>(ask: (done: Done<T>) => void): Promise<Result<T>> {
    const answers: Result<T>[] = [];
    ask((result) => answers.push(result));
    await kernel.run({ while: () => answers.length === 0, until: kernel.clock.now() + 30_000 });
    const [first] = answers;
    if (first === undefined) throw new Error('no answer within 30 s');
    return first;
  }

  const leader = (): string => etcd.views().find(({ role }) => role === 'leader')?.name ?? '';
  function member(name: string): EtcdMember {
    const found = etcd.member(name);
    if (found === undefined) throw new Error(`${name} is down`);
    return found;
  }
  const put = (key: string, value = key, lease = 0): Txn => ({
    compare: [],
    success: [{ type: 'put', key, value, lease }],
    failure: [],
  });

  return {
    kernel,
    etcd,
    client,
    run,
    answer,
    leader,
    member,
    start,
    stop(name: string): void {
      processes.get(name)?.stop();
      processes.delete(name);
    },
    /** Cuts a member off from all others, and them from it; heals by the function returned. */
    isolate(name: string): () => void {
      const heals = [
        kernel.network.addFault({ from: name, to: 'etcd-*', partition: true }),
        kernel.network.addFault({ from: 'etcd-*', to: name, partition: true }),
      ];
      return () => heals.forEach((heal) => heal());
    },
    followers: () => etcd.names().filter((name) => name !== leader()),
    put: (key: string, value?: string, lease?: number) =>
      answer<TxnResponse>((done) => client.propose(put(key, value, lease), done)),
    putAt: (name: string, key: string, done: Done<TxnResponse>) => member(name).propose(put(key), done),
    async get(key: string) {
      const { ok, failure } = await answer<{ readonly kvs: readonly { readonly value: unknown }[] }>((done) =>
        client.range({ key }, done),
      );
      return failure === undefined ? ok.kvs[0]?.value : failure.message;
    },
    /** Hashes of all members that are up; one where they agree. */
    async hashes() {
      const all = new Set<number | string>();
      for (const name of etcd.names()) {
        const running = etcd.member(name);
        if (running === undefined) continue;
        const { ok, failure } = await answer<{ readonly hash: number }>((done) => running.hashKv(0, done));
        all.add(ok?.hash ?? failure?.message ?? '');
      }
      return [...all];
    },
  };
}
