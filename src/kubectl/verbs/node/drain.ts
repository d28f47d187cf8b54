/** `kubectl drain`: cordons a node and evicts its pods, or says which it will not touch (pkg/drain). */
import { type JsonObject, mirrorPodAnnotation, StatusError } from '../../../engine/index.ts';
import { type Context, DRY_RUN_FLAG, SELECTOR_FLAG, type Verb } from '../../command.ts';
import { Aggregate, CliError, messageOf, PlainError } from '../../errors.ts';
import { pathOf, type Resource } from '../../http/discovery.ts';
import { isObject, objects, text } from '../../json.ts';
import { createOperationPrinter, type DryRun, dryRunOf } from '../../printers/output.ts';
import { listObjects, type Target } from '../../resource/builder.ts';
import { waitUntilGone } from '../../resource/watch-until.ts';
import { nodesOf, setCordon } from './node.ts';

const RETRY_MS = 5000;

export const drain: Verb = {
  name: 'drain',
  short: 'Drain node in preparation for maintenance',
  usage: 'NODE',
  examples: ['kubectl drain node-1 --ignore-daemonsets'],
  flags: [
    SELECTOR_FLAG,
    DRY_RUN_FLAG,
    { name: 'force', type: 'bool', help: 'Also pods that declare no controller' },
    { name: 'ignore-daemonsets', type: 'bool', help: 'Leave DaemonSet-managed pods' },
    { name: 'delete-emptydir-data', type: 'bool', help: 'Also pods with emptyDir volumes' },
    { name: 'disable-eviction', type: 'bool', help: 'Delete instead of evicting' },
    { name: 'grace-period', type: 'int', default: '-1', help: 'Seconds of grace; -1 for what the pod says' },
    { name: 'timeout', type: 'duration', default: '0s', help: 'How long; 0 for as long as it takes' },
    { name: 'pod-selector', type: 'string', help: 'Only these pods' },
    {
      name: 'skip-wait-for-delete-timeout',
      type: 'int',
      default: '0',
      help: 'Do not wait for pods deleted longer ago',
    },
    { name: 'chunk-size', type: 'int', default: '500', help: 'Largest page of a list' },
  ],
  run,
};

async function run(context: Context): Promise<void> {
  const { io } = context;
  const dryRun = dryRunOf(context);
  const nodes = await nodesOf(context, 'drain');
  for (const node of nodes) await setCordon(context, node, true, dryRun);
  const failed: string[] = [];
  const fatal: unknown[] = [];
  for (const [index, node] of nodes.entries()) {
    try {
      await drainOne(context, node, dryRun);
    } catch (error) {
      if (
        !(
          error instanceof CliError ||
          error instanceof PlainError ||
          error instanceof Aggregate ||
          error instanceof StatusError
        )
      )
        throw error;
      const shown = error instanceof Aggregate ? `[${error.errors.map(messageOf).join(', ')}]` : messageOf(error);
      io.stderr(`error: unable to drain node "${node.name}" due to error: ${shown}, continuing command...\n`);
      fatal.push(error);
      failed.push(...nodes.slice(index, index + 1).map((each) => each.name));
    }
  }
  if (fatal.length === 0) return;
  io.stderr(`There are pending nodes to be drained:\n${failed.map((name) => ` ${name}\n`).join('')}`);
  if (fatal.length === 1) throw fatal[0];
  throw new Aggregate(fatal);
}

interface Verdict {
  readonly evict: boolean;
  readonly warning?: string;
  readonly refusal?: string;
}

const ALL: Verdict = { evict: true };

async function drainOne(context: Context, node: Target, dryRun: DryRun): Promise<void> {
  const { io, flags } = context;
  const pods = await context.mapper.resource('pods');
  const query = {
    fieldSelector: `spec.nodeName=${node.name}`,
    labelSelector: flags.string('pod-selector') || undefined,
  };
  const all = await listObjects(context, pods, '', query);
  const warnings = new Map<string, string[]>();
  const refusals = new Map<string, string[]>();
  const evicted: JsonObject[] = [];
  for (const pod of all) {
    const verdict = await judge(context, pod);
    const name = `${text(pod, 'metadata', 'namespace')}/${text(pod, 'metadata', 'name')}`;
    if (verdict.refusal !== undefined) push(refusals, verdict.refusal, name);
    else if (verdict.warning !== undefined) push(warnings, verdict.warning, name);
    if (verdict.evict) evicted.push(pod);
  }
  if (refusals.size > 0) {
    // Upstream says it twice (pkg/drain/filters.go and drain.go).
    const errors = [...refusals]
      .toSorted()
      .map(([why, names]) => new PlainError(`cannot delete cannot delete ${why}: ${names.join(', ')}`));
    throw errors.length === 1 ? errors[0] : new Aggregate(errors);
  }
  const warned = [...warnings].toSorted().map(([why, names]) => `${why}: ${names.join(', ')}`);
  if (warned.length > 0) io.stderr(`Warning: ${warned.join('; ')}\n`);
  await removeAll(context, pods, evicted, dryRun);
  createOperationPrinter(context, dryRun)('drained', { metadata: { name: node.name } }, node.resource);
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  map.set(key, [...(map.get(key) ?? []), value]);
}

/** Upstream's filters in their order: DaemonSets, mirror pods, local storage, pods without a controller. */
async function judge(context: Context, pod: JsonObject): Promise<Verdict> {
  const { flags } = context;
  const finished = ['Succeeded', 'Failed'].includes(text(pod, 'status', 'phase'));
  const owner = objects(pod, 'metadata', 'ownerReferences').find((each) => each['controller'] === true);
  if (owner !== undefined && text(owner, 'kind') === 'DaemonSet' && !finished) {
    const known = await exists(context, owner, text(pod, 'metadata', 'namespace'));
    if (!known && flags.bool('force'))
      return { evict: true, warning: `daemonsets.apps "${text(owner, 'name')}" not found` };
    if (!flags.bool('ignore-daemonsets'))
      return { evict: false, refusal: 'DaemonSet-managed Pods (use --ignore-daemonsets to ignore)' };
    return { evict: false, warning: 'ignoring DaemonSet-managed Pods' };
  }
  if (text(pod, 'metadata', 'annotations', mirrorPodAnnotation) !== '') return { evict: false };
  const local = objects(pod, 'spec', 'volumes').some((volume) => isObject(volume['emptyDir']));
  if (local && !finished && !flags.bool('delete-emptydir-data')) {
    return { evict: false, refusal: 'Pods with local storage (use --delete-emptydir-data to override)' };
  }
  if (owner === undefined && !finished) {
    if (!flags.bool('force'))
      return { evict: false, refusal: 'Pods that declare no controller (use --force to override)' };
    return { evict: true, warning: 'deleting Pods that declare no controller' };
  }
  return local && !finished ? { evict: true, warning: 'deleting Pods with local storage' } : ALL;
}

async function exists(context: Context, owner: JsonObject, namespace: string): Promise<boolean> {
  const resource = await context.mapper.kind(text(owner, 'apiVersion'), text(owner, 'kind'));
  if (resource === undefined) return false;
  const all = await listObjects(context, resource, namespace, {
    fieldSelector: `metadata.name=${text(owner, 'name')}`,
  });
  return all.length > 0;
}

async function removeAll(context: Context, pods: Resource, all: readonly JsonObject[], dryRun: DryRun): Promise<void> {
  const evicts = pods.subresources.includes('eviction') && !context.flags.bool('disable-eviction');
  const timeoutMs = context.flags.duration('timeout');
  const deadline = timeoutMs > 0 ? context.io.now() + timeoutMs : Infinity;
  if (dryRun === 'client') {
    for (const pod of all)
      context.io.stdout(
        `evicting pod ${text(pod, 'metadata', 'namespace')}/${text(pod, 'metadata', 'name')} (dry run)\n`,
      );
    return;
  }
  const results = await Promise.allSettled(all.map((pod) => remove(context, pods, pod, evicts, deadline)));
  const errors = results.flatMap((result): readonly unknown[] => (result.status === 'rejected' ? [result.reason] : []));
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new Aggregate(errors);
}

async function remove(
  context: Context,
  pods: Resource,
  pod: JsonObject,
  evicts: boolean,
  deadline: number,
): Promise<void> {
  const { io, api, flags } = context;
  const [name, namespace, uid] = [
    text(pod, 'metadata', 'name'),
    text(pod, 'metadata', 'namespace'),
    text(pod, 'metadata', 'uid'),
  ];
  const seconds = flags.int('grace-period');
  const deleteOptions = seconds >= 0 ? { gracePeriodSeconds: seconds } : {};
  const where = `pods/"${name}" -n "${namespace}"`;
  for (;;) {
    if (io.now() >= deadline) throw new CliError(`error when evicting ${where}: global timeout reached: ${flags.string('timeout')}`);
    if (evicts) io.stdout(`evicting pod ${namespace}/${name}\n`);
    try {
      if (evicts) {
        const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace }, deleteOptions };
        await api.request('POST', pathOf(pods, namespace, name, 'eviction'), { body });
      } else await api.request('DELETE', pathOf(pods, namespace, name), { body: deleteOptions });
      break;
    } catch (error) {
      const reason = error instanceof StatusError ? error.status.reason : '';
      if (reason === 'NotFound') return;
      if (reason !== 'TooManyRequests') throw new CliError(`error when evicting ${where}: ${messageOf(error)}`);
      io.stderr(`error when evicting ${where} (will retry after 5s): ${messageOf(error)}\n`);
      await api.sleep(RETRY_MS);
    }
  }
  const left = deadline === Infinity ? 0 : Math.max(1, deadline - io.now());
  try {
    await waitUntilGone(context, [{ resource: pods, namespace, name, uid }], left);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    throw new CliError(
      `error when waiting for pod "${name}" in namespace "${namespace}" to terminate: global timeout reached: ${flags.string('timeout')}`,
    );
  }
  io.stdout(`pod/${name} ${evicts ? 'evicted' : 'deleted'}\n`);
}
