/**
 * Which pods end when, and in what time, before a node is switched off. Pure. (upstream pkg/kubelet/nodeshutdown/nodeshutdown_manager.go: migrateConfig,
 * groupByPriority; apis/config/validation)
 */
import type { Pod } from '../../sdk/index.ts';
import { parseGoDuration } from '../../sdk/internal.ts';
import { criticalPriority } from '../critical-pods.ts';
import type { KubeletConfiguration } from '../eviction/types.ts';

/** Pods of this priority and above, below that of the next group. */
export interface ShutdownGroup {
  readonly priority: number;
  /** How long its pods have, and how long is waited for them. */
  readonly seconds: number;
}

const secondMs = 1_000;

/** From low to high; none where nothing is to be ended in time. @throws Error for a configuration that a kubelet refuses to start with. */
export function shutdownGroups(configuration: KubeletConfiguration): readonly ShutdownGroup[] {
  const { shutdownGracePeriodByPodPriority: byPriority = [] } = configuration;
  const all = periodOf(configuration, 'shutdownGracePeriod');
  const critical = periodOf(configuration, 'shutdownGracePeriodCriticalPods');
  if (critical.ms > all.ms) throw invalid(`shutdownGracePeriodCriticalPods {${critical.text}} must be <= shutdownGracePeriod {${all.text}}`);
  if (byPriority.length > 0) {
    if (all.ms > 0 || critical.ms > 0) throw invalid('Cannot specify both shutdownGracePeriodByPodPriority and shutdownGracePeriod at the same time');
    const groups = byPriority.map(({ priority, shutdownGracePeriodSeconds }) => ({ priority, seconds: shutdownGracePeriodSeconds }));
    return groups.sort((a, b) => a.priority - b.priority);
  }
  if (all.ms === 0) return [];
  const whole = (ms: number): number => Math.trunc(ms / secondMs);
  return [
    { priority: 0, seconds: whole(all.ms - critical.ms) },
    { priority: criticalPriority, seconds: whole(critical.ms) },
  ];
}

const invalid = (what: string): Error => new Error(`invalid configuration: ${what}`);

function periodOf(configuration: KubeletConfiguration, field: 'shutdownGracePeriod' | 'shutdownGracePeriodCriticalPods'): { readonly ms: number; readonly text: string } {
  const text = configuration[field] ?? '0s';
  const duration = parseGoDuration(text);
  if ('error' in duration) throw new Error(`${field}: ${duration.error}`);
  const ms = Number(duration.nanos) / 1e6;
  if (ms < 0 || (ms > 0 && ms < secondMs)) throw invalid(`${field} {${text}} must be either zero or otherwise >= 1 sec`);
  return { ms, text };
}

/** Of which group a pod is: one whose priority is below all is of the lowest. */
export function groupOf(groups: readonly ShutdownGroup[], { spec: { priority = 0 } }: Pod): ShutdownGroup | undefined {
  return groups.findLast((group) => group.priority <= priority) ?? groups[0];
}

/** How long it has: what it asks for, if that is less. */
export const graceOf = ({ seconds }: ShutdownGroup, { spec: { terminationGracePeriodSeconds: own = seconds } }: Pod): number => Math.min(own, seconds);
