import { EndpointSlice, Endpoints, isNamespaceTerminating, isNotFound, type ObjectKey, type Reconcile, Service, splitKey, type Tools } from 'converge/sdk';
import { mirrors, planMirror, type MirrorPlan } from './plan-mirror.ts';

const LEADER = 'control-plane.alpha.kubernetes.io/leader';
const SKIP = 'endpointslice.kubernetes.io/skip-mirror';

/** Makes, changes and deletes slices until they say what the Endpoints do. Those of a Service with a selector have slices of their own. */
export const reconcile: Reconcile = async (key, tools) => {
  const { expect, lister } = tools;
  if (!expect.satisfied(key)) return;
  const endpoints = lister(Endpoints).get(key);
  const service = lister(Service).get(key);
  const isMirrored = endpoints !== undefined && !isSkipped(endpoints) && service !== undefined && service.spec.selector === undefined;
  const { namespace = 'default', name } = splitKey(key);
  const slices = lister(EndpointSlice).list(namespace).filter((slice) => mirrors(slice, name));
  await carryOut(planMirror(isMirrored ? endpoints : undefined, slices), key, tools);
};

/** Its owner says that it isn't to be mirrored, or it is a lock of old. */
function isSkipped({ metadata: { labels = {}, annotations = {} } }: Endpoints): boolean {
  return labels[SKIP] === 'true' || annotations[LEADER] !== undefined;
}

async function carryOut({ create, update, remove }: MirrorPlan, key: ObjectKey, { client, expect }: Tools): Promise<void> {
  // Noted first: the cache may show a new slice late, and a second one would double its endpoints.
  expect.creations(key, create.length);
  let missing = create.length;
  try {
    for (const slice of create) {
      await client.create(EndpointSlice, slice);
      missing -= 1;
    }
  } catch (error) {
    if (!isNamespaceTerminating(error)) throw error;
  } finally {
    expect.creationsFailed(key, missing);
  }
  for (const slice of update) await client.update(EndpointSlice, slice);
  for (const slice of remove) {
    await client.delete(EndpointSlice, slice).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
  }
}
