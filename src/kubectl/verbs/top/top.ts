/** `kubectl top`: what nodes and pods use, as metrics-server measured it. */
import type { Context, Verb } from '../../command.ts';
import { ALL_NAMESPACES_FLAG, FIELD_SELECTOR_FLAG, SELECTOR_FLAG } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { topNode } from './node.ts';
import { topPod } from './pod.ts';

const COMMON = [
  SELECTOR_FLAG,
  { name: 'sort-by', type: 'string', help: 'cpu or memory, the largest first' },
  { name: 'no-headers', type: 'bool', help: 'Without the line of headers' },
  { name: 'use-protocol-buffers', type: 'bool', default: 'true', help: 'Ignored: JSON is used' },
] as const;

export const top: Verb = {
  name: 'top',
  short: 'Display resource (CPU/memory) usage',
  usage: '[flags]',
  children: [
    {
      name: 'node',
      aliases: ['nodes', 'no'],
      short: 'Display resource (CPU/memory) usage of nodes',
      usage: '[NAME | -l label]',
      examples: ['kubectl top node', 'kubectl top node node-1'],
      flags: [
        ...COMMON,
        { name: 'show-capacity', type: 'bool', help: 'Percent of the capacity, not of what is allocatable' },
      ],
      run: (context) => measured(context, topNode),
    },
    {
      name: 'pod',
      aliases: ['pods', 'po'],
      short: 'Display resource (CPU/memory) usage of pods',
      usage: '[NAME | -l label]',
      examples: ['kubectl top pod', 'kubectl top pod -A --containers', 'kubectl top pod -l app=web --sum'],
      flags: [
        ...COMMON,
        FIELD_SELECTOR_FLAG,
        ALL_NAMESPACES_FLAG,
        { name: 'containers', type: 'bool', help: 'A line for each container' },
        { name: 'sum', type: 'bool', help: 'The sum as the last line' },
      ],
      run: (context) => measured(context, topPod),
    },
  ],
};

/** What both check before they ask. */
async function measured(context: Context, run: (context: Context) => Promise<void>): Promise<void> {
  const { flags, mapper } = context;
  const order = flags.string('sort-by');
  if (order !== '' && order !== 'cpu' && order !== 'memory') throw new CliError('--sort-by accepts only cpu or memory');
  const all = await mapper.all();
  if (!all.some((each) => each.group === 'metrics.k8s.io')) throw new CliError('Metrics API not available');
  await run(context);
}
