/** What of a Pod's changes is news for the Endpoints and slices of its Services (upstream endpointslice/util/controller_utils.go). */
import { deepEqual, isReady, type Pod } from 'converge/sdk';

/**
 * Its phase is not asked for. So an address that has become not ready stays when its Pod then ends, until something else changes behind
 * the Service (upstream podEndpointsChanged).
 */
export function podEndpointsChanged(before: Pod, now: Pod): boolean {
  const { metadata, spec, status } = now;
  return (
    metadata.deletionTimestamp !== undefined ||
    isReady(before) !== isReady(now) ||
    before.status.podIP !== status.podIP ||
    (before.spec !== spec && placeOf(before) !== placeOf(now)) ||
    (before.metadata.labels !== metadata.labels && !deepEqual(before.metadata.labels ?? {}, metadata.labels ?? {}))
  );
}

function placeOf({ spec: { hostname = '', subdomain = '', nodeName = '' } }: Pod): string {
  return `${hostname}/${subdomain}/${nodeName}`;
}
