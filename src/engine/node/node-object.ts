/** The Node object a kubelet registers and keeps up to date. Pure (upstream nodestatus/setters.go). */
import { hash32 } from '../kernel/index.ts';
import { type Draft, formatTime, type Json, type JsonObject, type Node, type NodeCondition, type Taint } from '../sdk/index.ts';
import type { Pressure } from './eviction/types.ts';

export interface NodeFacts {
  readonly name: string;
  readonly capacity: NodeCapacity;
  readonly address: string;
  readonly podCIDR: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Taints that it is registered with (upstream: --register-with-taints). */
  readonly taints: readonly Taint[];
}

export interface NodeCapacity {
  readonly cpu: string;
  readonly memory: string;
  readonly pods: number;
  /** `100Gi` by default. */
  readonly ephemeralStorage?: string;
}

const KUBELET_VERSION = 'v1.33.0';

/** As it is registered: not ready until the container runtime has been checked. */
export function nodeDraft(facts: NodeFacts, nowMs: number): Draft<Node> {
  const { name, capacity, address, podCIDR, labels, taints } = facts;
  const amounts = {
    cpu: capacity.cpu,
    'ephemeral-storage': capacity.ephemeralStorage ?? '100Gi',
    memory: capacity.memory,
    pods: String(capacity.pods),
  };
  return {
    metadata: {
      name,
      labels: {
        'beta.kubernetes.io/arch': 'amd64',
        'beta.kubernetes.io/os': 'linux',
        'kubernetes.io/arch': 'amd64',
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        ...labels,
      },
      annotations: { 'volumes.kubernetes.io/controller-managed-attach-detach': 'true' },
    },
    spec: { podCIDR, podCIDRs: [podCIDR], ...(taints.length > 0 && { taints }) },
    status: {
      addresses: [
        { type: 'InternalIP', address },
        { type: 'Hostname', address: name },
      ],
      allocatable: amounts,
      capacity: amounts,
      conditions: nodeConditions(NOT_READY, [], nowMs),
      daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
      nodeInfo: {
        architecture: 'amd64',
        bootID: uuidOf(`${name}/boot`),
        containerRuntimeVersion: 'containerd://2.1.0',
        kernelVersion: '6.12.0-converge',
        kubeProxyVersion: '',
        kubeletVersion: KUBELET_VERSION,
        machineID: uuidOf(`${name}/machine`).replaceAll('-', ''),
        operatingSystem: 'linux',
        osImage: 'Debian GNU/Linux 13 (trixie)',
        systemUUID: uuidOf(`${name}/system`),
      },
    },
  };
}

/** What a Node that was there before its kubelet lacks, as patches of itself and of its status; undefined where nothing is. */
export function missingParts(
  node: Node,
  facts: NodeFacts,
): { readonly own: Json | undefined; readonly status: Json | undefined } {
  const { metadata, spec, status } = nodeDraft({ ...facts, taints: [] }, 0);
  const labels = missing({ ...metadata.labels }, { ...node.metadata.labels });
  const network = missing({ ...spec }, { ...node.spec });
  const { conditions: _, ...facilities } = { ...status };
  const amounts = node.status.capacity;
  const wanted = { ...facilities, ...(!isEmpty(amounts) && { allocatable: amounts }) };
  const lacking = missing(wanted, { ...node.status });
  return {
    own: isEmpty({ labels, network }) ? undefined : { metadata: { labels }, spec: network },
    status: isEmpty(lacking) ? undefined : { status: lacking },
  };
}

function missing(wanted: JsonObject, there: Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(Object.entries(wanted).filter(([name]) => isEmpty(there[name])));
}

/** nodeInfo and daemonEndpoints are there from the beginning, with nothing in them. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (typeof value !== 'object') return false;
  return Object.values(value).every((each) => isEmpty(each) || each === 0);
}

const HEALTHY = [
  ['MemoryPressure', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
  ['DiskPressure', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'],
  ['PIDPressure', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'],
] as const;

const NOT_READY = '[container runtime status check may not have completed yet]';

/** All conditions with a new heartbeat; transition times stay where the status does. `problem`: why the node isn't ready. */
export function nodeConditions(
  problem: string | undefined,
  before: readonly NodeCondition[],
  nowMs: number,
  pressures: readonly Pressure[] = [],
): readonly NodeCondition[] {
  const now = formatTime(nowMs);
  const condition = (type: string, status: string, reason: string, message: string): NodeCondition => {
    const old = before.find((each) => each.type === type);
    const since = old?.status === status ? old.lastTransitionTime : undefined;
    return { type, status, lastHeartbeatTime: now, lastTransitionTime: since ?? now, reason, message };
  };
  return [
    ...HEALTHY.map(([type, reason, message]) => {
      const pressure = pressures.find((each) => each.type === type);
      return pressure === undefined ? condition(type, 'False', reason, message) : condition(type, 'True', pressure.reason, pressure.message);
    }),
    problem === undefined
      ? condition('Ready', 'True', 'KubeletReady', 'kubelet is posting ready status')
      : condition('Ready', 'False', 'KubeletNotReady', problem),
  ];
}

function uuidOf(text: string): string {
  const hex = [0, 1, 2, 3]
    .map((part) =>
      hash32(text, part + 1)
        .toString(16)
        .padStart(8, '0'),
    )
    .join('');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)].join('-');
}
