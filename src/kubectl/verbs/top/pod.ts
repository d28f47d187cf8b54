/** `kubectl top pod` */
import type { JsonObject } from '../../../engine/index.ts';
import type { Context } from '../../command.ts';
import { CliError, usageError } from '../../errors.ts';
import { objects, text } from '../../json.ts';
import { formatRows } from '../../printers/table.ts';
import { asObject } from '../../resource/builder.ts';
import { addUsage, NO_USAGE, ordered, type Usage, usageCells, usageOf } from './usage.ts';

const METRICS = '/apis/metrics.k8s.io/v1beta1';
/** Metrics that are still missing after this are missed. */
const metricsDelayMs = 2 * 60_000;

interface Measured {
  readonly namespace: string;
  readonly name: string;
  readonly usage: Usage;
  readonly containers: readonly { readonly name: string; readonly usage: Usage }[];
}

/** Prints a line for each pod or container. Says so where there are none, and rejects where there are pods without metrics. */
export async function topPod(context: Context): Promise<void> {
  const { args, flags, io, path, namespace } = context;
  const [name] = args;
  if (args.length > 1) throw usageError(path, 'pod [NAME | -l label]');
  if (name !== undefined && (flags.string('selector') !== '' || flags.string('field-selector') !== ''))
    throw new CliError('only one of NAME or selector can be provided');
  const all = flags.bool('all-namespaces');
  const found = await read(context, METRICS, all && name === undefined ? '' : namespace, name);
  if (found.length === 0) {
    await refuseMissing(context, name);
    io.stderr(all ? 'No resources found\n' : `No resources found in ${namespace} namespace.\n`);
    return;
  }
  const order = flags.string('sort-by');
  const byName = (a: Measured, b: Measured): number =>
    all && a.namespace !== b.namespace ? (a.namespace < b.namespace ? -1 : 1) : a.name < b.name ? -1 : 1;
  const pods = ordered(found.map(measured), order, byName);
  io.stdout(formatRows(rowsOf(pods, flags, all, order)));
}

async function read(
  { api, flags }: Context,
  root: string,
  namespace: string,
  name: string | undefined,
): Promise<readonly JsonObject[]> {
  const pods = `${root}${namespace === '' ? '' : `/namespaces/${encodeURIComponent(namespace)}`}/pods`;
  if (name !== undefined) return [asObject(await api.request('GET', `${pods}/${encodeURIComponent(name)}`))];
  const query = {
    labelSelector: flags.string('selector') || undefined,
    fieldSelector: flags.string('field-selector') || undefined,
  };
  return objects(await api.request('GET', pods, { query }), 'items');
}

function measured(metrics: JsonObject): Measured {
  const containers = objects(metrics, 'containers').map((each) => ({
    name: text(each, 'name'),
    usage: usageOf(each, 'usage'),
  }));
  return {
    namespace: text(metrics, 'metadata', 'namespace'),
    name: text(metrics, 'metadata', 'name'),
    usage: containers.reduce((sum, { usage }) => addUsage(sum, usage), NO_USAGE),
    containers,
  };
}

function rowsOf(
  pods: readonly Measured[],
  flags: Context['flags'],
  withNamespace: boolean,
  order: string,
): readonly (readonly string[])[] {
  const byContainer = flags.bool('containers');
  const header = [
    ...(withNamespace ? ['NAMESPACE'] : []),
    ...(byContainer ? ['POD'] : []),
    'NAME',
    'CPU(cores)',
    'MEMORY(bytes)',
    '',
  ];
  const rows = pods.flatMap((pod) => {
    const start = [...(withNamespace ? [pod.namespace] : []), pod.name];
    if (!byContainer) return [[...start, ...usageCells(pod.usage), '']];
    const containers = ordered(pod.containers, order, (a, b) => (a.name < b.name ? -1 : 1));
    return containers.map((each) => [...start, each.name, ...usageCells(each.usage), '']);
  });
  const headers = flags.bool('no-headers') ? [] : [header];
  if (!flags.bool('sum')) return [...headers, ...rows];
  const sum = pods.reduce((total, { usage }) => addUsage(total, usage), NO_USAGE);
  // As upstream, which counts columns while it prints headers.
  const before = Array<string>(flags.bool('no-headers') ? 1 : header.length - 3).fill('');
  return [...headers, ...rows, [...before, '________', '________', ''], [...before, ...usageCells(sum), '']];
}

/** Pods without metrics are an error, whether they are new or not. */
async function refuseMissing(context: Context, name: string | undefined): Promise<void> {
  const { flags, io, namespace } = context;
  const pods = await read(context, '/api/v1', flags.bool('all-namespaces') ? '' : namespace, name);
  if (pods.length === 0) return;
  for (const pod of pods) {
    const ageMs = io.now() - Date.parse(text(pod, 'metadata', 'creationTimestamp'));
    if (ageMs <= metricsDelayMs) continue;
    const where = `${text(pod, 'metadata', 'namespace')}/${text(pod, 'metadata', 'name')}`;
    throw new CliError(`Metrics not available for pod ${where}, age: ${goDuration(ageMs)}`);
  }
  throw new CliError('metrics not available yet');
}

/** Go's text of a duration of whole milliseconds: `2m3.5s`. */
function goDuration(ms: number): string {
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor(ms / 60_000) % 60;
  return `${hours > 0 ? `${hours}h` : ''}${hours > 0 || minutes > 0 ? `${minutes}m` : ''}${(ms % 60_000) / 1000}s`;
}
