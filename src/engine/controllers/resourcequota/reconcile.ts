import {
  type Amounts,
  amountsOf,
  deepEqual,
  type Kind,
  kinds,
  type ObjectKey,
  onlyOf,
  quotaEvaluator,
  type Requeue,
  ResourceQuota,
  sumOf,
  type Tools,
  textsOf,
} from 'converge/sdk';

/** What is being written when a quota is read has been charged, and isn't there to be counted: it is waited for so long; milliseconds. */
const writesTakeMs = 100;

/** Counts what the quota limits, and writes it into its status. */
export function createCount(): (key: ObjectKey, tools: Tools) => Promise<Requeue | undefined> {
  /** Quotas of which less was found than is charged -> the version that was found so. */
  const doubted = new Map<ObjectKey, string>();
  return async (key, tools) => {
    // Read before the counting: what is charged from then on makes the write fail, and it is counted again.
    const quota = tools.lister(ResourceQuota).get(key);
    const doubtedVersion = doubted.get(key);
    doubted.delete(key);
    if (quota === undefined || quota.metadata.deletionTimestamp !== undefined) return undefined;
    const hard = quota.spec.hard ?? {};
    const used = await countUsed(quota, tools);
    const status = { ...quota.status, hard, used: textsOf(used) };
    if (deepEqual(status, quota.status)) return undefined;
    const { resourceVersion } = quota.metadata;
    if (isLess(used, amountsOf(quota.status.used)) && doubtedVersion !== resourceVersion) {
      doubted.set(key, resourceVersion);
      return { afterMs: writesTakeMs };
    }
    await tools.client.updateStatus(ResourceQuota, { ...quota, status });
    return undefined;
  };
}

async function countUsed(quota: ResourceQuota, tools: Tools): Promise<Amounts> {
  const limited = new Set(Object.keys(quota.spec.hard ?? {}));
  // Kinds that this controller doesn't know keep what the API server has added up.
  const before = amountsOf(quota.status.used);
  let used: Amounts = new Map(
    [...limited].map((name) => [name, (isKnown(name) ? undefined : before.get(name)) ?? nothing]),
  );
  for (const kind of kinds) used = sumOf(used, onlyOf(await usageOf(kind, quota, limited, tools), limited));
  return used;
}

function isLess(now: Amounts, before: Amounts): boolean {
  return [...now].some(([name, { nanos }]) => nanos < (before.get(name)?.nanos ?? 0n));
}

const nothing = { nanos: 0n, format: 'decimal' } as const;

function isKnown(name: string): boolean {
  return kinds.some((kind) => kind.namespaced && quotaEvaluator(kind)?.counts(name) === true);
}

async function usageOf(kind: Kind, quota: ResourceQuota, limited: ReadonlySet<string>, tools: Tools): Promise<Amounts> {
  const evaluator = kind.namespaced ? quotaEvaluator(kind) : undefined;
  const isLimited = evaluator !== undefined && [...limited].some((name) => evaluator.counts(name));
  if (!isLimited) return new Map();
  const { namespace = '' } = quota.metadata;
  let used: Amounts = new Map();
  for (const object of await tools.client.list(kind, { namespace })) {
    if (evaluator.inScope(object, quota)) used = sumOf(used, evaluator.usage(object, tools.now()));
  }
  return used;
}
