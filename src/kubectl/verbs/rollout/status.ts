/** How far a rollout is, in upstream's words (pkg/polymorphichelpers/rollout_status.go). */

import type { Json, JsonObject } from '../../../engine/index.ts';
import { type Context, FILE_FLAGS, KUSTOMIZE_FLAG, SELECTOR_FLAG, type Verb } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { number, objects, text } from '../../json.ts';
import { gather, getObject } from '../../resource/builder.ts';
import { watchUntil } from '../../resource/watch-until.ts';

export interface Progress {
  readonly message: string;
  readonly done: boolean;
}

export const status: Verb = {
  name: 'status',
  short: 'Show the status of the rollout',
  usage: '(TYPE NAME | TYPE/NAME) [flags]',
  flags: [
    ...FILE_FLAGS,
    KUSTOMIZE_FLAG,
    SELECTOR_FLAG,
    { name: 'watch', short: 'w', type: 'bool', default: 'true', help: 'Watch until it is done' },
    { name: 'timeout', type: 'duration', default: '0s', help: 'How long to watch; 0 for as long as it takes' },
    { name: 'revision', type: 'int', default: '0', help: 'Only this revision' },
  ],
  run,
};

async function run(context: Context): Promise<void> {
  const { flags, io, args } = context;
  if (args.length === 0 && flags.list('filename').length === 0) throw new CliError('required resource not specified');
  const { targets } = await gather(context, args, { files: true, lists: true, selector: flags.string('selector') });
  if (targets.length === 0) io.stderr(`No resources found in ${context.namespace} namespace.\n`);
  const revision = flags.int('revision');
  const timeoutMs = flags.duration('timeout');
  for (const target of targets) {
    await getObject(context, target);
    const progress = viewerOf(target.resource.kind, target.resource.group);
    const deadline = timeoutMs > 0 ? io.now() + timeoutMs : Infinity;
    // Watching stops at an unchanged message no more than kubectl's does: every event prints its line.
    const done = await watchUntil(context, target, deadline, (object) => {
      if (object === undefined) throw new CliError('object has been deleted');
      const now = progress(object, revision);
      io.stdout(now.message);
      return now.done || !flags.bool('watch');
    });
    if (!done) throw new CliError('timed out waiting for the condition');
  }
}

function viewerOf(kind: string, group: string): (object: JsonObject, revision: number) => Progress {
  if (kind === 'Deployment') return deploymentProgress;
  if (kind === 'DaemonSet') return daemonSetProgress;
  if (kind === 'StatefulSet') return statefulSetProgress;
  throw new CliError(`no status viewer has been implemented for ${group === '' ? kind : `${kind}.${group}`}`);
}

const status0 = (object: Json, field: string): number => number(object, 'status', field) ?? 0;

function observed(object: JsonObject): boolean {
  return (number(object, 'metadata', 'generation') ?? 0) <= status0(object, 'observedGeneration');
}

/** What `rollout status` says about a deployment. Throws when its deadline has passed. */
export function deploymentProgress(object: JsonObject, revision = 0): Progress {
  const name = text(object, 'metadata', 'name');
  if (revision > 0) {
    const now = Number(text(object, 'metadata', 'annotations', 'deployment.kubernetes.io/revision') || '0');
    if (now !== revision)
      throw new CliError(`desired revision (${revision}) is different from the running revision (${now})`);
  }
  if (!observed(object)) return { message: 'Waiting for deployment spec update to be observed...\n', done: false };
  const progressing = objects(object, 'status', 'conditions').find((each) => text(each, 'type') === 'Progressing');
  if (text(progressing, 'reason') === 'ProgressDeadlineExceeded') {
    throw new CliError(`deployment "${name}" exceeded its progress deadline`);
  }
  const wait = `Waiting for deployment "${name}" rollout to finish: `;
  const [wanted, updated] = [number(object, 'spec', 'replicas'), status0(object, 'updatedReplicas')];
  const [total, available] = [status0(object, 'replicas'), status0(object, 'availableReplicas')];
  if (wanted !== undefined && updated < wanted) {
    return { message: `${wait}${updated} out of ${wanted} new replicas have been updated...\n`, done: false };
  }
  if (total > updated)
    return { message: `${wait}${total - updated} old replicas are pending termination...\n`, done: false };
  if (available < updated)
    return { message: `${wait}${available} of ${updated} updated replicas are available...\n`, done: false };
  return { message: `deployment "${name}" successfully rolled out\n`, done: true };
}

function daemonSetProgress(object: JsonObject): Progress {
  const name = text(object, 'metadata', 'name');
  if (text(object, 'spec', 'updateStrategy', 'type') !== 'RollingUpdate') {
    throw new CliError('rollout status is only available for RollingUpdate strategy type');
  }
  if (!observed(object)) return { message: 'Waiting for daemon set spec update to be observed...\n', done: false };
  const [updated, wanted] = [status0(object, 'updatedNumberScheduled'), status0(object, 'desiredNumberScheduled')];
  const available = status0(object, 'numberAvailable');
  const wait = `Waiting for daemon set "${name}" rollout to finish: `;
  if (updated < wanted)
    return { message: `${wait}${updated} out of ${wanted} new pods have been updated...\n`, done: false };
  if (available < wanted)
    return { message: `${wait}${available} of ${wanted} updated pods are available...\n`, done: false };
  return { message: `daemon set "${name}" successfully rolled out\n`, done: true };
}

function statefulSetProgress(object: JsonObject): Progress {
  if (text(object, 'spec', 'updateStrategy', 'type') !== 'RollingUpdate') {
    throw new CliError('rollout status is only available for RollingUpdate strategy type');
  }
  if (!observed(object)) return { message: 'Waiting for statefulset spec update to be observed...\n', done: false };
  const wanted = number(object, 'spec', 'replicas') ?? 0;
  const [ready, updated] = [status0(object, 'readyReplicas'), status0(object, 'updatedReplicas')];
  if (ready < wanted) return { message: `Waiting for ${wanted - ready} pods to be ready...\n`, done: false };
  // Defaults name a partition, 0 where nobody does: upstream prints of it all the same.
  const partition = number(object, 'spec', 'updateStrategy', 'rollingUpdate', 'partition');
  if (partition !== undefined) {
    const due = wanted - partition;
    if (updated < due) {
      return {
        message: `Waiting for partitioned roll out to finish: ${updated} out of ${due} new pods have been updated...\n`,
        done: false,
      };
    }
    return { message: `partitioned roll out complete: ${updated} new pods have been updated...\n`, done: true };
  }
  const revision = text(object, 'status', 'updateRevision');
  if (revision !== text(object, 'status', 'currentRevision')) {
    return {
      message: `waiting for statefulset rolling update to complete ${updated} pods at revision ${revision}...\n`,
      done: false,
    };
  }
  const current = text(object, 'status', 'currentRevision');
  return {
    message: `statefulset rolling update complete ${status0(object, 'currentReplicas')} pods at revision ${current}...\n`,
    done: true,
  };
}
