/** The cluster's etcd: one member that is always there, or several that can be lost. */
import { kinds } from '../api/index.ts';
import { createKeyNamer } from '../apiserver/index.ts';
import {
  createEtcd,
  createEtcdCluster,
  createGateway,
  createMessageLog,
  type Etcd,
  type EtcdMember,
  type EtcdMessage,
  type Gateway,
  type MemberView,
  type RestoreOptions,
  type StoreSnapshot,
} from '../etcd/index.ts';
import type { DiskFault, Kernel } from '../kernel/index.ts';
import { engineParts } from '../parts/registry.ts';
import type { EngineParts } from '../sdk/parts.ts';
import type { Components } from './components.ts';
import type { ClusterOptions } from './types.ts';

export interface ClusterEtcd {
  /** What the API server with this number (from 0) keeps its state in. */
  forServer(index: number): Etcd;
  /** For inspectors outside the cluster. */
  readonly view: Pick<Etcd, 'peek' | 'status' | 'history' | 'watch'>;
  members(): readonly MemberView[];
  /** The last messages between members, heartbeats left out; none where there is one alone. */
  messages(): readonly EtcdMessage[];
  gateway(member?: string): Gateway;
  addDiskFault(component: string, fault: DiskFault): () => void;
  restore(snapshot: StoreSnapshot, options?: RestoreOptions): void;
  /** From now on members vote and commit by these rules. Nothing where there is one alone. */
  useRules(rules: Rules): void;
}

type Rules = Pick<EngineParts, 'grantsVote' | 'commitIndex'>;

interface Wanted {
  readonly options: ClusterOptions;
  readonly kernel: Kernel;
}

/** Starts it. `hash` folds what was committed into the history's hash, before a compaction forgets it. */
export function startEtcd(wanted: Wanted, components: Components, hash: () => void): ClusterEtcd {
  const { etcd } = wanted.options;
  return etcd === undefined ? startSole(wanted, hash) : startMembers(wanted, etcd, components, hash);
}

function startSole({ options, kernel }: Wanted, hash: () => void): ClusterEtcd {
  const { etcdQuotaBytes } = options;
  const { clock, trace, random } = kernel;
  const etcd = createEtcd({
    clock,
    trace,
    describeKey: createKeyNamer(kinds),
    random: random.fork('etcd'),
    beforeCompaction: hash,
    name: 'etcd-0',
    ...(etcdQuotaBytes !== undefined && { quotaBytes: etcdQuotaBytes }),
  });
  const needsMembers = (): never => {
    throw new Error(
      'this etcd has neither disk nor data: ask for etcd: 1, 3 or 5',
    );
  };
  return {
    forServer: () => etcd,
    view: etcd,
    members: () => [soleView(etcd)],
    messages: () => [],
    gateway: () =>
      createGateway(
        () => etcd,
        (run) => void clock.after(0, run),
      ),
    addDiskFault: needsMembers,
    restore: needsMembers,
    useRules() {},
  };
}

function soleView(etcd: EtcdMember): MemberView {
  const { revision } = etcd.status();
  const { raftTerm: term } = etcd.header();
  const raft = { role: 'leader', term, leader: etcd.name, firstIndex: 1 } as const;
  return { name: etcd.name, id: etcd.id, up: true, ...raft, ...etcd.indexes(), revision };
}

function startMembers(
  { options, kernel }: Wanted,
  members: number,
  components: Components,
  hash: () => void,
): ClusterEtcd {
  const { etcdQuotaBytes, controlPlanes = 1 } = options;
  const machines = new Set<string>();
  /** A member whose address another component uses never starts: the address is taken. */
  const add = (name: string): void => {
    if (components.names().includes(name)) return;
    machines.add(name);
    components.add(name, () => etcd.start(name));
  };
  const remove = (name: string): void => {
    if (machines.delete(name)) components.remove(name);
  };
  const messages = createMessageLog(kernel.clock.now);
  let rules: Rules = engineParts;
  const etcd = createEtcdCluster({
    onMessage: messages.note,
    voteRule: (voter, request) => rules.grantsVote(voter, request),
    commitRule: (leader) => rules.commitIndex(leader),
    kernel,
    members,
    describeKey: createKeyNamer(kinds),
    beforeCompaction: hash,
    onAdded: add,
    onRemoved: remove,
    ...(etcdQuotaBytes !== undefined && { quotaBytes: etcdQuotaBytes }),
  });
  for (const name of etcd.names()) add(name);
  return {
    forServer: (index) =>
      etcd.client(controlPlanes === 1 ? 'apiserver' : `apiserver-${index}`, `etcd-${index % members}`),
    view: etcd.view,
    members: etcd.views,
    messages: messages.last,
    gateway: (name = etcd.names()[0] ?? '') => etcd.gateway(name),
    addDiskFault: etcd.addDiskFault,
    restore: etcd.restore,
    useRules(chosen) {
      rules = chosen;
    },
  };
}
