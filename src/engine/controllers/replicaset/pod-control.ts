/** Records what is refused of a set's Pods, beside what its pass does about that. (upstream controller_utils.go RealPodControl) */
import { type ObjectKey, ReplicaSet, type Tools } from 'converge/sdk';
import { creationRefused, deletionRefused } from './refused-pods.ts';

/** Tools whose client records an Event for each refusal. A pass itself records that of the first creation. */
export function withPodControl(key: ObjectKey, tools: Tools): Tools {
  const { client, lister } = tools;
  const owner = lister(ReplicaSet).get(key);
  if (owner === undefined) return tools;
  return {
    ...tools,
    client: {
      ...client,
      async createMany(kind, draft, count) {
        const made = await client.createMany(kind, draft, count);
        creationRefused(owner, made.errors.slice(1), tools);
        return made;
      },
      async deleteMany(kind, objects) {
        const { failed, errors } = await client.deleteMany(kind, objects);
        const error = deletionRefused(owner, errors, tools);
        return { failed, errors, ...(error && { error }) };
      },
    },
  };
}
