import { withPart } from '../../../../meta/index.ts';
import { ageColumn, defineKind, textColumn } from '../../../define.ts';
import type { Pod as PodObject, PodStatus } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';
import { defaultPod } from './defaults.ts';
import { qosClass } from './qos.ts';
import { summarizePod } from './status-cell.ts';
import { validatePod } from './validation.ts';

export type Pod = PodObject;

/** Containers that live and die together on one node. */
export const Pod: KindDefinition<Pod> = defineKind<Pod>({
  group: '',
  version: 'v1',
  kind: 'Pod',
  plural: 'pods',
  namespaced: true,
  shortNames: ['po'],
  categories: ['all'],
  subresources: {
    status: true,
    others: ['attach', 'binding', 'ephemeralcontainers', 'eviction', 'exec', 'log', 'portforward', 'proxy', 'resize'],
  },
  rules: {
    generation: 'spec',
    deleteReturnsObject: true,
    default: defaultPod,
    validate: validatePod,
    prepareForCreate: (pod) => ({ ...pod, status: firstStatus(pod) }),
    prepareForStatusUpdate: (pod, old) => withAddresses(withOwnersAndQosOf(pod, old)),
    gracePeriodSeconds,
  },
  selectable: {
    'spec.nodeName': ({ spec }) => spec.nodeName ?? '',
    'spec.restartPolicy': ({ spec }) => spec.restartPolicy ?? '',
    'spec.schedulerName': ({ spec }) => spec.schedulerName ?? '',
    'spec.serviceAccountName': ({ spec }) => spec.serviceAccountName ?? '',
    'spec.hostNetwork': ({ spec }) => String(spec.hostNetwork ?? false),
    'status.phase': ({ status }) => status.phase ?? '',
    'status.podIP': ({ status }) => status.podIP ?? '',
    'status.podIPs': ({ status }) => status.podIP ?? '',
    'status.nominatedNodeName': ({ status }) => status.nominatedNodeName ?? '',
  },
  columns: [
    textColumn('Ready', 'Containers that are ready, of all.', (pod, nowMs) => {
      const { ready, total } = summarizePod(pod, nowMs);
      return `${ready}/${total}`;
    }),
    textColumn('Status', 'What it is doing, or what holds it up.', (pod, nowMs) => summarizePod(pod, nowMs).status),
    textColumn(
      'Restarts',
      'How often its containers were started again.',
      (pod, nowMs) => summarizePod(pod, nowMs).restarts,
    ),
    ageColumn,
    textColumn('IP', 'Its address.', ({ status }) => status.podIPs?.[0]?.ip || status.podIP || '<none>', 'wide'),
    textColumn('Node', 'The node it was given.', ({ spec }) => spec.nodeName || '<none>', 'wide'),
    textColumn(
      'Nominated Node',
      'The node that is being cleared for it.',
      ({ status }) => status.nominatedNodeName || '<none>',
      'wide',
    ),
    textColumn('Readiness Gates', 'Extra conditions that are True, of all it waits for.', readinessGates, 'wide'),
  ],
});

/** A new pod's status. Gates hold it back from its first instant, so that is said at once and not left to the scheduler. */
function firstStatus({ spec }: Pod): PodStatus {
  const status: PodStatus = { phase: 'Pending', qosClass: qosClass(spec) };
  if (!spec.schedulingGates?.length) return status;
  const message = 'Scheduling is blocked due to non-empty scheduling gates';
  return { ...status, conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated', message }] };
}

/** Who leaves the class of its quality of service out leaves it as it is, and no kubelet chooses owners. */
function withOwnersAndQosOf(pod: Pod, old: Pod): Pod {
  const { qosClass: kept } = old.status;
  const metadata = withPart(pod.metadata, old.metadata, 'ownerReferences');
  const status = pod.status?.qosClass || kept === undefined ? pod.status : { ...pod.status, qosClass: kept };
  return metadata === pod.metadata && status === pod.status ? pod : { ...pod, metadata, status };
}

/** `podIP` is the first of `podIPs`, and decides where they differ (upstream pkg/apis/core/v1/conversion.go). */
function withAddresses(pod: Pod): Pod {
  const { podIP = '', podIPs = [] } = pod.status ?? {};
  const [first] = podIPs;
  if (podIP !== '' && first?.ip !== podIP) return { ...pod, status: { ...pod.status, podIPs: [{ ip: podIP }] } };
  return podIP === '' && first !== undefined ? { ...pod, status: { ...pod.status, podIP: first.ip } } : pod;
}

function readinessGates({ spec, status }: Pod): string {
  const gates = spec.readinessGates ?? [];
  if (gates.length === 0) return '<none>';
  const passed = gates.filter(({ conditionType }) => {
    return status.conditions?.some(({ type, status: value }) => type === conditionType && value === 'True');
  });
  return `${passed.length}/${gates.length}`;
}

/** A pod that never ran, or has finished, needs no time to stop. */
function gracePeriodSeconds({ spec, status }: Pod, requested: number | undefined): number {
  if (!spec.nodeName || status.phase === 'Succeeded' || status.phase === 'Failed') return 0;
  const seconds = requested ?? spec.terminationGracePeriodSeconds ?? 30;
  return seconds < 0 ? 1 : seconds;
}
