/** Revisions of a deployment: its ReplicaSets, or of other workloads: their ControllerRevisions. */
import type { JsonObject } from '../../../engine/index.ts';
import { type Context, DRY_RUN_FLAG, FILE_FLAGS, KUSTOMIZE_FLAG, OUTPUT_FLAGS, SELECTOR_FLAG, type Verb } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { PATCH_TYPES } from '../../http/api.ts';
import { objectName, pathOf } from '../../http/discovery.ts';
import { at, isObject, number, objects, record, same, strings, text, withField } from '../../json.ts';
import { createOperationPrinter, dryRunOf, objectPrinter } from '../../printers/output.ts';
import { alignTabs } from '../../printers/tab-writer.ts';
import { gather, getObject, listObjects, type Target } from '../../resource/builder.ts';
import { selectorText } from '../../resource/selector.ts';
import { PrefixWriter } from '../describe/prefix-writer.ts';
import { describePodTemplate } from '../describe/pod-template.ts';

const REVISION = 'deployment.kubernetes.io/revision';
const CAUSE = 'kubernetes.io/change-cause';
const HASH = 'pod-template-hash';

export const history: Verb = {
  name: 'history',
  short: 'View rollout history',
  usage: '(TYPE NAME | TYPE/NAME) [flags]',
  flags: [
    ...FILE_FLAGS,
    KUSTOMIZE_FLAG,
    ...OUTPUT_FLAGS,
    SELECTOR_FLAG,
    { name: 'revision', type: 'int', default: '0', help: 'Details of this revision' },
  ],
  run: showHistory,
};

export const undo: Verb = {
  name: 'undo',
  short: 'Undo a previous rollout',
  usage: '(TYPE NAME | TYPE/NAME) [flags]',
  flags: [
    ...FILE_FLAGS,
    KUSTOMIZE_FLAG,
    ...OUTPUT_FLAGS,
    SELECTOR_FLAG,
    DRY_RUN_FLAG,
    { name: 'to-revision', type: 'int', default: '0', help: 'The revision to go back to; 0 for the last one' },
  ],
  run: undoRollout,
};

interface Revision {
  readonly number: number;
  readonly template: JsonObject;
  readonly cause: string;
  readonly object: JsonObject;
}

async function targetsOf(context: Context): Promise<readonly Target[]> {
  const { args, flags } = context;
  if (args.length === 0 && flags.list('filename').length === 0) throw new CliError('required resource not specified');
  return (await gather(context, args, { files: true, lists: true, selector: flags.string('selector') })).targets;
}

async function showHistory(context: Context): Promise<void> {
  const { flags, io } = context;
  const wanted = flags.int('revision');
  if (wanted < 0) throw new CliError(`revision must be a positive integer: ${wanted}`);
  const print = objectPrinter(context);
  for (const target of await targetsOf(context)) {
    const object = await getObject(context, target);
    const revisions = await revisionsOf(context, target, object, 'history viewer');
    const name = objectName(target.resource, target.name);
    if (wanted === 0 && print !== undefined) {
      for (const each of revisions) io.stdout(print(atRevision(object, each), target.resource));
      continue;
    }
    if (wanted === 0) {
      if (revisions.length === 0) {
        io.stdout(`${name} \nNo rollout history found.\n`);
        continue;
      }
      const rows = revisions.map((each) => `${each.number}\t${each.cause || '<none>'}\n`).join('');
      const table = alignTabs(`REVISION\tCHANGE-CAUSE\n${rows}`, { minWidth: 0, padding: 2 });
      io.stdout(`${name} \n${table}\n`);
      continue;
    }
    const found = revisions.find((each) => each.number === wanted);
    if (found === undefined) throw new CliError('unable to find the specified revision');
    if (print !== undefined) {
      io.stdout(print(atRevision(object, found), target.resource));
      continue;
    }
    const annotated =
      found.cause === '' ? found.template : withField(found.template, ['metadata', 'annotations', CAUSE], found.cause);
    const page = new PrefixWriter(io.now());
    describePodTemplate(page, annotated);
    io.stdout(`${name} with revision #${wanted}\n${page.unaligned()}\n`);
  }
}

/** A Deployment's ReplicaSet, or the object with the template that it had; as typed clients show it, whose templates have an empty time of creation. */
function atRevision(object: JsonObject, { template, object: stored }: Revision): JsonObject {
  const isReplicaSet = text(stored, 'kind') !== 'ControllerRevision';
  const whole = isReplicaSet ? stored : withField(object, ['spec', 'template'], withoutDirective(template));
  const timed = withField(whole, ['spec', 'template', 'metadata', 'creationTimestamp'], null);
  const claims = objects(timed, 'spec', 'volumeClaimTemplates');
  if (claims.length === 0) return timed;
  const typed = claims.map((claim) => withField(claim, ['metadata', 'creationTimestamp'], null));
  return withField(timed, ['spec', 'volumeClaimTemplates'], typed);
}

/** What a revision stores is a patch that says so. */
function withoutDirective({ $patch: _, ...template }: JsonObject): JsonObject {
  return template;
}

/** Kinds that the real one's visitor knows, though it can't roll them back. */
const VISITED = ['CronJob', 'Job', 'Pod', 'ReplicaSet', 'ReplicationController'];

/** Oldest first. */
async function revisionsOf(
  context: Context,
  target: Target,
  object: JsonObject,
  what: string,
): Promise<readonly Revision[]> {
  const kind = target.resource.kind;
  const owned = (each: JsonObject): boolean =>
    objects(each, 'metadata', 'ownerReferences').some(
      (owner) => owner['controller'] === true && text(owner, 'uid') === text(object, 'metadata', 'uid'),
    );
  const labelSelector = selectorText(record(object, 'spec', 'selector'));
  if (kind === 'Deployment') {
    const sets = await listObjects(context, await context.mapper.resource('replicasets.apps'), target.namespace, {
      labelSelector,
    });
    const found = sets.filter(owned).map((each) => ({
      number: Number(text(each, 'metadata', 'annotations', REVISION) || '0'),
      template: record(each, 'spec', 'template'),
      cause: text(each, 'metadata', 'annotations', CAUSE),
      object: each,
    }));
    return found.toSorted((a, b) => a.number - b.number);
  }
  if (kind !== 'DaemonSet' && kind !== 'StatefulSet') {
    const group = target.resource.group === '' ? kind : `${kind}.${target.resource.group}`;
    throw new CliError(
      what === 'rollbacker' && !VISITED.includes(kind)
        ? `error retrieving rollbacker for "${group}", no visitor method exists for {${target.resource.group} ${kind}}`
        : `no ${what} has been implemented for "${group}"`,
    );
  }
  const all = await listObjects(context, await context.mapper.resource('controllerrevisions.apps'), target.namespace, {
    labelSelector,
  });
  const found = all.filter(owned).map((each) => ({
    number: number(each, 'revision') ?? 0,
    template: record(each, 'data', 'spec', 'template'),
    cause: text(each, 'metadata', 'annotations', CAUSE),
    object: each,
  }));
  return found.toSorted((a, b) => a.number - b.number);
}

async function undoRollout(context: Context): Promise<void> {
  const { flags } = context;
  const dryRun = dryRunOf(context);
  const print = createOperationPrinter(context, dryRun);
  for (const target of await targetsOf(context)) {
    const object = await getObject(context, target);
    const revisions = await revisionsOf(context, target, object, 'rollbacker');
    const found = choose(revisions, flags.int('to-revision'), target, object);
    if (dryRun === 'client') {
      const page = new PrefixWriter(context.io.now());
      describePodTemplate(page, found.template);
      const says = target.resource.kind === 'Deployment' ? '' : 'will roll back to ';
      print(`${says}${page.unaligned()}`, object, target.resource);
      continue;
    }
    if (at(object, 'spec', 'paused') === true) {
      throw new CliError(
        "you cannot rollback a paused deployment; resume it first with 'kubectl rollout resume' and try again",
      );
    }
    const template = withoutHash(found.template);
    if (same(template, withoutHash(record(object, 'spec', 'template')))) {
      const revision = flags.int('to-revision');
      print(`skipped rollback (current template already matches revision ${revision})`, object, target.resource);
      continue;
    }
    await rollBack(context, target, object, found, template, dryRun === 'server' ? 'All' : undefined);
    print('rolled back', object, target.resource);
  }
}

function choose(revisions: readonly Revision[], wanted: number, target: Target, object: JsonObject): Revision {
  if (wanted > 0) {
    const found = revisions.find((each) => each.number === wanted);
    if (found === undefined) throw new CliError(`unable to find specified revision ${wanted} in history`);
    return found;
  }
  const previous = revisions.at(-2);
  if (previous !== undefined) return previous;
  if (target.resource.kind === 'Deployment') {
    throw new CliError(`no rollout history found for deployment "${text(object, 'metadata', 'name')}"`);
  }
  throw new CliError('no last revision to roll back to');
}

function withoutHash(template: JsonObject): JsonObject {
  const labels = record(template, 'metadata', 'labels');
  const rest = Object.fromEntries(Object.entries(labels).filter(([key]) => key !== HASH));
  const metadata = Object.entries(record(template, 'metadata')).filter(
    ([key, value]) => key !== 'labels' && value !== null,
  );
  return { ...template, metadata: { ...Object.fromEntries(metadata), labels: rest } };
}

const OWN_ANNOTATIONS = [
  'kubectl.kubernetes.io/last-applied-configuration',
  REVISION,
  'deployment.kubernetes.io/revision-history',
  'deployment.kubernetes.io/desired-replicas',
  'deployment.kubernetes.io/max-replicas',
  'deprecated.deployment.rollback.to',
];

async function rollBack(
  context: Context,
  target: Target,
  object: JsonObject,
  found: Revision,
  template: JsonObject,
  dryRun: string | undefined,
): Promise<void> {
  const path = pathOf(target.resource, target.namespace, target.name);
  if (target.resource.kind !== 'Deployment') {
    const data = at(found.object, 'data');
    await context.api.request('PATCH', path, {
      query: { dryRun },
      body: isObject(data) ? data : {},
      contentType: PATCH_TYPES.strategic,
    });
    return;
  }
  const kept = strings(object, 'metadata', 'annotations').filter(([key]) => OWN_ANNOTATIONS.includes(key));
  const back = strings(found.object, 'metadata', 'annotations').filter(([key]) => !OWN_ANNOTATIONS.includes(key));
  await context.api.request('PATCH', path, {
    query: { dryRun },
    body: [
      { op: 'replace', path: '/spec/template', value: template },
      { op: 'replace', path: '/metadata/annotations', value: Object.fromEntries([...kept, ...back]) },
    ],
    contentType: PATCH_TYPES.json,
  });
}
