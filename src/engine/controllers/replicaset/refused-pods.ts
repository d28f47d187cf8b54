/** What is said of Pods that couldn't be created or deleted: an Event each. (upstream controller_utils.go RealPodControl) */
import { isNamespaceTerminating, isNotFound, type KubeObject, type Tools } from 'converge/sdk';

/** The first refusal. In a namespace that is on its way out nothing can be created, which is no failure. */
export function creationRefused(owner: KubeObject, errors: readonly Error[], { events }: Tools): Error | undefined {
  const refusals = errors.filter((error) => !isNamespaceTerminating(error));
  for (const { message } of refusals) events.warning(owner, 'FailedCreate', `Error creating: ${message}`);
  return refusals[0];
}

/** The first refusal. A Pod that is gone already is none. */
export function deletionRefused(owner: KubeObject, errors: readonly Error[], { events }: Tools): Error | undefined {
  const refusals = errors.filter((error) => !isNotFound(error));
  for (const { message } of refusals) events.warning(owner, 'FailedDelete', `Error deleting: ${message}`);
  const [first] = refusals;
  return first && new Error(`unable to delete pods: ${first.message}`, { cause: first });
}
