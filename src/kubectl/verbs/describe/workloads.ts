/** Pages of Deployment, ReplicaSet, ReplicationController, DaemonSet and StatefulSet. */
import { type JsonObject, timeMsOf } from '../../../engine/index.ts';
import type { Context } from '../../command.ts';
import { at, list, number, objects, record, same, scalar, strings, text, withField } from '../../json.ts';
import { listObjects } from '../../resource/builder.ts';
import { selectorText } from '../../resource/selector.ts';
import { controllerName, longTime, type PrefixWriter } from './prefix-writer.ts';
import { describePodTemplate } from './pod-template.ts';
import type { Subject } from './subject.ts';

const statusOf = (object: JsonObject, field: string): number => number(object, 'status', field) ?? 0;

function names(page: PrefixWriter, object: JsonObject): void {
  page.line(0, `Name:\t${text(object, 'metadata', 'name')}`);
  page.line(0, `Namespace:\t${text(object, 'metadata', 'namespace')}`);
}

function labels(page: PrefixWriter, object: JsonObject): void {
  page.labels('Labels', strings(object, 'metadata', 'labels'));
  page.annotations('Annotations', object);
}

function conditions(page: PrefixWriter, object: JsonObject): void {
  const all = objects(object, 'status', 'conditions');
  if (all.length === 0) return;
  page.raw('Conditions:\n  Type\tStatus\tReason\n');
  page.line(1, '----\t------\t------');
  for (const each of all) page.line(1, `${text(each, 'type')} \t${text(each, 'status')}\t${text(each, 'reason')}`);
}

export async function describeDeployment({ page, object, context }: Subject): Promise<void> {
  names(page, object);
  page.line(0, `CreationTimestamp:\t${longTime(text(object, 'metadata', 'creationTimestamp'))}`);
  labels(page, object);
  page.line(0, `Selector:\t${selectorText(record(object, 'spec', 'selector'))}`);
  const wanted = number(object, 'spec', 'replicas') ?? 0;
  const [updated, total] = [statusOf(object, 'updatedReplicas'), statusOf(object, 'replicas')];
  const [available, missing] = [statusOf(object, 'availableReplicas'), statusOf(object, 'unavailableReplicas')];
  page.line(
    0,
    `Replicas:\t${wanted} desired | ${updated} updated | ${total} total | ${available} available | ${missing} unavailable`,
  );
  page.line(0, `StrategyType:\t${text(object, 'spec', 'strategy', 'type')}`);
  page.line(0, `MinReadySeconds:\t${number(object, 'spec', 'minReadySeconds') ?? 0}`);
  const rolling = record(object, 'spec', 'strategy', 'rollingUpdate');
  if (Object.keys(rolling).length > 0) {
    page.line(
      0,
      `RollingUpdateStrategy:\t${scalar(rolling['maxUnavailable'])} max unavailable, ${scalar(rolling['maxSurge'])} max surge`,
    );
  }
  describePodTemplate(page, record(object, 'spec', 'template'));
  conditions(page, object);
  const sets = await replicaSets(context, object);
  if (sets.older.length + sets.newest.length > 0) {
    page.line(0, `OldReplicaSets:\t${setList(sets.older)}`);
    page.line(0, `NewReplicaSet:\t${setList(sets.newest)}`);
  }
}

async function replicaSets(
  context: Context,
  object: JsonObject,
): Promise<{ readonly older: readonly JsonObject[]; readonly newest: readonly JsonObject[] }> {
  const resource = await context.mapper.resource('replicasets.apps');
  const labelSelector = selectorText(record(object, 'spec', 'selector'));
  const all = await listObjects(context, resource, text(object, 'metadata', 'namespace'), { labelSelector });
  const uid = text(object, 'metadata', 'uid');
  const owned = all
    .filter((each) =>
      objects(each, 'metadata', 'ownerReferences').some(
        (owner) => owner['controller'] === true && text(owner, 'uid') === uid,
      ),
    )
    .toSorted(
      (a, b) => created(a) - created(b) || (text(a, 'metadata', 'name') < text(b, 'metadata', 'name') ? -1 : 1),
    );
  const newest = owned.find((each) =>
    same(bare(record(each, 'spec', 'template')), bare(record(object, 'spec', 'template'))),
  );
  return { older: owned.filter((each) => each !== newest), newest: newest === undefined ? [] : [newest] };
}

const created = (object: JsonObject): number => timeMsOf(text(object, 'metadata', 'creationTimestamp'));

function bare(template: JsonObject): JsonObject {
  return withField(
    withField(template, ['metadata', 'labels', 'pod-template-hash'], undefined),
    ['metadata', 'creationTimestamp'],
    undefined,
  );
}

function setList(sets: readonly JsonObject[]): string {
  const shown = sets.map(
    (each) =>
      `${text(each, 'metadata', 'name')} (${statusOf(each, 'replicas')}/${number(each, 'spec', 'replicas') ?? 0} replicas created)`,
  );
  return shown.join(', ') || '<none>';
}

export async function describeReplicaSet({ page, object, context }: Subject): Promise<void> {
  names(page, object);
  page.line(0, `Selector:\t${selectorText(record(object, 'spec', 'selector'))}`);
  labels(page, object);
  const owner = controllerName(object);
  if (owner !== '') page.line(0, `Controlled By:\t${owner}`);
  page.line(
    0,
    `Replicas:\t${statusOf(object, 'replicas')} current / ${number(object, 'spec', 'replicas') ?? 0} desired`,
  );
  page.line(0, `Pods Status:\t${await podCounts(context, object)}`);
  describePodTemplate(page, record(object, 'spec', 'template'));
  conditions(page, object);
}

/** The same page; its selector has an older form. */
export function describeReplicationController(subject: Subject): Promise<void> {
  const matchLabels = record(subject.object, 'spec', 'selector');
  return describeReplicaSet({ ...subject, object: withField(subject.object, ['spec', 'selector'], { matchLabels }) });
}

async function podCounts(context: Context, object: JsonObject): Promise<string> {
  const pods = await context.mapper.resource('pods');
  const labelSelector = selectorText(record(object, 'spec', 'selector'));
  const uid = text(object, 'metadata', 'uid');
  const all = await listObjects(context, pods, text(object, 'metadata', 'namespace'), { labelSelector });
  const own = all.filter((pod) =>
    objects(pod, 'metadata', 'ownerReferences').some(
      (each) => each['controller'] === true && text(each, 'uid') === uid,
    ),
  );
  const count = (phase: string): number => own.filter((pod) => text(pod, 'status', 'phase') === phase).length;
  return `${count('Running')} Running / ${count('Pending')} Waiting / ${count('Succeeded')} Succeeded / ${count('Failed')} Failed`;
}

export async function describeDaemonSet({ page, object, context }: Subject): Promise<void> {
  names(page, object);
  page.line(0, `Selector:\t${selectorText(record(object, 'spec', 'selector'))}`);
  page.line(
    0,
    `Node-Selector:\t${selectorText(record(object, 'spec', 'template', 'spec', 'nodeSelector')) || '<none>'}`,
  );
  labels(page, object);
  page.line(0, `Desired Number of Nodes Scheduled: ${statusOf(object, 'desiredNumberScheduled')}`);
  page.line(0, `Current Number of Nodes Scheduled: ${statusOf(object, 'currentNumberScheduled')}`);
  page.line(0, `Number of Nodes Scheduled with Up-to-date Pods: ${statusOf(object, 'updatedNumberScheduled')}`);
  page.line(0, `Number of Nodes Scheduled with Available Pods: ${statusOf(object, 'numberAvailable')}`);
  page.line(0, `Number of Nodes Misscheduled: ${statusOf(object, 'numberMisscheduled')}`);
  page.line(0, `Pods Status:\t${await podCounts(context, object)}`);
  describePodTemplate(page, record(object, 'spec', 'template'));
}

export async function describeStatefulSet({ page, object, context }: Subject): Promise<void> {
  names(page, object);
  page.line(0, `CreationTimestamp:\t${longTime(text(object, 'metadata', 'creationTimestamp'))}`);
  page.line(0, `Selector:\t${selectorText(record(object, 'spec', 'selector'))}`);
  labels(page, object);
  page.line(0, `Replicas:\t${number(object, 'spec', 'replicas') ?? 0} desired | ${statusOf(object, 'replicas')} total`);
  page.line(0, `Update Strategy:\t${text(object, 'spec', 'updateStrategy', 'type')}`);
  const partition = number(object, 'spec', 'updateStrategy', 'rollingUpdate', 'partition');
  const unavailable = at(object, 'spec', 'updateStrategy', 'rollingUpdate', 'maxUnavailable');
  if (partition !== undefined) page.line(1, `Partition:\t${partition}`);
  if (partition !== undefined && unavailable !== undefined) page.line(1, `MaxUnavailable:\t${scalar(unavailable)}`);
  page.line(0, `Pods Status:\t${await podCounts(context, object)}`);
  describePodTemplate(page, record(object, 'spec', 'template'));
  const claims = objects(object, 'spec', 'volumeClaimTemplates');
  page.line(0, `Volume Claims:${claims.length === 0 ? '\t<none>' : ''}`);
  for (const claim of claims) {
    page.line(1, `Name:\t${text(claim, 'metadata', 'name')}`);
    page.line(1, `StorageClass:\t${text(claim, 'spec', 'storageClassName')}`);
    page.labels('Labels', strings(claim, 'metadata', 'labels'), '  ');
    const annotations = strings(claim, 'metadata', 'annotations').map(([key, value]) => `${key}=${value}`);
    page.entries('Annotations', annotations, '  ');
    page.line(1, `Capacity:\t${text(claim, 'spec', 'resources', 'requests', 'storage') || '<default>'}`);
    page.line(1, `Access Modes:\t[${list(claim, 'spec', 'accessModes').map(String).join(' ')}]`);
  }
}
