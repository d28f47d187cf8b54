/** A session's log as it comes from a file, a link or another thread: checked at the door, trusted inside. */
import type { ProfileName } from '../engine/index.ts';
import { largestFile, largestWorkspace } from '../shell/disk.ts';
import { flag, list, number, onlyTrue, record, text, wrong } from './log-fields.ts';
import { parseInput } from './parse-input.ts';
import type { ClusterSpec, SessionLog } from './types.ts';

/** The log, or an Error whose message says what is wrong with it, and where. */
export function parseLog(value: unknown): SessionLog {
  const log = record(value, 'the log');
  if (log['version'] !== 1)
    throw new Error(`The log is of version ${String(log['version'])}; this page reads version 1.`);
  const files = Object.entries(record(log['files'], 'files')).map(
    ([path, content]) => [path, text(content, `files[${JSON.stringify(path)}]`)] as const,
  );
  const lengths = files.map(([, content]) => content.length);
  if (lengths.some((length) => length > largestFile)) throw wrong('each of files', `at most ${largestFile} characters`);
  if (lengths.reduce((sum, length) => sum + length, 0) > largestWorkspace)
    throw wrong('files', `at most ${largestWorkspace} characters together`);
  let last = 0;
  const inputs = list(log['inputs'], 'inputs').map((each, index) => {
    const input = parseInput(each, `inputs[${index}]`);
    if (input.at < last) throw wrong(`inputs[${index}].at`, 'not before the input in front of it');
    last = input.at;
    return input;
  });
  return {
    version: 1,
    seed: number(log['seed'], 'seed'),
    cluster: parseCluster(log['cluster']),
    files: Object.fromEntries(files),
    inputs,
  };
}

function parseCluster(value: unknown): ClusterSpec {
  const cluster = record(value, 'cluster');
  const { nodes, nodeCapacity, withoutControllers, withoutEvents, controlPlanes, etcd, etcdQuotaBytes, kubeProxyPods, addons, repositories, profile, plain, cloud } = cluster;
  const names = withoutControllers === undefined ? undefined : list(withoutControllers, 'cluster.withoutControllers');
  if (nodes !== undefined && number(nodes, 'cluster.nodes') > 5_000) throw wrong('cluster.nodes', 'at most 5000');
  if (etcd !== undefined && etcd !== 1 && etcd !== 3 && etcd !== 5) throw wrong('cluster.etcd', '1, 3 or 5');
  const planes = controlPlanes === undefined ? undefined : number(controlPlanes, 'cluster.controlPlanes');
  if (planes !== undefined && ![1, 2, 3, 5].includes(planes)) throw wrong('cluster.controlPlanes', '1, 2, 3 or 5');
  const chosen = parseProfile(profile, plain);
  return {
    ...(chosen === undefined ? {} : { profile: chosen }),
    ...(planes === undefined ? {} : { controlPlanes: planes }),
    ...(cloud === undefined ? {} : { cloud: flag(cloud, 'cluster.cloud') }),
    ...(etcdQuotaBytes === undefined ? {} : { etcdQuotaBytes: number(etcdQuotaBytes, 'cluster.etcdQuotaBytes') }),
    ...(repositories === undefined ? {} : { repositories: onlyTrue(repositories, 'cluster.repositories') }),
    ...(nodes === undefined ? {} : { nodes: number(nodes, 'cluster.nodes') }),
    ...(etcd === undefined ? {} : { etcd }),
    ...(nodeCapacity === undefined ? {} : { nodeCapacity: parseCapacity(nodeCapacity) }),
    ...(names === undefined
      ? {}
      : { withoutControllers: names.map((name) => text(name, 'cluster.withoutControllers')) }),
    ...(withoutEvents === undefined ? {} : { withoutEvents: flag(withoutEvents, 'cluster.withoutEvents') }),
    ...(kubeProxyPods === undefined ? {} : { kubeProxyPods: flag(kubeProxyPods, 'cluster.kubeProxyPods') }),
    ...(addons === undefined ? {} : { addons: list(addons, 'cluster.addons').map((name) => text(name, 'cluster.addons')) }),
  };
}

/** Logs kept before there were profiles say `profile: 'minimal'` for `minimal`. */
function parseProfile(profile: unknown, plain: unknown): ProfileName | undefined {
  if (plain !== undefined && typeof plain !== 'boolean') throw wrong('cluster.plain', 'true or false');
  if (profile === undefined) return plain === true ? 'minimal' : undefined;
  if (profile === 'full' || profile === 'minimal') return profile;
  throw wrong('cluster.profile', 'full or minimal');
}

function parseCapacity(value: unknown): NonNullable<ClusterSpec['nodeCapacity']> {
  const { cpu, memory, pods } = record(value, 'cluster.nodeCapacity');
  return {
    cpu: text(cpu, 'cluster.nodeCapacity.cpu'),
    memory: text(memory, 'cluster.nodeCapacity.memory'),
    pods: number(pods, 'cluster.nodeCapacity.pods'),
  };
}
