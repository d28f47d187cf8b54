/** The flags of `converge run`, checked. */
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { startedBy } from '../program.ts';
import { type AllowRules, parseAllow } from './allow.ts';

export interface RunOptions {
  /** The TypeScript file that exports the controller. */
  readonly file: string;
  /** Its name, where the file exports several. */
  readonly controller: string | undefined;
  /** Undefined: as kubectl finds it. */
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  /** Follows and writes only there. */
  readonly namespace: string | undefined;
  /** Writes are sent for the server to try, and change nothing. */
  readonly dryRun: boolean;
  /** Waits until it holds its Lease. */
  readonly leaderElect: boolean;
  readonly identity: string;
  /** Where the Lease is. */
  readonly leaseNamespace: string;
  readonly allow: AllowRules;
  /** Port of /healthz and /readyz on all addresses; 0 takes a free one. Undefined: not served. */
  readonly healthPort: number | undefined;
  /** Prints the rights it needs, and ends. */
  readonly rbacOnly: boolean;
}

export const usage = `${startedBy('run')} CONTROLLER.ts [flags]: runs a controller of a lesson, unchanged, on any Kubernetes API
  --kubeconfig FILE    by default $KUBECONFIG, then ~/.kube/config, then the account of the Pod it runs in
  --context NAME       a context of the kubeconfig; by default its current one
  --namespace NAME     follows and writes only this namespace
  --allow RULE         what it may write, again and again: pods:create,delete  deployments.apps/status:patch  '*'
                       without a rule it reads, and each write is refused here and named
  --dry-run            sends writes for the server to try; nothing changes, and each is printed
  --leader-elect       acts only while it holds a Lease of its name; ends when it loses it
  --lease-namespace N  where that Lease is; by default that of --namespace, else "default"
  --identity NAME      who holds that Lease; by default this machine and a random word
  --controller NAME    of several controllers that the file exports
  --health-port N      serves /healthz and /readyz on this port
  --rbac               prints the rights that it needs as a manifest, and ends
  --help               this text`;

const flags = {
  kubeconfig: { type: 'string' },
  context: { type: 'string' },
  namespace: { type: 'string', short: 'n' },
  allow: { type: 'string', multiple: true, default: [] as string[] },
  'dry-run': { type: 'boolean', default: false },
  'leader-elect': { type: 'boolean', default: false },
  identity: { type: 'string' },
  'lease-namespace': { type: 'string' },
  controller: { type: 'string' },
  'health-port': { type: 'string' },
  rbac: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Undefined when help was asked for. @throws Error whose message says which word can't be used, and what to write. */
export function runOptions(argv: readonly string[]): RunOptions | undefined {
  const { values, positionals } = parseArgs({ args: [...argv], options: flags, allowPositionals: true });
  if (values.help === true) return undefined;
  const [file, second] = positionals;
  if (file === undefined) throw new Error('it takes the file of a controller, such as sites.ts');
  if (second !== undefined) throw new Error(`it takes one file, and ${second} is a second one`);
  if (!existsSync(file)) throw new Error(`there is no file ${file}`);
  const { kubeconfig, context, namespace, controller, identity = `${hostname()}_${crypto.randomUUID()}` } = values;
  if (kubeconfig !== undefined && !existsSync(kubeconfig)) throw new Error(`--kubeconfig: there is no file ${kubeconfig}`);
  if (namespace !== undefined && !/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(namespace))
    throw new Error(`--namespace takes the name of a namespace, not ${JSON.stringify(namespace)}`);
  return {
    file,
    controller,
    kubeconfig,
    context,
    namespace,
    dryRun: values['dry-run'],
    leaderElect: values['leader-elect'],
    identity,
    leaseNamespace: values['lease-namespace'] ?? namespace ?? 'default',
    allow: parseAllow(values.allow),
    healthPort: portOf(values['health-port']),
    rbacOnly: values.rbac,
  };
}

function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (text !== '' && Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Error(`--health-port takes a port from 0 to 65535, not ${JSON.stringify(text)}`);
}
