/** The two priority classes that every cluster has (upstream: registry/scheduling/rest/storage_scheduling.go). */
import { systemPriorityClasses as classes } from '../../api/index.ts';
import { bootObjects } from '../../apiserver/boot.ts';
import type { StartHook } from '../../apiserver/feature.ts';

const place = { group: 'scheduling.k8s.io', version: 'v1', plural: 'priorityclasses' };

/** Makes those that are missing. */
export const systemPriorityClasses: StartHook = (parts, ready) => {
  const objects = classes.map(({ name, value, description }) => {
    const metadata = { name };
    const body = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata, value, description };
    return { place, namespace: '', body };
  });
  bootObjects(parts, objects, ready);
  return () => undefined;
};
