/** Which of a pod's containers a request means (upstream: registry/core/pod/strategy.go, validateContainer). */
import type { Pod } from '../../api/index.ts';
import { badRequest } from '../../meta/index.ts';
import { refuse } from '../outcome.ts';

/** The requested container, or the only one. Throws 400, which names those there are. */
export function containerOf(pod: Pod, requested: string | undefined): string {
  const { containers, initContainers = [], ephemeralContainers = [] } = pod.spec;
  const { name } = pod.metadata;
  if (requested !== undefined && requested !== '') {
    if ([...containers, ...initContainers, ...ephemeralContainers].some((each) => each.name === requested)) return requested;
    refuse(badRequest(`container ${requested} is not valid for pod ${name}`));
  }
  const [only, another] = containers;
  if (only !== undefined && another === undefined) return only.name;
  const byAnnotation = pod.metadata.annotations?.['kubectl.kubernetes.io/default-container'];
  if (byAnnotation !== undefined && containers.some((each) => each.name === byAnnotation)) return byAnnotation;
  const choices = `[${containers.map((each) => each.name).join(' ')}]`;
  const init =
    initContainers.length === 0
      ? ''
      : ` or one of the init containers: [${initContainers.map((each) => each.name).join(' ')}]`;
  return refuse(badRequest(`a container name must be specified for pod ${name}, choose one of: ${choices}${init}`));
}
