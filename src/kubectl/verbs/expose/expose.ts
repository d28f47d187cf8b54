/** `kubectl expose`: a Service for what there is, its selector, ports and labels taken from it (pkg/cmd/expose). */
import type { JsonObject } from '../../../engine/index.ts';
import { type Context, DRY_RUN_FLAG, FIELD_MANAGER_FLAG, FILE_FLAGS, KUSTOMIZE_FLAG, OUTPUT_FLAGS, SAVE_CONFIG_FLAG, type Verb } from '../../command.ts';
import { CliError, throwAll } from '../../errors.ts';
import { at, list, number, objects, record, strings, text } from '../../json.ts';
import { gather, getObject, type Target } from '../../resource/builder.ts';
import { withSavedConfig } from '../apply/annotation.ts';
import { createBuilt, inNamespaceOf } from '../create/generator.ts';
import { OVERRIDE_FLAGS, overridden } from '../create/overrides.ts';

const EXPOSABLE = ['Service', 'Pod', 'ReplicationController', 'Deployment', 'ReplicaSet'];
const LONGEST_NAME = 63;

export const expose: Verb = {
  name: 'expose',
  short: 'Take a replication controller, service, deployment or pod and expose it as a new Kubernetes service',
  usage:
    '(-f FILENAME | TYPE NAME) [--port=port] [--protocol=TCP|UDP|SCTP] [--target-port=number-or-name] [--name=name] [--external-ip=external-ip-of-service] [--type=type]',
  examples: ['kubectl expose deployment web --port=80 --target-port=8080'],
  flags: [
    ...FILE_FLAGS,
    KUSTOMIZE_FLAG,
    ...OUTPUT_FLAGS,
    DRY_RUN_FLAG,
    FIELD_MANAGER_FLAG,
    SAVE_CONFIG_FLAG,
    ...OVERRIDE_FLAGS,
    { name: 'protocol', type: 'string', help: "The network protocol. Default is 'TCP'." },
    { name: 'port', type: 'string', help: 'The port that the service should serve on' },
    { name: 'type', type: 'string', help: 'ClusterIP, NodePort, LoadBalancer, or ExternalName' },
    { name: 'load-balancer-ip', type: 'string', help: 'IP to assign to the LoadBalancer' },
    { name: 'selector', type: 'string', help: 'A label selector to use for this service' },
    { name: 'labels', short: 'l', type: 'string', help: 'Labels to apply to the service' },
    { name: 'target-port', type: 'string', help: 'Name or number of the port on the container' },
    { name: 'external-ip', type: 'string', help: 'Additional external IP address' },
    { name: 'name', type: 'string', help: 'The name for the newly created object' },
    { name: 'session-affinity', type: 'string', help: "'None' or 'ClientIP'" },
    { name: 'cluster-ip', type: 'string', help: "An address of your own, or 'None'" },
  ],
  run,
};

async function run(context: Context): Promise<void> {
  const { targets } = await gather(context, context.args, { files: true });
  const errors: unknown[] = [];
  for (const target of targets) {
    try {
      await exposeOne(context, target);
    } catch (error) {
      errors.push(error);
    }
  }
  throwAll(errors);
}

async function exposeOne(context: Context, target: Target): Promise<void> {
  const { kind, group } = target.resource;
  const object = await getObject(context, target);
  if (!EXPOSABLE.includes(kind) || (group !== '' && group !== 'apps')) {
    throw new CliError(`cannot expose a ${group === '' ? kind : `${kind}.${group}`}`);
  }
  const built = overridden(context, serviceOf(context, target, object));
  const service = context.flags.bool('save-config') ? withSavedConfig(built) : built;
  const inNamespace = context.namespaceGiven || context.flags.string('dry-run') !== 'client';
  const placed = inNamespace ? inNamespaceOf(service, context.namespace) : service;
  const resource = { group: '', version: 'v1', kind: 'Service', plural: 'services', namespaced: true };
  await createBuilt(context, { resource }, placed, 'kubectl-expose', 'exposed');
}

function serviceOf({ flags }: Context, { name, resource }: Target, object: JsonObject): JsonObject {
  const given = (flag: string): string => flags.string(flag);
  const selector = given('selector') === '' ? selectorOf(object, resource.kind) : labelsOf(given('selector'));
  const headless = given('cluster-ip') === 'None';
  const known = portsOf(object, resource.kind);
  const wanted = given('port') === '' ? [...new Set(known.map(({ port }) => String(port)))] : given('port').split(',');
  if (wanted.length === 0 && !headless) throw new CliError("couldn't find port via --port flag or introspection");
  const own = record(object, 'metadata', 'labels');
  const labels = given('labels') === '' ? own : labelsOf(given('labels'));
  const affinity = given('session-affinity');
  if (!['', 'None', 'ClientIP'].includes(affinity)) throw new CliError(`unknown session affinity: ${affinity}`);
  const ports = portEntries(wanted, known, given('protocol')).map((port) => ({
    ...port,
    targetPort: targetOf(given('target-port'), port.port),
  }));
  const type = given('type');
  return {
    kind: 'Service',
    apiVersion: 'v1',
    metadata: {
      name: given('name') || name.slice(0, LONGEST_NAME),
      creationTimestamp: null,
      ...(Object.keys(labels).length > 0 && { labels }),
    },
    spec: {
      ...(ports.length > 0 && { ports }),
      selector,
      ...(given('cluster-ip') !== '' && { clusterIP: given('cluster-ip') }),
      ...(type !== '' && { type }),
      ...(given('external-ip') !== '' && { externalIPs: [given('external-ip')] }),
      ...(affinity !== '' && { sessionAffinity: affinity }),
      ...(type === 'LoadBalancer' && given('load-balancer-ip') !== '' && { loadBalancerIP: given('load-balancer-ip') }),
    },
    status: { loadBalancer: {} },
  };
}

function targetOf(given: string, port: number): string | number {
  if (given === '') return port;
  return /^-?\d+$/.test(given) ? Number(given) : given;
}

interface KnownPort {
  readonly port: number;
  readonly protocol: string;
}

function portEntries(wanted: readonly string[], known: readonly KnownPort[], protocol: string) {
  return wanted.flatMap((word, index) => {
    if (!/^[+-]?\d+$/.test(word)) throw new CliError(`strconv.Atoi: parsing ${JSON.stringify(word)}: invalid syntax`);
    const port = Number(word);
    const name = wanted.length > 1 ? { name: `port-${index + 1}` } : {};
    if (protocol !== '') return [{ ...name, protocol, port }];
    const protocols = known.filter((each) => each.port === port).map((each) => each.protocol);
    if (protocols.length < 2) return [{ ...name, protocol: protocols[0] ?? 'TCP', port }];
    return protocols.map((each) => ({ name: `port-${index + 1}-${each.toLowerCase()}`, protocol: each, port }));
  });
}

/** Ports of the containers, or those of the service. */
function portsOf(object: JsonObject, kind: string): readonly KnownPort[] {
  const asKnown = (each: JsonObject, field: string): KnownPort => {
    return { port: number(each, field) ?? 0, protocol: text(each, 'protocol') || 'TCP' };
  };
  if (kind === 'Service') return objects(object, 'spec', 'ports').map((each) => asKnown(each, 'port'));
  const spec = kind === 'Pod' ? record(object, 'spec') : record(object, 'spec', 'template', 'spec');
  return objects(spec, 'containers').flatMap((container) => {
    return objects(container, 'ports').map((each) => asKnown(each, 'containerPort'));
  });
}

function selectorOf(object: JsonObject, kind: string): JsonObject {
  const failed = (why: string): never => {
    throw new CliError(`couldn't retrieve selectors via --selector flag or introspection: ${why}`);
  };
  if (kind === 'Pod') {
    const labels = record(object, 'metadata', 'labels');
    return Object.keys(labels).length > 0 ? labels : failed('the pod has no labels and cannot be exposed');
  }
  if (kind === 'Service' || kind === 'ReplicationController') {
    const selector = record(object, 'spec', 'selector');
    return at(object, 'spec', 'selector') === undefined ? failed('the service has no pod selector set') : selector;
  }
  const labels = record(object, 'spec', 'selector', 'matchLabels');
  if (Object.keys(labels).length === 0) {
    return failed(`invalid ${kind.toLowerCase()}: no selectors, therefore cannot be exposed`);
  }
  const expressions = objects(object, 'spec', 'selector', 'matchExpressions').map((each) => {
    const values = list(each, 'values').map(String).join(' ');
    return `{Key:${text(each, 'key')} Operator:${text(each, 'operator')} Values:[${values}]}`;
  });
  if (expressions.length === 0) return labels;
  return failed(`couldn't convert expressions - "[${expressions.join(' ')}]" to map-based selector format`);
}

function labelsOf(words: string): JsonObject {
  const labels: Record<string, string> = {};
  for (const word of words.split(',')) {
    const [key = '', value, ...rest] = word.split('=');
    if (value === undefined || rest.length > 0) throw new CliError(`unexpected label spec: ${word}`);
    if (key === '') throw new CliError('unexpected empty label key');
    labels[key] = value;
  }
  return Object.fromEntries(strings(labels));
}
