/** What of a Pod's changes is news for the Endpoints and slices of its Services (upstream endpointslice/util/controller_utils.go). */
import { conditionOf, deepEqual, type Pod } from 'converge/sdk';

/**
 * Its phase is not asked for. So an address that has become not ready stays when its Pod then ends, until something else changes behind
 * the Service (upstream podEndpointsChanged).
 */
export function podEndpointsChanged(before: Pod, now: Pod): boolean {
  if (now.metadata.deletionTimestamp !== undefined) return true;
  return !deepEqual(factsOf(before), factsOf(now));
}

function factsOf({ metadata: { labels = {} }, spec: { hostname, subdomain, nodeName }, status: { podIP, conditions } }: Pod) {
  return [labels, hostname, subdomain, nodeName, podIP, conditionOf(conditions, 'Ready')?.status === 'True'];
}
