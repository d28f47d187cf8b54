/** `kubectl cluster-info dump`: everything that helps to find out what is wrong. */
import type { JsonObject } from '../../../engine/index.ts';
import { type Context, OUTPUT_FLAGS, type Verb } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { groupVersionOf, pathOf } from '../../http/discovery.ts';
import { objects, text } from '../../json.ts';
import { toJson } from '../../printers/json.ts';
import { objectPrinter } from '../../printers/output.ts';
import { listObjects } from '../../resource/builder.ts';

/** What is dumped of each namespace, and the names of the files. */
const DUMPED = [
  ['events', 'events'],
  ['replicationcontrollers', 'replication-controllers'],
  ['services', 'services'],
  ['daemonsets.apps', 'daemonsets'],
  ['deployments.apps', 'deployments'],
  ['replicasets.apps', 'replicasets'],
  ['pods', 'pods'],
] as const;

export const dump: Verb = {
  name: 'dump',
  short: 'Dump relevant information for debugging and diagnosis',
  usage: '[flags]',
  examples: ['kubectl cluster-info dump --output-directory=state'],
  flags: [
    ...OUTPUT_FLAGS,
    { name: 'all-namespaces', short: 'A', type: 'bool', help: 'Every namespace; --namespaces is ignored' },
    { name: 'namespaces', type: 'list', help: 'These namespaces; kube-system and the current one unless told' },
    { name: 'output-directory', type: 'string', help: 'Write files into this folder; - for standard output' },
    { name: 'pod-running-timeout', type: 'duration', default: '20s', help: 'Ignored: logs are there or not' },
  ],
  run,
};

async function run(context: Context): Promise<void> {
  const { flags, io } = context;
  const directory = flags.string('output-directory');
  const toFiles = directory !== '' && directory !== '-';
  const extension = flags.string('output') === 'yaml' ? '.yaml' : '.json';
  const write = (name: string, content: string): void => {
    if (toFiles) io.writeFile(`${directory.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '')}/${name}`, content);
    else io.stdout(content);
  };
  const print = (object: JsonObject): string =>
    objectPrinter(context, ['json', 'name'])?.(object, undefined) ?? toJson(object);
  const nodes = await listOf(context, 'nodes', '');
  if (flags.string('output') === 'name')
    throw new CliError(`list types are not supported by name printing: *v1.NodeList`);
  write(`nodes${extension}`, print(nodes));
  for (const namespace of await namespacesOf(context)) {
    let pods: readonly JsonObject[] = [];
    for (const [resource, file] of DUMPED) {
      const list = await listOf(context, resource, namespace);
      write(`${namespace}/${file}${extension}`, print(list));
      if (file === 'pods') pods = objects(list, 'items');
    }
    for (const pod of pods) write(`${namespace}/${text(pod, 'metadata', 'name')}/logs.txt`, await logsOf(context, pod));
  }
  if (toFiles) io.stdout(`Cluster info dumped to ${directory}\n`);
}

async function namespacesOf(context: Context): Promise<readonly string[]> {
  const { flags, namespace } = context;
  if (flags.bool('all-namespaces'))
    return objects(await listOf(context, 'namespaces', ''), 'items').map((each) => text(each, 'metadata', 'name'));
  const given = flags.list('namespaces');
  return given.length > 0 ? given : ['kube-system', namespace];
}

async function listOf(context: Context, word: string, namespace: string): Promise<JsonObject> {
  const resource = await context.mapper.resource(word);
  const items = await listObjects(context, resource, namespace);
  return {
    kind: `${resource.kind}List`,
    apiVersion: groupVersionOf(resource),
    metadata: {},
    items: items.map(({ apiVersion: _version, kind: _kind, ...rest }) => rest),
  };
}

async function logsOf(context: Context, pod: JsonObject): Promise<string> {
  const [namespace, name] = [text(pod, 'metadata', 'namespace'), text(pod, 'metadata', 'name')];
  const pods = await context.mapper.resource('pods');
  const containers = [...objects(pod, 'spec', 'initContainers'), ...objects(pod, 'spec', 'containers')];
  let all = '';
  for (const each of containers) {
    const container = text(each, 'name');
    const of = `logs for container ${container} of pod ${namespace}/${name}`;
    all += `==== START ${of} ====\n`;
    try {
      const log = await context.api.request('GET', pathOf(pods, namespace, name, 'log'), { query: { container } });
      if (typeof log === 'string') all += log;
    } catch (error) {
      all += `Request log error: ${error instanceof Error ? error.message : String(error)}\n`;
    }
    all += `==== END ${of} ====\n`;
  }
  return all;
}
