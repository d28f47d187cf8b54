/** What is said of an eviction (upstream pkg/kubelet/eviction/helpers.go, evictionMessage, and eviction_manager.go). Pure. */
import type { Container, Pod } from '../../sdk/index.ts';
import { formatQuantity } from '../../sdk/internal.ts';
import { bytesIn, type PodStats, usageOf } from './stats.ts';
import { type Amount, amountOf, type Observations, type StarvedResource, type Threshold } from './thresholds.ts';

export const evicted = 'Evicted';

/** Bytes as upstream writes them: `100Mi`. Or processes: `12k`. */
const amountText = (amount: number, format: 'binary' | 'decimal'): string => formatQuantity({ nanos: BigInt(amount) * 1_000_000_000n, format });

const bytesText = (bytes: number): string => amountText(bytes, 'binary');

const thresholdText = (least: Amount, capacity: number): string =>
  ('text' in least ? least.text : undefined) ?? bytesText(amountOf(least, capacity));

/** Why a pod was evicted from a node that is short of something. `met`: the thresholds that were. */
export function evictionMessage(
  resource: StarvedResource,
  { spec }: Pod,
  stats: PodStats | undefined,
  met: readonly Threshold[],
  observations: Observations,
): string {
  const first = met.find((each) => each.resource === resource);
  const observed = first && observations.get(first.signal);
  const amounts =
    first === undefined || observed === undefined
      ? ''
      : `Threshold quantity: ${thresholdText(first.least, observed.capacity)}, available: ${amountText(observed.available, resource === 'pids' ? 'decimal' : 'binary')}. `;
  const containers = [...spec.containers, ...(spec.initContainers ?? [])];
  const exceeding = (stats?.containers ?? []).map(({ name, memory, disk }) => {
    // A process isn't requested.
    const used = resource === 'memory' ? memory : resource === 'pids' ? 0 : disk;
    const request = containers.find((each) => each.name === name)?.resources?.requests?.[resource];
    if (used <= (bytesIn(request) ?? 0)) return '';
    return `Container ${name} was using ${bytesText(used)}, request is ${request ?? '0'}, has larger consumption of ${resource}. `;
  });
  return `The node was low on resource: ${resource}. ${amounts}${exceeding.join('')}`;
}

/** Which limit of local storage a pod is over; undefined where it keeps them. The first that is found counts. */
export function exceededStorage({ spec }: Pod, stats: PodStats): string | undefined {
  for (const { name, emptyDir } of spec.volumes ?? []) {
    const most = bytesIn(emptyDir?.sizeLimit) ?? 0;
    if (most > 0 && (stats.volumes.get(name) ?? 0) > most) {
      return `Usage of EmptyDir volume "${name}" exceeds the limit "${emptyDir?.sizeLimit}". `;
    }
  }
  const limits = spec.containers.map((each) => limitOf(each)).filter((limit) => limit !== undefined);
  const total = limits.reduce((sum, each) => sum + each, 0);
  if (limits.length > 0 && usageOf(stats, 'ephemeral-storage') > total) {
    return `Pod ephemeral local storage usage exceeds the total limit of containers ${bytesText(total)}. `;
  }
  const over = spec.containers.find((container) => {
    const most = limitOf(container) ?? 0;
    return most > 0 && (stats.containers.find(({ name }) => name === container.name)?.disk ?? 0) > most;
  });
  if (over === undefined) return undefined;
  return `Container ${over.name} exceeded its local ephemeral storage limit "${over.resources?.limits?.['ephemeral-storage']}". `;
}

const limitOf = ({ resources }: Container): number | undefined => bytesIn(resources?.limits?.['ephemeral-storage']);
