/** Mutants of the solution that `check.ts` lets pass, and why. */
import type { KnownMutants } from '../../../../lesson/node/mutants/known-mutants.ts';

export default {
  equivalent: {
    "drop-namespace: const web = await client.get(ReplicaSet, 'default/web'); → const web = await client.get(ReplicaSet, 'web');":
      'The client takes a name alone for one in `default`.',
    'drop-namespace: … podFromTemplate(web, web.spec.template) … → … { ...podFromTemplate(web, web.spec.template), metadata: { ...podFromTemplate(web … 9a2c9d …':
      '`web` is in `default` anyway.',
    'drop-error-path: await client.create(Pod, podFromTemplate(web, web.spec.template)); → await client.create(Pod, podFromTemplate(web, web.spec.template)).catch(() => undefined);':
      'Another right answer: five seconds later it counts again.',
    'drop-error-path: … await client.delete(Pod, pod) … → … await client.delete(Pod, pod).catch(() => undefined) …':
      'Another right answer: five seconds later it counts again.',
    "swap-statements: … const wanted = web.spec.replicas ?? 1; // And what is there? One on its way out … ca6b21 … → … const pods = await client.list(Pod, { namespace: 'default', labelSelector: 'app= … 0ff799 …":
      'The number is read from what has been fetched already.',
    'swap-statements: … for (let count = there.length; count < wanted; count += 1) { await client.create … 8ee57e … → … for (const pod of there.slice(wanted)) await client.delete(Pod, pod); for (let c … 238f63 …':
      'At most one of the two loops does anything.',
    'bound-by-one: const wanted = web.spec.replicas ?? 1; → const wanted = web.spec.replicas ?? 2;':
      'The API server fills in 1: `replicas` is never absent.',
    'bound-by-one: const wanted = web.spec.replicas ?? 1; → const wanted = web.spec.replicas ?? 0;':
      'The API server fills in 1: `replicas` is never absent.',
    'bound-by-one: for (let count = there.length; count < wanted; count += 1) { → for (let count = there.length; count < wanted; count += 2) {':
      'Another right answer: it makes half of what is missing, and the next pass the rest.',
    "drop-namespace: const pods = await client.list(Pod, { namespace: 'default', labelSelector: 'app=web' }); → const pods = await client.list(Pod, { labelSelector: 'app=web' });":
      'The uid says which Pods are its own: more are listed, and the same ones stay.',
    "drop-label: const pods = await client.list(Pod, { namespace: 'default', labelSelector: 'app=web' }); → const pods = await client.list(Pod, { namespace: 'default' });":
      'The uid says which Pods are its own. A Pod whose label is taken away goes on counting then, which is another right answer.',
    "ObjectLiteral: const pods = await client.list(Pod, { namespace: 'default', labelSelector: 'app=web' }); → const pods = await client.list(Pod, {});":
      'The uid says which Pods are its own. A Pod whose label is taken away goes on counting then, which is another right answer.',
    [`StringLiteral: const pods = await client.list(Pod, { namespace: 'default', labelSelector: 'app=web' }); → const pods = await client.list(Pod, { namespace: "", labelSelector: 'app=web' });`]:
      'The uid says which Pods are its own: more are listed, and the same ones stay.',
    [`StringLiteral: const pods = await client.list(Pod, { namespace: 'default', labelSelector: 'app=web' }); → const pods = await client.list(Pod, { namespace: 'default', labelSelector: "" });`]:
      'The uid says which Pods are its own. A Pod whose label is taken away goes on counting then, which is another right answer.',
  },
  accepted: {},
} satisfies KnownMutants;
