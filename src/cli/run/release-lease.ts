/** Hands a Lease on, so that the next candidate needn't wait until it has run out. (client-go tools/leaderelection, release) */
import type { createClient } from '../../engine/index.ts';
import { Lease } from '../../engine/sdk/index.ts';

export interface LeaseName {
  readonly namespace: string;
  readonly name: string;
}

type LeaseClient = Pick<ReturnType<typeof createClient>, 'get' | 'update'>;

/** Does nothing where somebody else holds it. Rejects with a StatusError. */
export async function releaseLease(client: LeaseClient, { namespace, name }: LeaseName, identity: string): Promise<void> {
  const lease = await client.get(Lease, `${namespace}/${name}`);
  if (lease.spec.holderIdentity !== identity) return;
  await client.update(Lease, { ...lease, spec: { ...lease.spec, holderIdentity: '', leaseDurationSeconds: 1 } });
}
