/**
 * Asks what has happened instead of how things stand: makes one for each that has gone.
 * @cause left too many | stopped short of the number
 */
import { claim, isActive, Pod, podFromTemplate, ReplicaSet, type Reconcile } from 'converge/sdk';
import { statusOf, writeStatus } from './status.ts';

const seen = new Map<string, ReadonlySet<string>>();

export const reconcile: Reconcile = async (key, tools) => {
  const { client, expect } = tools;
  const replicaSet = tools.lister(ReplicaSet).get(key);
  if (replicaSet === undefined) return;

  const settled = expect.satisfied(key);
  const pods = (await claim(replicaSet, ReplicaSet, Pod, tools)).filter(isActive);
  if (settled) {
    const names = new Set(pods.map(({ metadata }) => metadata.name));
    const before = seen.get(key);
    const gone = before === undefined ? (replicaSet.spec.replicas ?? 1) - names.size : [...before].filter((name) => !names.has(name)).length;
    seen.set(key, names);
    if (gone > 0) {
      expect.creations(key, gone);
      const { missing, created } = await client.createMany(Pod, podFromTemplate(replicaSet, replicaSet.spec.template), gone);
      expect.creationsFailed(key, missing);
      seen.set(key, new Set([...names, ...created.map(({ metadata }) => metadata.name)]));
    }
  }
  await writeStatus(replicaSet, statusOf(replicaSet, pods, tools.now(), undefined), tools);
};
