/** The flags of `converge serve`, checked. */
import { parseArgs } from 'node:util';
import { startedBy } from '../program.ts';
import { type AddonName, addonNames, isAddonName } from '../../engine/index.ts';

/** They rent what only a cloud has. */
const ofCloud: readonly AddonName[] = ['cluster-autoscaler', 'node-route'];

export interface ServeOptions {
  /** 0: any free port. */
  readonly port: number;
  readonly nodes: number;
  readonly seed: string;
  /** Virtual seconds a real second. */
  readonly speed: number;
  /** Members of etcd; 1 by default. */
  readonly etcd?: 1 | 3 | 5;
  /** Port of the first member's JSON gateway, the others behind it; 0 takes free ones. Not served unless told. */
  readonly etcdPort?: number;
  readonly withoutControllers: readonly string[];
  /** Files of the schedulers' configurations, one a scheduler. */
  readonly schedulerFiles?: readonly string[];
  /** The file of the kubelets' configuration. */
  readonly kubeletFile?: string;
  /** What the cluster is installed with; nothing by default. */
  readonly addons?: readonly AddonName[];
  /** It runs in a cloud. */
  readonly cloud?: true;
  /** Its kube-proxies are Pods of a DaemonSet. */
  readonly kubeProxyPods?: true;
  /** Who shows no token is the administrator rather than anonymous. */
  readonly noToken?: true;
  /** Names beside the loopback's that `Host` may carry. */
  readonly allowHosts?: readonly string[];
  /** Origins beside the server's own that pages may ask from. */
  readonly allowOrigins?: readonly string[];
  /** The file that keeps the cluster. */
  readonly session?: string;
  /** Where the kubeconfig is written; by default a temporary file. */
  readonly kubeconfig: string | undefined;
}

/** A flag that can't be used; the message says which and what it takes. */
export class FlagError extends Error {}

export const usage = `${startedBy('serve')} [flags]: the API over HTTP on 127.0.0.1, until interrupted
  --port N               port, 8001 by default; 0 takes a free one
  --nodes N              nodes with kubelets, 3 by default; 0 starts none
  --seed S               same seed and requests, same history; 1 by default
  --speed N              virtual seconds a real second, 0.1 to 1000; 1 by default
  --etcd N               members of etcd: 1, 3 or 5; 1 by default
  --etcd-port N          etcd's JSON gateway too: the first member on this port, the others on those behind it; 0 takes free ones
  --no-controllers A,B   built-in controllers left out, or scheduler; "*" leaves out all, scheduler included
  --scheduler-config FILE  a KubeSchedulerConfiguration in YAML, read for the names and plugins of its profiles; again for a second scheduler
  --kubelet-config FILE  a KubeletConfiguration in YAML, read for what it says of evictions
  --addons A,B           what the cluster is installed with: ${addonNames.join(', ')};
                         nothing by default; ${ofCloud.join(' and ')} take --cloud
  --cloud                it runs in a cloud: machines, load balancers, disks, and its API at /cloud/v1/
  --kube-proxy-pods      kube-proxies are Pods of the DaemonSet kube-system/kube-proxy
  --no-token             who shows no token is the cluster's administrator; without this flag, system:anonymous
  --allow-host A,B       names beside localhost and 127.0.0.1 by which clients may reach it (their Host header)
  --allow-origin A,B     origins of pages that may use it, such as http://localhost:3000
  --session FILE         keeps the cluster in this file as it goes: started again with it, the same cluster is back
  --kubeconfig FILE      where the kubeconfig is written; by default a temporary file that is removed at the end
  --help                 this text`;

const flags = {
  port: { type: 'string', default: '8001' },
  nodes: { type: 'string', default: '3' },
  seed: { type: 'string', default: '1' },
  speed: { type: 'string', default: '1' },
  etcd: { type: 'string', default: '1' },
  'etcd-port': { type: 'string' },
  'no-controllers': { type: 'string', multiple: true },
  'scheduler-config': { type: 'string', multiple: true },
  'kubelet-config': { type: 'string' },
  addons: { type: 'string', multiple: true },
  cloud: { type: 'boolean' },
  'kube-proxy-pods': { type: 'boolean' },
  kubeconfig: { type: 'string' },
  session: { type: 'string' },
  'no-token': { type: 'boolean' },
  'allow-host': { type: 'string', multiple: true },
  'allow-origin': { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Reads a command line; undefined when help was asked for. `known`: names --no-controllers takes. Throws FlagError. */
export function serveOptions(argv: readonly string[], known: readonly string[]): ServeOptions | undefined {
  const values = read(argv);
  if (values.help === true) return undefined;
  if (values.kubeconfig === '') throw new FlagError('--kubeconfig takes the name of a file');
  const withoutControllers = listOf(values['no-controllers']);
  for (const name of withoutControllers) {
    if (name === '*' || known.includes(name)) continue;
    throw new FlagError(
      `--no-controllers: there is no ${name === '' ? 'controller without a name' : name}. There are: ${known.join(', ')}, and * for all`,
    );
  }
  if (values.session === '') throw new FlagError('--session takes the name of a file');
  if (values.session !== undefined && values['etcd-port'] !== undefined) {
    throw new FlagError('--session keeps what comes in at the API, not at etcd: it goes without --etcd-port');
  }
  if (values.session !== undefined && values['scheduler-config'] !== undefined) {
    throw new FlagError('--session keeps a cluster with its one scheduler: it goes without --scheduler-config');
  }
  if (values.session !== undefined && values['kubelet-config'] !== undefined) {
    throw new FlagError('--session keeps a cluster with the default kubelets: it goes without --kubelet-config');
  }
  const etcd = membersOf(values.etcd);
  const etcdPort = values['etcd-port'];
  return {
    port: wholeNumber('port', values.port, 0, 65_535),
    nodes: wholeNumber('nodes', values.nodes, 0, 5_000),
    seed: values.seed,
    speed: speedOf(values.speed),
    ...(etcd !== 1 && { etcd }),
    ...(etcdPort !== undefined && { etcdPort: wholeNumber('etcd-port', etcdPort, 0, 65_531) }),
    withoutControllers,
    ...(values['scheduler-config'] !== undefined && { schedulerFiles: values['scheduler-config'] }),
    ...(values['kubelet-config'] !== undefined && { kubeletFile: values['kubelet-config'] }),
    ...(values.addons !== undefined && { addons: listOf(values.addons).map((name) => addonOf(name, values.cloud === true)) }),
    ...(values.cloud === true && { cloud: true as const }),
    ...(values['kube-proxy-pods'] === true && { kubeProxyPods: true as const }),
    ...(values.session !== undefined && { session: values.session }),
    ...(values['no-token'] === true && { noToken: true as const }),
    ...(values['allow-host'] !== undefined && { allowHosts: listOf(values['allow-host']).map(hostOf) }),
    ...(values['allow-origin'] !== undefined && { allowOrigins: listOf(values['allow-origin']).map(originOf) }),
    kubeconfig: values.kubeconfig,
  };
}

function addonOf(name: string, inCloud: boolean): AddonName {
  if (!isAddonName(name)) throw new FlagError(`--addons: there is no ${name === '' ? 'add-on without a name' : name}. There are: ${addonNames.join(', ')}`);
  if (inCloud || !ofCloud.includes(name)) return name;
  throw new FlagError(`--addons: ${name} rents what only a cloud has: it takes --cloud`);
}

/** `A,B`, or the flag several times. */
function listOf(texts: readonly string[] = []): readonly string[] {
  return texts.flatMap((each) => each.split(',')).map((each) => each.trim());
}

/** The port doesn't matter: a request has reached this server already. */
function hostOf(text: string): string {
  if (/^(?:[\w.-]+|\[[\da-f:.]+\])$/i.test(text)) return text.toLowerCase();
  throw new FlagError(`--allow-host takes names without a scheme or a port, not ${JSON.stringify(text)}`);
}

function originOf(text: string): string {
  const origin = URL.canParse(text) ? new URL(text).origin : 'null';
  if (/^https?:/.test(origin) && text.replace(/\/$/, '') === origin) return origin;
  throw new FlagError(`--allow-origin takes origins such as http://localhost:3000, not ${JSON.stringify(text)}`);
}

function read(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: flags }).values;
  } catch (error) {
    throw new FlagError(error instanceof Error ? inOurWords(error.message) : String(error));
  }
}

/** Node explains how a value that begins with a dash would have to be written; none of our flags takes one. */
function inOurWords(message: string): string {
  const flag = /^Option '(--[\w-]+)[^']*' argument is ambiguous/.exec(message)?.[1];
  return flag === undefined ? message : `${flag} takes a value that doesn't begin with a dash`;
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new FlagError(`--${name} takes a whole number from ${least} to ${most}, not ${JSON.stringify(text)}`);
}

function membersOf(text: string): 1 | 3 | 5 {
  if (text === '1') return 1;
  if (text === '3') return 3;
  if (text === '5') return 5;
  throw new FlagError(`--etcd takes 1, 3 or 5, not ${JSON.stringify(text)}`);
}

function speedOf(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0.1 && value <= 1000) return value;
  throw new FlagError(`--speed takes a number from 0.1 to 1000, not ${JSON.stringify(text)}`);
}
