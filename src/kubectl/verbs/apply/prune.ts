/** `kubectl apply --prune`: deletes what was applied once and isn't in the files any more. In the page it comes with the verbs that most lessons don't use. */
import type { JsonObject } from '../../../engine/index.ts';
import type { Context } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { pathOf, type Resource } from '../../http/discovery.ts';
import { at, text } from '../../json.ts';
import type { DryRun } from '../../printers/output.ts';
import { listObjects } from '../../resource/builder.ts';
import { waitUntilGone } from '../../resource/watch-until.ts';
import { ANNOTATION } from './annotation.ts';

/** Namespaced kinds first, as upstream goes through them. */
const DEFAULT_KINDS: readonly (readonly [string, string])[] = [
  ['v1', 'ConfigMap'],
  ['v1', 'Endpoints'],
  ['v1', 'PersistentVolumeClaim'],
  ['v1', 'Pod'],
  ['v1', 'ReplicationController'],
  ['v1', 'Secret'],
  ['v1', 'Service'],
  ['batch/v1', 'Job'],
  ['batch/v1', 'CronJob'],
  ['networking.k8s.io/v1', 'Ingress'],
  ['apps/v1', 'DaemonSet'],
  ['apps/v1', 'Deployment'],
  ['apps/v1', 'ReplicaSet'],
  ['apps/v1', 'StatefulSet'],
  ['v1', 'Namespace'],
  ['v1', 'PersistentVolume'],
];
const STILL_WIDE =
  'W0101 00:00:00.000000       1 prune.go:71] Deprecated: kubectl apply will no longer prune non-namespaced resources by default when used with the --namespace flag in a future release. To preserve the current behaviour, list the resources you want to target explicitly in the --prune-allowlist flag.\n';

/** What was applied: it stays, and its namespaces are looked through. */
export interface Applied {
  readonly namespace: string;
  readonly uid: string;
}

export interface Pruning {
  readonly selector: string;
  readonly resources: readonly Resource[];
  /** Whether they were chosen by the command line. */
  readonly chosen: boolean;
  readonly policy: string;
}

/** What is looked through. Rejects for flags that don't go together. @param policy Of `pruningPolicy`. */
export async function pruningOf(context: Context, policy: string): Promise<Pruning> {
  const { flags } = context;
  const selector = flags.string('selector');
  if (!flags.bool('all') && selector === '') {
    throw new CliError(
      'all resources selected for prune without explicitly passing --all. To prune all resources, pass the --all flag. ' +
        'If you did not mean to prune all resources, specify a label selector',
    );
  }
  return { selector, policy, ...(await prunableKinds(context)) };
}

/** The kinds that are looked through: those of --prune-allowlist, or upstream's own. */
export async function prunableKinds({ flags, mapper }: Context): Promise<Pick<Pruning, 'resources' | 'chosen'>> {
  const allowed = flags.list('prune-allowlist').map(kindOf);
  const chosen = allowed.length > 0;
  const resources: Resource[] = [];
  for (const [apiVersion, kind] of chosen ? allowed : DEFAULT_KINDS) {
    const resource = await mapper.kind(apiVersion, kind);
    if (resource !== undefined) resources.push(resource);
    else if (chosen) throw new CliError(`no matches for kind "${kind}" in version "${apiVersion}"`);
  }
  return { resources, chosen };
}

function kindOf(given: string): readonly [string, string] {
  const [group = '', version = '', kind = '', ...more] = given.split('/');
  if (kind === '' || more.length > 0)
    throw new CliError(`invalid GroupVersionKind format: ${given}, please follow <group/version/kind>`);
  return [group === 'core' ? version : `${group}/${version}`, kind];
}

/** Deletes them, kind by kind, and says so. */
export async function prune(
  context: Context,
  { selector, resources, chosen, policy }: Pruning,
  applied: readonly Applied[],
  dryRun: DryRun,
  print: (operation: string, object: JsonObject, resource: Resource) => void,
): Promise<void> {
  if (!chosen) context.io.stderr(STILL_WIDE);
  for await (const { resource, object } of notApplied(context, { selector, resources }, applied)) {
    await remove(context, resource, object, policy, dryRun);
    print('pruned', object, resource);
  }
}

/** What was applied once, in the namespaces of what is applied now, and isn't among it. */
export async function* notApplied(
  context: Context,
  { selector, resources }: Pick<Pruning, 'selector' | 'resources'>,
  applied: readonly Applied[],
): AsyncGenerator<{ readonly resource: Resource; readonly object: JsonObject }> {
  const kept = new Set(applied.map(({ uid }) => uid));
  const namespaces = new Set(applied.map(({ namespace }) => namespace).filter((each) => each !== ''));
  const places = [...namespaces]
    .sort()
    .map((namespace) => ({ namespace, of: resources.filter((each) => each.namespaced) }));
  for (const { namespace, of } of [...places, { namespace: '', of: resources.filter((each) => !each.namespaced) }]) {
    for (const resource of of) {
      for (const object of await listObjects(context, resource, namespace, { labelSelector: selector || undefined })) {
        if (at(object, ...ANNOTATION) === undefined || kept.has(text(object, 'metadata', 'uid'))) continue;
        yield { resource, object };
      }
    }
  }
}

async function remove(
  context: Context,
  resource: Resource,
  object: JsonObject,
  propagationPolicy: string,
  dryRun: DryRun,
): Promise<void> {
  if (dryRun === 'client') return;
  const { api, flags } = context;
  const [namespace, name] = [text(object, 'metadata', 'namespace'), text(object, 'metadata', 'name')];
  const seconds = flags.int('grace-period');
  const body = {
    propagationPolicy,
    ...(seconds >= 0 && { gracePeriodSeconds: seconds }),
    ...(dryRun === 'server' && { dryRun: ['All'] }),
  };
  await api.request('DELETE', pathOf(resource, namespace, name), { body });
  if (!flags.bool('wait') || dryRun === 'server') return;
  const uid = text(object, 'metadata', 'uid');
  await waitUntilGone(context, [{ resource, namespace, name, uid }], flags.duration('timeout'));
}
