/** StatefulSets, Pods and claims for tests. */
import type { OwnerReference, PersistentVolumeClaim, Pod, StatefulSet } from 'converge/sdk';

const labels = { app: 'web' };
const created = { resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z', namespace: 'default' };
export const templateOfImage = (image: string) => ({ metadata: { labels }, spec: { containers: [{ name: 'main', image }] } });

export function setOf(spec: Partial<StatefulSet['spec']> = {}, name = 'web'): StatefulSet {
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name, uid: `${name}-set`, ...created },
    spec: { replicas: 3, selector: { matchLabels: labels }, serviceName: 'web', template: templateOfImage('nginx:1'), ...spec },
    status: { replicas: 0 },
  };
}

export function podNamed(name: string, more: Partial<Pick<Pod, 'spec' | 'status'>> = {}): Pod {
  const metadata = { name, uid: `${name}-pod`, ...created, labels };
  return { apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers: [] }, status: {}, ...more };
}

export function claimNamed(name: string, ownerReferences: readonly OwnerReference[] = []): PersistentVolumeClaim {
  const metadata = { name, uid: `${name}-claim`, ...created, ownerReferences };
  return { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata, spec: {}, status: {} };
}
