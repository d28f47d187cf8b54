/** Workspace files of the conformance suite. */

export const manifest = (replicas: number): string => `apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: web
spec:
  replicas: ${replicas}
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      containers:
        - name: nginx
          image: nginx:1.29
`;

const head = (
  body: string,
): string => `import { type Controller, isActive, Pod, podFromTemplate, ReplicaSet } from 'converge/sdk';

export const replicaSetController: Controller<ReplicaSet> = {
  name: 'replicaset', for: ReplicaSet, owns: [Pod],
  async reconcile(key, { client, lister, expect, log }) {
${body}
  },
};
`;

/** Correct as far as counting goes. */
export const satisfiedController = head(`    const set = lister(ReplicaSet).get(key);
    if (set === undefined || !expect.satisfied(key)) return;
    const pods = lister(Pod).controlledBy(set).filter(isActive);
    const missing = (set.spec?.replicas ?? 1) - pods.length;
    if (missing <= 0) return;
    log('mine creates', missing);
    expect.creations(key, missing);
    const { missing: failed } = await client.createMany(Pod, podFromTemplate(set, set.spec!.template!), missing);
    if (failed > 0) expect.creationsFailed(key, failed);`);

/** Throws in line 6. */
export const brokenController = head("    throw new Error('no plan for ' + key);");

/** Never counts what is there. ConfigMaps: thousands of Pods would take the scheduler, the kubelets and the views their time. */
export const duplicatingController = `import { ConfigMap } from 'converge/sdk';
${head(`    const copy = { metadata: { generateName: 'copy-', namespace: 'default' } };
    if (lister(ReplicaSet).get(key) !== undefined) await client.createMany(ConfigMap, copy, 400);
    return { afterMs: 10 };`)}`;

/** Never gives the turn back, once it is asked for. */
export const endlessController = head('    while (key !== "") {}');
