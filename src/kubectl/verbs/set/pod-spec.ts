/** Where kinds have a pod's spec, and its containers. */
import type { Json, JsonObject } from '../../../engine/index.ts';
import { CliError } from '../../errors.ts';
import { objects, text, withField } from '../../json.ts';
import type { Target } from '../../resource/builder.ts';

const templated: ReadonlySet<string> = new Set(['ReplicationController', 'Deployment', 'DaemonSet', 'ReplicaSet', 'StatefulSet', 'Job', 'CronJob']);

/** Where a kind has its pods' spec. */
export function podSpecPath(kind: string): readonly string[] {
  if (kind === 'Pod') return ['spec'];
  return kind === 'CronJob' ? ['spec', 'jobTemplate', 'spec', 'template', 'spec'] : ['spec', 'template', 'spec'];
}

/** Where a target has its pods' spec. Throws for one that has none (upstream updatePodSpecForObject). */
export function requiredPodSpec({ resource: { kind, version } }: Target): readonly string[] {
  if (kind === 'Pod' || templated.has(kind)) return podSpecPath(kind);
  throw new CliError(`the object is not a pod or does not have a pod template: *${version}.${kind}`);
}

/** The object with its containers changed that a pattern of names (`*` for all) selects; `found` counts them. */
export function withContainers(
  object: JsonObject,
  root: readonly string[],
  pattern: string,
  change: (container: JsonObject) => JsonObject,
): { readonly object: JsonObject; readonly found: number } {
  const words = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const named = new RegExp(`^${words}$`);
  let found = 0;
  let result = object;
  for (const field of ['containers', 'initContainers']) {
    const all = objects(object, ...root, field);
    if (all.length === 0) continue;
    const changed = all.map((container): Json => {
      if (!named.test(text(container, 'name'))) return container;
      found += 1;
      return change(container);
    });
    result = withField(result, [...root, field], changed);
  }
  return { object: result, found };
}
