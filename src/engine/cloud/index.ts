/**
 * A small cloud beside the cluster, with an API of its own, quotas, and a console through which somebody can change things behind the
 * cluster's back. It is no part of the cluster: it keeps its own state, and whoever wants something of it asks over the network and waits.
 */
import { parseLoadBalancer } from '../sdk/cloud-objects.ts';
import { createCloudApi } from './api.ts';
import { cloudKinds } from './kinds.ts';
import { createCloudStore, type CloudStore } from './store.ts';
import type { Cloud, CloudConsole, CloudFault, CloudKind, CloudParts, CloudPlural } from './types.ts';

export type { Cloud, CloudConsole, CloudFault, CloudObject, CloudPlural } from './types.ts';

/** Creates it with nothing rented. */
export function createCloud(parts: CloudParts): Cloud {
  const store = createCloudStore(parts);
  const faults = new Set<CloudFault>();
  return {
    handle: createCloudApi({ ...parts, store, faults }),
    console: createConsole(parts, store),
    addFault(fault) {
      faults.add(fault);
      return () => void faults.delete(fault);
    },
  };
}

function createConsole({ trace }: CloudParts, store: CloudStore): CloudConsole {
  const done = (what: string, object: string): number => trace.record({ component: 'console', type: 'command', what, object });
  return {
    list: (plural) => store.list(kindOf(plural)),
    loadBalancers: () => store.list(kindOf('loadbalancers')).map(parseLoadBalancer),
    remove(plural, name) {
      const kind = kindOf(plural);
      if (store.get(kind, name) === undefined) return false;
      store.remove(kind, name, done(`delete ${kind.words} ${name} in the cloud's console`, `${plural}/${name}`));
      return true;
    },
    edit(plural, name, fields) {
      const kind = kindOf(plural);
      const found = store.get(kind, name);
      if (found === undefined) return false;
      const spec = kind.parse({ ...found, ...fields });
      store.replace(kind, spec, done(`edit ${kind.words} ${name} in the cloud's console`, `${plural}/${name}`));
      return true;
    },
    quota: (plural) => store.quotas.get(plural) ?? kindOf(plural).quota,
    setQuota(plural, limit) {
      done(`set the quota of ${plural} to ${limit} in the cloud's console`, plural);
      store.quotas.set(plural, limit);
    },
    onChange: store.onChange,
  };
}

function kindOf(plural: CloudPlural): CloudKind {
  const kind = cloudKinds.find((each) => each.plural === plural);
  if (kind === undefined) throw new Error(`the cloud has no ${plural}`);
  return kind;
}
