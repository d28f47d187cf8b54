/** `kubectl top node` */
import type { Context } from '../../command.ts';
import { CliError, usageError } from '../../errors.ts';
import { objects, text } from '../../json.ts';
import { formatRows } from '../../printers/table.ts';
import { asObject } from '../../resource/builder.ts';
import { ordered, shareCells, type Usage, usageOf } from './usage.ts';

const HEADER = ['NAME', 'CPU(cores)', 'CPU(%)', 'MEMORY(bytes)', 'MEMORY(%)', ''];
const METRICS = '/apis/metrics.k8s.io/v1beta1/nodes';

/** Prints a line for each node. Rejects where there are no metrics. */
export async function topNode(context: Context): Promise<void> {
  const { api, args, flags, io, path } = context;
  const [name] = args;
  if (args.length > 1) throw usageError(path, 'node [NAME | -l label]');
  const labelSelector = flags.string('selector') || undefined;
  if (name !== undefined && labelSelector !== undefined)
    throw new CliError('only one of NAME or --selector can be provided');
  const query = { labelSelector };
  const read = async (root: string): Promise<readonly ReturnType<typeof asObject>[]> =>
    name === undefined
      ? objects(await api.request('GET', root, { query }), 'items')
      : [asObject(await api.request('GET', `${root}/${encodeURIComponent(name)}`))];
  const metrics = await read(METRICS);
  if (metrics.length === 0) throw new CliError('metrics not available yet');
  const whole = flags.bool('show-capacity') ? 'capacity' : 'allocatable';
  const available = new Map<string, Usage>(
    (await read('/api/v1/nodes')).map((node) => [text(node, 'metadata', 'name'), usageOf(node, 'status', whole)]),
  );
  const lines = ordered(
    metrics.map((each) => ({ name: text(each, 'metadata', 'name'), usage: usageOf(each, 'usage') })),
    flags.string('sort-by'),
    (a, b) => (a.name < b.name ? -1 : 1),
  );
  const rows = lines.map((line) => {
    const there = available.get(line.name);
    if (there === undefined) throw new CliError(`metrics of node ${line.name} have no node`);
    available.delete(line.name);
    return [line.name, ...shareCells(line.usage, there), ''];
  });
  const unknown = [...available.keys()].map((each) => [each, ...Array<string>(4).fill('<unknown>'), '']);
  io.stdout(formatRows([...(flags.bool('no-headers') ? [] : [HEADER]), ...rows, ...unknown]));
}
