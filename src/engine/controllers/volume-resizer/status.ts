/** What a claim and its volume say of an expansion, as merge patches (upstream kubernetes-csi/external-resizer, resize_status.go). Pure. */
import type { Json, PersistentVolume, PersistentVolumeClaim, PersistentVolumeClaimCondition } from 'converge/sdk';
import { capacityOf, type Expansion } from './plan.ts';

type Claim = PersistentVolumeClaim;

/** On a claim: its node has nothing to do, for it has no file system. */
const notOnNode = 'volume.kubernetes.io/node-expansion-not-required';
/** On a volume, until its file system has grown: how large that is. */
export const sizeBefore = 'volume.alpha.kubernetes.io/pre-resize-capacity';

const aboutResizing: ReadonlySet<string> = new Set(['Resizing', 'FileSystemResizePending', 'ControllerResizeError', 'NodeResizeError']);

/** The driver is asked for this size. */
export function inProgress(claim: Claim, { size, isNew }: Expansion, time: string): Json {
  return statusPatch(claim, {
    ...(claim.metadata.annotations?.[notOnNode] !== undefined && { annotations: { [notOnNode]: null } }),
    conditions: withCondition(claim, { type: 'Resizing', lastTransitionTime: time }, { keepsOthers: !isNew }),
    ...(isNew && { state: 'ControllerResizeInProgress' }),
    allocated: size,
  });
}

/** The driver can't do it, and won't later: another size is to be asked for. */
export function infeasible(claim: Claim, why: string, time: string): Json {
  return statusPatch(claim, { conditions: withCondition(claim, failure(why, time), { keepsOthers: true }), state: 'ControllerResizeInfeasible' });
}

/** The driver has refused it, and may do it another time. */
export function failed(claim: Claim, why: string, time: string): Json {
  return statusPatch(claim, { conditions: withCondition(claim, failure(why, time), { keepsOthers: true }) });
}

/** The volume has its size, and the file system on it doesn't: that is the node's part. */
export function pendingOnNode(claim: Claim, time: string): Json {
  const message = 'Waiting for user to (re-)start a pod to finish file system resize of volume on node.';
  const conditions = withCondition(claim, { type: 'FileSystemResizePending', lastTransitionTime: time, message }, { keepsOthers: true });
  return statusPatch(claim, { conditions, state: 'NodeResizePending' });
}

/** The volume has its size, and there is no file system on it. */
export function finished(claim: Claim, size: string): Json {
  return statusPatch(claim, { annotations: { [notOnNode]: 'true' }, conditions: otherConditions(claim), state: null, capacity: size });
}

/** Of a volume that has grown. */
export function volumeGrown({ metadata }: PersistentVolume, claim: Claim, size: string): Json {
  const isNoted = metadata.annotations?.[sizeBefore] !== undefined;
  const annotations = isNoted || !hasFileSystem(claim) ? {} : { metadata: { annotations: { [sizeBefore]: capacityOf(claim) } } };
  return { ...annotations, spec: { capacity: { storage: size } } };
}

export const hasFileSystem = ({ spec }: Claim): boolean => spec.volumeMode !== 'Block';

type Condition = Pick<PersistentVolumeClaimCondition, 'type' | 'message' | 'lastTransitionTime'>;

const failure = (why: string, time: string): Condition => ({ type: 'ControllerResizeError', lastTransitionTime: time, message: `failed to expand pvc with ${why}` });

const otherConditions = ({ status }: Claim): readonly PersistentVolumeClaimCondition[] => (status.conditions ?? []).filter(({ type }) => !aboutResizing.has(type));

/** In its place, where it is there already. */
function withCondition(claim: Claim, condition: Condition, { keepsOthers }: { readonly keepsOthers: boolean }): readonly PersistentVolumeClaimCondition[] {
  const added = { ...condition, status: 'True' };
  const kept = (keepsOthers ? claim.status.conditions : otherConditions(claim)) ?? [];
  const isThere = kept.some(({ type }) => type === condition.type);
  return isThere ? kept.map((each) => (each.type === condition.type ? added : each)) : [...kept, added];
}

interface StatusChange {
  readonly annotations?: Readonly<Record<string, string | null>>;
  readonly conditions: readonly PersistentVolumeClaimCondition[];
  /** Null takes it away. */
  readonly state?: string | null;
  readonly allocated?: string;
  readonly capacity?: string;
}

/** Refused when the claim has changed meanwhile. */
function statusPatch({ metadata }: Claim, { annotations, conditions, state, allocated, capacity }: StatusChange): Json {
  return {
    metadata: { resourceVersion: metadata.resourceVersion, ...(annotations !== undefined && { annotations }) },
    status: {
      conditions: conditions.map((each) => ({ ...each })),
      ...(state !== undefined && { allocatedResourceStatuses: state === null ? null : { storage: state } }),
      ...(allocated !== undefined && { allocatedResources: { storage: allocated } }),
      ...(capacity !== undefined && { capacity: { storage: capacity } }),
    },
  };
}
