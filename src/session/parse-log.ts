/** A session's log as it comes from a file, a link or another thread: checked at the door, trusted inside. */
import type { CloudFault, Fault, ProfileName, RefusalCode } from '../engine/index.ts';
import { largestFile, largestWorkspace } from '../shell/disk.ts';
import { parseRequest } from './parse-request.ts';
import { isPartName, type PartName, partNames } from './part-names.ts';
import type { Action, ClusterSpec, Input, SessionLog, TerminalAct } from './types.ts';

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

function parseInput(value: unknown, where: string): Input {
  const input = record(value, where);
  const { cell, notBeyond, after, interruptedAt } = input;
  if (after !== undefined && after !== 'quiet' && after !== 'now') throw wrong(`${where}.after`, '"quiet" or "now"');
  return {
    ...parseAction(input, where),
    at: number(input['at'], `${where}.at`),
    ...(cell === undefined ? {} : { cell: text(cell, `${where}.cell`) }),
    ...(notBeyond === undefined ? {} : { notBeyond: number(notBeyond, `${where}.notBeyond`) }),
    ...(after === undefined ? {} : { after }),
    ...(interruptedAt === undefined ? {} : { interruptedAt: number(interruptedAt, `${where}.interruptedAt`) }),
  };
}

function parseAction(input: Fields, where: string): Action {
  const field = (name: string): string => text(input[name], `${where}.${name}`);
  const { type, forMs } = input;
  switch (type) {
    case 'command':
      return { type, text: field('text') };
    case 'manifest':
      return { type, path: field('path'), text: field('text') };
    case 'script':
      return { type, source: field('source') };
    case 'edit':
      return { type, path: field('path'), text: input['text'] === null ? null : field('text') };
    case 'swap':
      return {
        type,
        controller: field('controller'),
        entry: field('entry'),
        ...(input['apart'] === undefined ? {} : { apart: onlyTrue(input['apart'], `${where}.apart`) }),
        ...(input['part'] === undefined ? {} : { part: parsePart(input['part'], `${where}.part`) }),
      };
    case 'unswap':
      return { type, controller: field('controller') };
    case 'fault':
      return {
        type,
        fault: parseFault(input['fault'], `${where}.fault`),
        ...(forMs === undefined ? {} : { forMs: number(forMs, `${where}.forMs`) }),
      };
    case 'terminal':
      if (!/^[\w-]{1,40}$/.test(field('terminal')))
        throw wrong(`${where}.terminal`, 'a name of letters, digits, "_" and "-"');
      return { type, terminal: field('terminal'), ...parseTerminalAct(input, where) };
    case 'request':
      return { type, id: field('id'), to: field('to'), request: parseRequest(input['request'], `${where}.request`) };
    case 'hangup':
      return { type, id: field('id') };
    case 'advance':
      return { type, to: number(input['to'], `${where}.to`) };
    default:
      throw wrong(`${where}.type`, 'command, terminal, request, hangup, manifest, script, edit, swap, unswap, fault or advance');
  }
}

function parseTerminalAct(input: Fields, where: string): TerminalAct {
  const size = (name: string): number => {
    const cells = number(input[name], `${where}.${name}`);
    if (!Number.isInteger(cells) || cells < 1 || cells > 1000) throw wrong(`${where}.${name}`, 'from 1 to 1000');
    return cells;
  };
  switch (input['do']) {
    case 'line':
    case 'keys':
      return { do: input['do'], text: text(input['text'], `${where}.text`) };
    case 'resize':
      return { do: 'resize', columns: size('columns'), rows: size('rows') };
    case 'interrupt':
    case 'close':
      return { do: input['do'] };
    default:
      throw wrong(`${where}.do`, 'line, keys, interrupt, resize or close');
  }
}

function parseFault(value: unknown, where: string): Fault {
  const fault = record(value, where);
  const field = (name: string): string => text(fault[name], `${where}.${name}`);
  const amount = (name: string): number => number(fault[name], `${where}.${name}`);
  const { type } = fault;
  switch (type) {
    case 'crash':
      return {
        type,
        component: field('component'),
        ...(fault['downMs'] === undefined ? {} : { downMs: amount('downMs') }),
      };
    case 'restart':
    case 'pause':
      return { type, component: field('component') };
    case 'partition': {
      const from = fault['from'];
      const peers =
        from === undefined ? undefined : list(from, `${where}.from`).map((each) => text(each, `${where}.from`));
      return { type, component: field('component'), ...(peers === undefined ? {} : { from: peers }) };
    }
    case 'skew':
      return { type, component: field('component'), byMs: anyNumber(fault['byMs'], `${where}.byMs`) };
    case 'crash-after-write':
      return { type, component: field('component'), write: amount('write'), downMs: amount('downMs') };
    case 'stale-after-write':
      return {
        type,
        component: field('component'),
        write: amount('write'),
        lagMs: amount('lagMs'),
        ...(fault['restart'] === true ? { restart: true } : {}),
      };
    case 'withhold':
      return { type, component: field('component'), event: amount('event') };
    case 'cloud':
      return { type, component: 'cloud', cloud: parseCloudFault(fault['cloud'], `${where}.cloud`) };
    case 'disk':
      return { type, component: field('component'), disk: parseDisk(fault['disk'], `${where}.disk`) };
    case 'refuse':
      return { type, component: field('component'), ...parseRefusal(fault, where) };
    case 'link': {
      const amounts = ['delayMs', 'jitterMs', 'duplicate', 'cut', 'drop'].filter((name) => fault[name] !== undefined);
      const flags = ['partition', 'hold', 'watchOnly', 'answersOnly'].filter((name) => fault[name] === true);
      return {
        type,
        from: field('from'),
        to: field('to'),
        ...Object.fromEntries(amounts.map((name) => [name, amount(name)])),
        ...Object.fromEntries(flags.map((name) => [name, true])),
      };
    }
    default:
      throw wrong(`${where}.type`, 'link, crash, restart, pause, partition, skew, cloud, disk, refuse, crash-after-write, stale-after-write or withhold');
  }
}

function parsePart(value: unknown, where: string): PartName {
  if (!isPartName(value)) throw wrong(where, partNames.join(', '));
  return value;
}

const codes: readonly RefusalCode[] = [403, 409, 429, 500, 503, 504];

function parseCode(value: unknown, where: string): RefusalCode {
  const code = codes.find((each) => each === value);
  if (code === undefined) throw wrong(where, codes.join(', '));
  return code;
}

function parseDisk(value: unknown, where: string): DiskFault {
  const { type, latencyMs } = record(value, where);
  switch (type) {
    case 'slow':
      return { type, latencyMs: number(latencyMs, `${where}.latencyMs`) };
    case 'full':
    case 'lost':
    case 'torn':
      return { type };
    default:
      throw wrong(`${where}.type`, 'slow, full, lost or torn');
  }
}

function parseCloudFault(value: unknown, where: string): CloudFault {
  const fault = record(value, where);
  const { what } = fault;
  if (what === 'quota') return { what };
  if (what === 'slow') return { what, byMs: number(fault['byMs'], `${where}.byMs`) };
  if (what === 'refuse') return { what, ...parseRefusal(fault, where) };
  throw wrong(`${where}.what`, 'refuse, slow or quota');
}

function parseRefusal(fault: Fields, where: string) {
  const { chance, verb, code } = fault;
  return {
    chance: number(chance, `${where}.chance`),
    ...(verb === undefined ? {} : { verb: text(verb, `${where}.verb`) }),
    ...(code === undefined ? {} : { code: parseCode(code, `${where}.code`) }),
  };
}

type DiskFault = Extract<Fault, { type: 'disk' }>['disk'];
type Fields = Readonly<Record<string, unknown>>;

const wrong = (where: string, wanted: string): Error =>
  new Error(`The log can’t be read: ${where} should be ${wanted}.`);

function record(value: unknown, where: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(where, 'an object');
  return Object.fromEntries(Object.entries(value));
}

function list(value: unknown, where: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(where, 'a list');
  return value;
}

function text(value: unknown, where: string): string {
  if (typeof value !== 'string') throw wrong(where, 'text');
  return value;
}

function anyNumber(value: unknown, where: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrong(where, 'a number');
  return value;
}

function number(value: unknown, where: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) throw wrong(where, 'a number, 0 or more');
  return value;
}

function flag(value: unknown, where: string): boolean {
  if (typeof value !== 'boolean') throw wrong(where, 'true or false');
  return value;
}

function onlyTrue(value: unknown, where: string): true {
  if (value !== true) throw wrong(where, 'true, or absent');
  return value;
}
