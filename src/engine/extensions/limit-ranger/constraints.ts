/** What a limit range forbids, in upstream's words. */
import {
  type Container,
  type LimitRange,
  type LimitRangeItem,
  PersistentVolumeClaim,
  Pod,
} from '../../api/index.ts';
import { type Amounts, amountsOf, podTotal } from '../../api/quota/index.ts';
import { isOf } from '../../apiserver/resource.ts';
import { compareQuantities, formatQuantity, type KubeObject, type Quantity } from '../../meta/index.ts';

interface Wanted {
  readonly requests: Amounts;
  readonly limits: Amounts;
}

/** What of the range an object breaks; nothing for kinds that it isn't about. */
export function limitViolations(object: KubeObject, range: LimitRange): readonly string[] {
  return (range.spec.limits ?? []).flatMap((item) => {
    if (isOf(PersistentVolumeClaim, object)) return item.type === 'PersistentVolumeClaim' ? ofClaim(object, item) : [];
    if (!isOf(Pod, object)) return [];
    const { containers, initContainers = [] } = object.spec;
    if (item.type === 'Container')
      return [...containers, ...initContainers].flatMap((each) => violations(item, wantedBy(each)));
    return item.type === 'Pod'
      ? violations(item, { requests: podTotal(object, 'requests'), limits: podTotal(object, 'limits') })
      : [];
  });
}

function violations(item: LimitRangeItem, wanted: Wanted): readonly string[] {
  return [
    ...each(item.min, (name, enforced) => belowMinimum(item.type, name, enforced, wanted)),
    ...each(item.max, (name, enforced) => aboveMaximum(item.type, name, enforced, wanted)),
    ...each(item.maxLimitRequestRatio, (name, enforced) => aboveRatio(item.type, name, enforced, wanted)),
  ];
}

/** Claims have no limits, only what they ask for. */
function ofClaim(claim: PersistentVolumeClaim, item: LimitRangeItem): readonly string[] {
  const requests = amountsOf(claim.spec.resources?.requests);
  return [
    ...each(item.min, (name, enforced) => belowMinimum(item.type, name, enforced, { requests, limits: new Map() })),
    ...each(item.max, (name, enforced) => {
      const maximum = `maximum ${name} usage per ${item.type} is ${formatQuantity(enforced)}`;
      const request = requests.get(name);
      if (request === undefined) return `${maximum}.  No request is specified`;
      return isMore(request, enforced) ? `${maximum}, but request is ${formatQuantity(request)}` : undefined;
    }),
  ];
}

type Rule = (name: string, enforced: Quantity) => string | undefined;

function each(amounts: LimitRangeItem['min'], rule: Rule): readonly string[] {
  const byName = [...amountsOf(amounts)].sort(([a], [b]) => (a < b ? -1 : 1));
  return byName.map(([name, enforced]) => rule(name, enforced)).filter((message) => message !== undefined);
}

function belowMinimum(type: string, name: string, enforced: Quantity, wanted: Wanted): string | undefined {
  const minimum = `minimum ${name} usage per ${type} is ${formatQuantity(enforced)}`;
  const request = wanted.requests.get(name);
  const limit = wanted.limits.get(name);
  if (request === undefined) return `${minimum}.  No request is specified`;
  if (isMore(enforced, request)) return `${minimum}, but request is ${formatQuantity(request)}`;
  if (limit !== undefined && isMore(enforced, limit)) return `${minimum}, but limit is ${formatQuantity(limit)}`;
  return undefined;
}

function aboveMaximum(type: string, name: string, enforced: Quantity, wanted: Wanted): string | undefined {
  const maximum = `maximum ${name} usage per ${type} is ${formatQuantity(enforced)}`;
  const request = wanted.requests.get(name);
  const limit = wanted.limits.get(name);
  if (limit === undefined) return `${maximum}.  No limit is specified`;
  if (isMore(limit, enforced)) return `${maximum}, but limit is ${formatQuantity(limit)}`;
  if (request !== undefined && isMore(request, enforced))
    return `${maximum}, but request is ${formatQuantity(request)}`;
  return undefined;
}

function aboveRatio(type: string, name: string, enforced: Quantity, wanted: Wanted): string | undefined {
  const words = `${name} max limit to request ratio per ${type} is ${formatQuantity(enforced)}`;
  const request = wanted.requests.get(name)?.nanos ?? 0n;
  const limit = wanted.limits.get(name)?.nanos ?? 0n;
  if (request === 0n) return `${words}, but no request is specified or request is 0`;
  if (limit === 0n) return `${words}, but no limit is specified or limit is 0`;
  const ratio = Number(limit) / Number(request);
  return ratio > Number(enforced.nanos) / 1e9 ? `${words}, but provided ratio is ${ratio.toFixed(6)}` : undefined;
}

function isMore(a: Quantity, b: Quantity): boolean {
  return compareQuantities(a, b) > 0;
}

function wantedBy({ resources }: Container): Wanted {
  return { requests: amountsOf(resources?.requests), limits: amountsOf(resources?.limits) };
}
