import type { Container, LimitRange, Pod } from '../../api/index.ts';

type Texts = Readonly<Record<string, string>>;

/** The annotation that says what was filled in. */
const annotation = 'kubernetes.io/limit-ranger';

/** The pod with the range's defaults where its containers say nothing; the same one where all say everything. */
export function withLimitDefaults(pod: Pod, range: LimitRange): Pod {
  const ofContainers = (range.spec.limits ?? []).filter(({ type }) => type === 'Container');
  const limits: Texts = Object.assign({}, ...ofContainers.map((item) => item.default ?? {}));
  const requests: Texts = Object.assign({}, ...ofContainers.map((item) => item.defaultRequest ?? {}));
  const notes: string[] = [];

  function filled(container: Container, kind: string): Container {
    const missing = (amounts: Texts | undefined, defaults: Texts): readonly string[] =>
      Object.keys(defaults)
        .filter((name) => amounts?.[name] === undefined)
        .sort();
    const { resources = {} } = container;
    const newRequests = missing(resources.requests, requests);
    const newLimits = missing(resources.limits, limits);
    if (newRequests.length > 0) notes.push(`${newRequests.join(', ')} request for ${kind} ${container.name}`);
    if (newLimits.length > 0) notes.push(`${newLimits.join(', ')} limit for ${kind} ${container.name}`);
    if (newRequests.length === 0 && newLimits.length === 0) return container;
    return {
      ...container,
      resources: {
        ...resources,
        ...(newLimits.length > 0 && { limits: { ...limits, ...resources.limits } }),
        ...(newRequests.length > 0 && { requests: { ...requests, ...resources.requests } }),
      },
    };
  }

  const { containers, initContainers } = pod.spec;
  const spec = {
    ...pod.spec,
    containers: containers.map((container) => filled(container, 'container')),
    ...(initContainers !== undefined && {
      initContainers: initContainers.map((container) => filled(container, 'init container')),
    }),
  };
  if (notes.length === 0) return pod;
  const annotations = { ...pod.metadata.annotations, [annotation]: `LimitRanger plugin set: ${notes.join('; ')}` };
  return { ...pod, metadata: { ...pod.metadata, annotations }, spec };
}
