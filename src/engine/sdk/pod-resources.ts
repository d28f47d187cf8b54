/** What a pod asks for, as scheduler and kubelet add it up (component-helpers resource/helpers.go). */
import type { Container, Pod, PodCondition } from '../api/generated/types.ts';
import { milliValue, quantityValue } from '../meta/index.ts';

/** Amounts in the units that are compared: thousandths of a CPU, bytes, whole numbers. */
export interface Resources {
  readonly milliCpu: number;
  readonly memoryBytes: number;
  readonly ephemeralBytes: number;
  /** How many pods a node takes; 1 for a pod. */
  readonly pods: number;
  /** Extended resources by name; undefined when there are none. */
  readonly extended: ReadonlyMap<string, number> | undefined;
}

type Amounts = Readonly<Record<string, string>> | undefined;

interface Totals {
  milliCpu: number;
  memoryBytes: number;
  ephemeralBytes: number;
  pods: number;
  extended: Map<string, number> | undefined;
}

/** What upstream's spreading assumes of a container that asks for nothing. */
const ASSUMED_MILLI_CPU = 100;
const ASSUMED_MEMORY_BYTES = 200 * 1024 * 1024;

/** A node's `capacity` or `allocatable`, from its quantities. */
export function resourcesOf(amounts: Amounts): Resources {
  const totals = emptyTotals(0);
  add(totals, amounts, undefined);
  return totals;
}

/** max(containers + sidecars, the largest `initContainers` entry with the sidecars started before it) + overhead. */
export function podRequests(pod: Pod): Resources {
  return sumUp(pod, undefined);
}

/** The same for scoring: containers without a request count as 100m and 200Mi. */
export function scoredRequests(pod: Pod): Resources {
  return sumUp(pod, { milliCpu: ASSUMED_MILLI_CPU, memoryBytes: ASSUMED_MEMORY_BYTES });
}

interface Assumed {
  readonly milliCpu: number;
  readonly memoryBytes: number;
}

function sumUp(pod: Pod, assumed: Assumed | undefined): Resources {
  const totals = emptyTotals(1);
  const resizing = resizeConditions(pod);
  const requestsOf = (container: Container): Amounts => (resizing.length === 0 ? container.resources?.requests : requestsWhile(resizing, pod, container));
  for (const container of pod.spec.containers) add(totals, requestsOf(container), assumed);
  const inits = pod.spec.initContainers;
  if (inits !== undefined && inits.length > 0) {
    const sidecars = emptyTotals(0);
    let largest = emptyTotals(0);
    for (const container of inits) {
      if (container.restartPolicy === 'Always') {
        add(totals, requestsOf(container), assumed);
        add(sidecars, requestsOf(container), assumed);
        largest = larger(largest, sidecars);
      } else {
        const needed = emptyTotals(0);
        add(needed, container.resources?.requests, assumed);
        merge(needed, sidecars);
        largest = larger(largest, needed);
      }
    }
    return withOverhead(larger(totals, largest), pod.spec.overhead);
  }
  return withOverhead(totals, pod.spec.overhead);
}

const resizeConditions = ({ status }: Pod): readonly PodCondition[] => (status.conditions ?? []).filter(({ type }) => type.startsWith('PodResize'));

/** Its node hasn't given it yet what it asks for, or never can: what it requests depends on its status. */
export const isResizing = (pod: Pod): boolean => resizeConditions(pod).length > 0;

/** While a Pod is resized: the larger of what it asks for and what it holds; of one whose node can never give it more, what it holds. (component-helpers resource/helpers.go, determineContainerReqs) */
function requestsWhile(resizing: readonly PodCondition[], { status }: Pod, { name, resources }: Container): Amounts {
  const statuses = [...(status.containerStatuses ?? []), ...(status.initContainerStatuses ?? [])];
  const { allocatedResources, resources: actual } = statuses.find((each) => each.name === name) ?? {};
  const isInfeasible = resizing.some(({ reason }) => reason === 'Infeasible');
  return [allocatedResources, actual?.requests].reduce(largerAmounts, isInfeasible ? undefined : resources?.requests);
}

function largerAmounts(a: Amounts, b: Amounts): Amounts {
  const result = { ...a };
  for (const [resource, amount] of Object.entries(b ?? {})) if (milliValue(amount) > milliValue(result[resource] ?? '0')) result[resource] = amount;
  return result;
}

function withOverhead(totals: Totals, overhead: Amounts): Resources {
  if (overhead !== undefined) add(totals, overhead, undefined);
  return totals;
}

function emptyTotals(pods: number): Totals {
  return { milliCpu: 0, memoryBytes: 0, ephemeralBytes: 0, pods, extended: undefined };
}

function add(totals: Totals, amounts: Amounts, assumed: Assumed | undefined): void {
  let cpu: number | undefined;
  let memory: number | undefined;
  for (const name in amounts) {
    const text = amounts[name];
    if (text === undefined) continue;
    if (name === 'cpu') cpu = milliValue(text);
    else if (name === 'memory') memory = quantityValue(text);
    else if (name === 'ephemeral-storage') totals.ephemeralBytes += quantityValue(text);
    else if (name === 'pods') totals.pods += quantityValue(text);
    else {
      totals.extended ??= new Map();
      totals.extended.set(name, (totals.extended.get(name) ?? 0) + quantityValue(text));
    }
  }
  totals.milliCpu += cpu ?? assumed?.milliCpu ?? 0;
  totals.memoryBytes += memory ?? assumed?.memoryBytes ?? 0;
}

function merge(totals: Totals, other: Totals): void {
  totals.milliCpu += other.milliCpu;
  totals.memoryBytes += other.memoryBytes;
  totals.ephemeralBytes += other.ephemeralBytes;
  for (const [name, amount] of other.extended ?? []) {
    totals.extended ??= new Map();
    totals.extended.set(name, (totals.extended.get(name) ?? 0) + amount);
  }
}

function larger(a: Totals, b: Totals): Totals {
  const extended = a.extended === undefined ? undefined : new Map(a.extended);
  const result: Totals = {
    milliCpu: Math.max(a.milliCpu, b.milliCpu),
    memoryBytes: Math.max(a.memoryBytes, b.memoryBytes),
    ephemeralBytes: Math.max(a.ephemeralBytes, b.ephemeralBytes),
    pods: Math.max(a.pods, b.pods),
    extended,
  };
  for (const [name, amount] of b.extended ?? []) {
    result.extended ??= new Map();
    result.extended.set(name, Math.max(result.extended.get(name) ?? 0, amount));
  }
  return result;
}

/** Whether a resize has made a Pod smaller: it requests less CPU or memory than before. */
export const hasShrunk = (before: Resources, now: Resources): boolean => now.milliCpu < before.milliCpu || now.memoryBytes < before.memoryBytes;

/** Why a Pod that requests so much has no room beside what is requested already; no request at all fits even on an overbooked node. (upstream noderesources/fit.go, fitsRequest) */
export function shortages(requests: Resources, allocatable: Resources, requested: Resources): readonly string[] {
  const reasons = requested.pods + 1 > allocatable.pods ? ['Too many pods'] : [];
  const check = (name: string, asked: number, capacity: number, used: number): void => {
    if (asked > 0 && asked > capacity - used) reasons.push(`Insufficient ${name}`);
  };
  check('cpu', requests.milliCpu, allocatable.milliCpu, requested.milliCpu);
  check('memory', requests.memoryBytes, allocatable.memoryBytes, requested.memoryBytes);
  check('ephemeral-storage', requests.ephemeralBytes, allocatable.ephemeralBytes, requested.ephemeralBytes);
  for (const [name, amount] of requests.extended ?? []) check(name, amount, allocatable.extended?.get(name) ?? 0, requested.extended?.get(name) ?? 0);
  return reasons;
}
