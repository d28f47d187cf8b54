/** One pass of the Job controller over a Job and Pods given as they are, without a server: for upstream's tables. */
import type { Job, JobSpec, JobStatus, Pod, Tools } from 'converge/sdk';
import { createReconcile } from '../reconcile.ts';
import { failureCountMark, indexMark, trackingFinalizer } from '../job-pods.ts';

export const nowMs = Date.parse('2026-01-01T01:00:00Z');
const created = '2026-01-01T00:00:00Z';
export const finished = '2026-01-01T00:30:00Z';

export interface PodTraits {
  readonly uid?: string;
  readonly phase?: string;
  /** Its completion index, as the annotation has it. */
  readonly index?: string;
  readonly ready?: boolean;
  readonly deleted?: boolean;
  readonly tracked?: boolean;
  /** How often its index failed before it. */
  readonly failures?: number;
  readonly status?: Partial<Pod['status']>;
  readonly restarts?: number;
}

let made = 0;

export function pod(traits: PodTraits = {}): Pod {
  made += 1;
  const { uid = `pod-${made}`, phase = 'Running', index, ready, deleted, tracked = true, failures, restarts = 0 } = traits;
  const hasEnded = phase === 'Succeeded' || phase === 'Failed';
  const state = hasEnded ? { terminated: { exitCode: phase === 'Failed' ? 1 : 0, finishedAt: finished } } : { running: {} };
  const annotations = {
    ...(index === undefined ? {} : { [indexMark]: index }),
    ...(failures === undefined ? {} : { [failureCountMark]: `${failures}` }),
  };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: uid,
      namespace: 'default',
      uid,
      resourceVersion: '1',
      creationTimestamp: created,
      annotations,
      ...(tracked ? { finalizers: [trackingFinalizer] } : {}),
      ...(deleted === true ? { deletionTimestamp: finished } : {}),
      ownerReferences: [{ apiVersion: 'batch/v1', kind: 'Job', name: 'sum', uid: 'job', controller: true }],
    },
    spec: { containers: [] },
    status: {
      phase,
      containerStatuses: [{ name: 'main', image: '', imageID: '', ready: ready === true, restartCount: restarts, state }],
      ...(ready === true ? { conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: created }] } : {}),
      ...traits.status,
    },
  };
}

/** So many Pods alike. */
export function pods(count: number, traits: PodTraits): readonly Pod[] {
  return Array.from({ length: count }, () => pod(traits));
}

export interface PassInput {
  readonly spec?: Partial<JobSpec>;
  readonly status?: JobStatus;
  readonly pods?: readonly Pod[];
  readonly deleting?: boolean;
  /** What was created and deleted before is in the cache; true when absent. */
  readonly settled?: boolean;
  /** Pods can be neither created, changed nor deleted. */
  readonly podsRefused?: boolean;
  /** So many can be created. */
  readonly podLimit?: number;
  readonly statusRefused?: boolean;
}

export interface PassResult {
  readonly created: readonly { readonly generateName?: string; readonly hostname?: string; readonly annotations: Readonly<Record<string, string>> }[];
  /** Names of deleted Pods. */
  readonly deleted: readonly string[];
  readonly patched: readonly string[];
  readonly statuses: readonly JobStatus[];
  /** The last of them, or the one that was there. */
  readonly status: JobStatus;
  readonly events: readonly string[];
  readonly afterMs: number | undefined;
  readonly error: Error | undefined;
}

export function jobOf({ spec = {}, status = {}, deleting = false }: PassInput): Job {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name: 'sum',
      namespace: 'default',
      uid: 'job',
      resourceVersion: '1',
      creationTimestamp: created,
      ...(deleting ? { deletionTimestamp: finished } : {}),
    },
    spec: {
      parallelism: 1,
      backoffLimit: 6,
      completionMode: 'NonIndexed',
      selector: { matchLabels: {} },
      template: { spec: { containers: [{ name: 'main', image: 'nginx:1' }], restartPolicy: 'Never' } },
      ...spec,
    },
    status,
  };
}

/** Runs one pass. `before`: statuses of passes of the same controller before it, each with the Pods it met. */
export async function runPass(input: PassInput): Promise<PassResult> {
  const job = jobOf(input);
  const seen = { created: [] as Pod[], deleted: [] as string[], patched: [] as string[], statuses: [] as JobStatus[], events: [] as string[] };
  const refused = new Error('refused');
  const readers = {
    jobs: { get: () => job, list: () => [job] },
    pods: { get: () => undefined, list: () => input.pods ?? [], controlledBy: () => input.pods ?? [], orphans: () => [] },
  };
  const tools = {
    lister: ({ plural }: { readonly plural: 'jobs' | 'pods' }) => readers[plural],
    client: {
      async createMany(_kind: unknown, draft: Pod | ((index: number) => Pod), count: number) {
        const most = input.podsRefused === true ? 0 : Math.min(count, input.podLimit ?? count);
        for (let index = 0; index < most; index += 1) seen.created.push(typeof draft === 'function' ? draft(index) : draft);
        const made = seen.created.slice(-most || seen.created.length);
        return { created: made, missing: count - most, errors: most === count ? [] : [refused] };
      },
      async patch(_kind: unknown, { metadata }: Pod) {
        seen.patched.push(metadata.name);
        if (input.podsRefused === true) throw refused;
      },
      async delete(_kind: unknown, { metadata }: Pod) {
        if (input.podsRefused === true) throw refused;
        seen.deleted.push(metadata.name);
      },
      async updateStatus(_kind: unknown, written: Job) {
        seen.statuses.push(written.status);
        if (input.statusRefused === true) throw refused;
        return written;
      },
    },
    expect: {
      satisfied: () => input.settled ?? true,
      creations() {},
      deletions() {},
      creationsFailed() {},
      deletionsFailed() {},
    },
    events: {
      normal: (_job: unknown, reason: string, message: string) => seen.events.push(`${reason}: ${message}`),
      warning: (_job: unknown, reason: string, message: string) => seen.events.push(`${reason}: ${message}`),
    },
    now: () => nowMs,
  };
  const outcome = await attempt(() => createReconcile()('default/sum', tools as unknown as Tools));
  return {
    created: seen.created.map(({ metadata, spec }) => ({
      generateName: metadata.generateName ?? '',
      hostname: spec.hostname ?? '',
      annotations: metadata.annotations ?? {},
    })),
    deleted: seen.deleted,
    patched: seen.patched,
    statuses: seen.statuses,
    status: seen.statuses.at(-1) ?? job.status,
    events: seen.events,
    ...outcome,
  };
}

async function attempt(pass: () => ReturnType<ReturnType<typeof createReconcile>>) {
  try {
    return { afterMs: (await pass())?.afterMs, error: undefined };
  } catch (error) {
    return { afterMs: undefined, error: error as Error };
  }
}

