/** `kubectl autoscale`: an autoscaler for what can be scaled. */
import { type Context, DRY_RUN_FLAG, FIELD_MANAGER_FLAG, FILE_FLAGS, KUSTOMIZE_FLAG, OUTPUT_FLAGS, type Verb } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { pathOf, type Resource } from '../../http/discovery.ts';
import { createOperationPrinter, dryRunOf } from '../../printers/output.ts';
import { asObject, gather, getObject, type Target } from '../../resource/builder.ts';

export const autoscale: Verb = {
  name: 'autoscale',
  short: 'Auto-scale a deployment, replica set, stateful set, or replication controller',
  usage: '(-f FILENAME | TYPE NAME | TYPE/NAME) [--min=MINPODS] --max=MAXPODS [--cpu-percent=CPU]',
  examples: ['kubectl autoscale deployment web --min=2 --max=10 --cpu-percent=80'],
  flags: [
    ...FILE_FLAGS,
    KUSTOMIZE_FLAG,
    ...OUTPUT_FLAGS,
    DRY_RUN_FLAG,
    FIELD_MANAGER_FLAG,
    { name: 'min', type: 'int', default: '-1', help: 'Fewest pods' },
    { name: 'max', type: 'int', default: '-1', help: 'Most pods' },
    { name: 'cpu-percent', type: 'int', default: '-1', help: 'Average use of the CPU asked for, in percent' },
    { name: 'name', type: 'string', help: 'Name of the autoscaler; that of the resource unless given' },
    { name: 'save-config', type: 'bool', help: 'Save the configuration for a later apply' },
  ],
  run,
};

/** The version this kubectl writes, as the real one of its age does. */
const AUTOSCALERS: Resource = {
  group: 'autoscaling',
  version: 'v2',
  kind: 'HorizontalPodAutoscaler',
  plural: 'horizontalpodautoscalers',
  namespaced: true,
  singular: '',
  shortNames: [],
  categories: [],
  verbs: [],
  subresources: [],
};

async function run(context: Context): Promise<void> {
  const { flags, args, api } = context;
  if (!flags.changed('max')) throw new CliError('required flag(s) "max" not set');
  const [min, max] = [flags.int('min'), flags.int('max')];
  if (max < 1) throw new CliError(`--max=MAXPODS is required and must be at least 1, max: ${max}`);
  if (max < min) {
    throw new CliError(`--max=MAXPODS must be larger or equal to --min=MINPODS, max: ${max}, min: ${min}`);
  }
  const dryRun = dryRunOf(context);
  const print = createOperationPrinter(context, dryRun);
  const { targets } = await gather(context, args, { files: true });
  if (targets.length === 0) throw new CliError('no objects passed to autoscale');
  for (const target of targets) {
    await getObject(context, target);
    if (!target.resource.subresources.includes('scale')) {
      const { group, version, plural, kind } = target.resource;
      const place = `${group === '' ? version : `${group}/${version}`}, Resource=${plural}`;
      throw new CliError(
        `cannot autoscale a ${kind}: could not find scale subresource for ${place} in discovery information`,
      );
    }
    const object = autoscalerOf(context, target);
    if (dryRun === 'client') {
      print('created', object, AUTOSCALERS);
      continue;
    }
    const query = {
      dryRun: dryRun === 'server' ? 'All' : undefined,
      fieldManager: flags.string('field-manager') || 'kubectl-autoscale',
    };
    const path = pathOf(AUTOSCALERS, context.namespace);
    print('autoscaled', asObject(await api.request('POST', path, { query, body: sent(object) })), AUTOSCALERS);
  }
}

function autoscalerOf({ flags }: Context, { resource, name }: Target) {
  const [min, cpu] = [flags.int('min'), flags.int('cpu-percent')];
  const { group, version, kind } = resource;
  return {
    kind: 'HorizontalPodAutoscaler',
    apiVersion: 'autoscaling/v2',
    metadata: { name: flags.string('name') || name, creationTimestamp: null },
    spec: {
      scaleTargetRef: { kind, name, apiVersion: group === '' ? version : `${group}/${version}` },
      ...(min > 0 ? { minReplicas: min } : {}),
      maxReplicas: flags.int('max'),
      ...(cpu >= 0 ? { metrics: [cpuMetric(cpu)] } : {}),
    },
    status: { desiredReplicas: 0, currentMetrics: null },
  };
}

function cpuMetric(averageUtilization: number) {
  return { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } } };
}

function sent({ metadata, status: _, ...rest }: ReturnType<typeof autoscalerOf>) {
  return { ...rest, metadata: { name: metadata.name } };
}
