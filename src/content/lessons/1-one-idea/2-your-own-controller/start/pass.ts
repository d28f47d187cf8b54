/**
 * One pass for the ReplicaSet `web`: how many Pods are wanted,
 * how many are there, and what to do about it.
 */
import {
  type Client, isActive, isControlledBy, Pod,
  podFromTemplate, ReplicaSet,
} from 'converge/sdk';

export async function pass(client: Client): Promise<void> {
  // Observe: what is wanted?
  const web = await client.get(ReplicaSet, 'default/web');
  const wanted = web.spec.replicas ?? 1;

  // Yours. Which Pods are there, and which of them count?
  // Compare. Then create what is missing, or delete the rest.

}
