/** The Secrets that a pod's images are to be pulled with (upstream kubelet_pods.go getPullSecretsForPod). */
import type { Pod } from '../sdk/index.ts';
import type { NodeContext } from './node-context.ts';
import { noNames, readReferences } from './references.ts';

/** Says which of them aren't there. Images are pulled all the same: the registry asks nobody who it is. */
export function warnOfMissingPullSecrets(node: NodeContext, pod: Pod): void {
  const wanted = (pod.spec.imagePullSecrets ?? []).flatMap(({ name }) => (name ? [name] : []));
  if (wanted.length === 0) return;
  const names = noNames();
  for (const name of wanted) names.secrets.add(name);
  const cause = node.cause();
  readReferences(node.client(cause), pod, names).then(
    ({ secrets }) => {
      const missing = wanted.filter((name) => secrets.get(name) === undefined);
      if (missing.length === 0) return;
      const message = `Unable to retrieve some image pull secrets (${missing.join(', ')}); attempting to pull the image may not succeed.`;
      node.because(cause, () => node.event('Warning', pod, 'FailedToRetrieveImagePullSecret', message));
    },
    () => {},
  );
}
