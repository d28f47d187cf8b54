/** Finding or making the ReplicaSet of the Deployment's present template. (upstream sync.go getNewReplicaSet) */
import {
  conditionOf,
  controllerOf,
  deepEqual,
  isAlreadyExists,
  isNamespaceTerminating,
  ownerReferenceFor,
  ReplicaSet,
} from 'converge/sdk';
import { templateHash } from '../shared/template-hash.ts';
import { currentAnnotations, revisionAnnotation, revisionOf, sizeAnnotations } from './annotations.ts';
import { isRecreate } from './limits.ts';
import { firstSize } from './plan-rolling.ts';
import { hashLabel, hasSameTemplate } from './replica-sets.ts';
import { type Rollout, replaceSet, writeStatus } from './rollout.ts';
import { hasDeadline, makeCondition, withStatus } from './status.ts';

/** Gives the current set the next revision number, makes it if it must and may, and notes the number on the Deployment. */
export async function syncCurrentSet(rollout: Rollout, create: boolean): Promise<void> {
  const { current, old } = rollout.family;
  const revision = old.map(revisionOf).reduce((most, each) => (each > most ? each : most), 0n) + 1n;
  if (current !== undefined) await renewCurrentSet(rollout, current, revision);
  else if (create) await createCurrentSet(rollout, revision);
}

async function renewCurrentSet(rollout: Rollout, current: ReplicaSet, revision: bigint): Promise<void> {
  const { deployment, tools } = rollout;
  const annotations = currentAnnotations(deployment, current, revision);
  const minReadySeconds = deployment.spec.minReadySeconds ?? 0;
  const changed = !deepEqual(annotations, current.metadata.annotations ?? {});
  if (changed || minReadySeconds !== (current.spec.minReadySeconds ?? 0)) {
    const { metadata, spec } = current;
    const wanted = { ...current, metadata: { ...metadata, annotations }, spec: { ...spec, minReadySeconds } };
    replaceSet(rollout, current, await tools.client.update(ReplicaSet, wanted));
  }
  const message = `Found new replica set "${current.metadata.name}"`;
  const unknown = conditionOf(deployment.status.conditions, 'Progressing') === undefined;
  await noteRevision(rollout, annotations[revisionAnnotation], unknown ? ['FoundNewReplicaSet', message] : undefined);
}

async function createCurrentSet(rollout: Rollout, revision: bigint): Promise<void> {
  const { deployment, tools, family } = rollout;
  const wanted = draftSet(rollout, revision);
  const { name } = wanted.metadata;
  let created: ReplicaSet;
  let found = false;
  try {
    created = await tools.client.create(ReplicaSet, wanted);
  } catch (error) {
    if (!isAlreadyExists(error)) {
      if (error instanceof Error && !isNamespaceTerminating(error)) await noteCreateError(rollout, name, error);
      throw error;
    }
    const other = await tools.client.get(ReplicaSet, wanted.metadata);
    const ours = controllerOf(other)?.uid === deployment.metadata.uid;
    if (!ours || !hasSameTemplate(deployment.spec.template, other.spec.template)) {
      // Another template, or another owner's set, has this name: hash again with the next count of collisions.
      const { status } = deployment;
      await writeStatus(rollout, { ...status, collisionCount: (status.collisionCount ?? 0) + 1 });
      throw error;
    }
    created = other;
    found = true;
  }
  const replicas = wanted.spec.replicas;
  if (!found && replicas > 0) {
    const message = `Scaled up replica set ${name} from 0 to ${replicas}`;
    tools.events.normal(deployment, 'ScalingReplicaSet', message);
  }
  rollout.family = { ...family, current: created };
  const event = ['NewReplicaSetCreated', `Created new replica set "${name}"`] as const;
  await noteRevision(rollout, String(revision), found ? undefined : event);
}

function draftSet(rollout: Rollout, revision: bigint) {
  const { deployment } = rollout;
  const { spec, metadata, status } = deployment;
  const hash = templateHash(spec.template, status.collisionCount ?? 0);
  const labels = { ...spec.template.metadata?.labels, [hashLabel]: hash };
  const name = `${metadata.name}-${hash}`;
  const replicas = isRecreate(spec) ? (spec.replicas ?? 1) : firstSize(rollout, name);
  return {
    metadata: {
      name,
      ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
      labels,
      annotations: { ...currentAnnotations(deployment, undefined, revision), ...sizeAnnotations(deployment) },
      ownerReferences: [ownerReferenceFor(deployment)],
    },
    spec: {
      replicas,
      ...(spec.minReadySeconds ? { minReadySeconds: spec.minReadySeconds } : {}),
      selector: { ...spec.selector, matchLabels: { ...spec.selector.matchLabels, [hashLabel]: hash } },
      template: { ...spec.template, metadata: { ...spec.template.metadata, labels } },
    },
    status: { replicas: 0 },
  };
}

async function noteCreateError(rollout: Rollout, name: string, error: Error): Promise<void> {
  const { deployment, tools } = rollout;
  const message = `Failed to create new replica set "${name}": ${error.message}`;
  tools.events.warning(deployment, 'ReplicaSetCreateError', message);
  if (!hasDeadline(deployment)) return;
  const condition = makeCondition('Progressing', 'False', 'ReplicaSetCreateError', message, tools.now());
  const { status } = deployment;
  await writeStatus(rollout, { ...status, conditions: withStatus(status.conditions ?? [], condition) });
}

/** The Deployment carries the number of its current revision; `progress` is a new reason for its condition. */
async function noteRevision(
  rollout: Rollout,
  revision: string | undefined,
  progress: readonly [reason: string, message: string] | undefined,
): Promise<void> {
  const { deployment, tools } = rollout;
  const { status, metadata } = deployment;
  let { conditions } = status;
  if (progress !== undefined && hasDeadline(deployment)) {
    const [reason, message] = progress;
    conditions = withStatus(conditions ?? [], makeCondition('Progressing', 'True', reason, message, tools.now()));
  }
  const annotations =
    revision === undefined ? metadata.annotations : { ...metadata.annotations, [revisionAnnotation]: revision };
  await writeStatus(rollout, conditions === undefined ? status : { ...status, conditions }, annotations);
}
