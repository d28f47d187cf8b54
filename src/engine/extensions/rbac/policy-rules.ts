/** What one rule of a role allows, and whether rules cover others (upstream: pkg/apis/rbac/v1/evaluation_helpers.go, registry/rbac/validation). */
import type { PolicyRule } from '../../api/index.ts';
import type { AccessAttributes, ResourceAccess } from '../../apiserver/authorization.ts';

const none: readonly string[] = [];

/** Whether the rule allows it; 'by-name' when only because it names the object (or would, for another name). */
export function ruleMatch(rule: PolicyRule, attributes: AccessAttributes): 'yes' | 'no' | 'by-name' | 'other-name' {
  if (!has(rule.verbs, attributes.verb)) return 'no';
  if (!attributes.isResource) return urlMatches(rule.nonResourceURLs ?? none, attributes.path) ? 'yes' : 'no';
  if (!has(rule.apiGroups ?? none, attributes.group) || !resourceMatches(rule, attributes)) return 'no';
  const { resourceNames = none } = rule;
  if (resourceNames.length === 0) return 'yes';
  return resourceNames.includes(attributes.name) ? 'by-name' : 'other-name';
}

function has(list: readonly string[], wanted: string): boolean {
  return list.includes('*') || list.includes(wanted);
}

function resourceMatches({ resources = none }: PolicyRule, { resource, subresource }: ResourceAccess): boolean {
  if (resources.includes('*')) return true;
  if (subresource === '') return resources.includes(resource);
  return resources.includes(`${resource}/${subresource}`) || resources.includes(`*/${subresource}`);
}

/** Exactly, or by a prefix that ends in `*`. */
function urlMatches(urls: readonly string[], path: string): boolean {
  return urls.some(
    (url) => url === '*' || url === path || (url.endsWith('*') && path.startsWith(url.replace(/\*+$/, ''))),
  );
}

/** So many parts are looked at one by one: a rule may have far more of them than words. */
const mostParts = 20_000;

/** The parts of the wanted rules that no held rule covers, each for one verb on one thing. Of a rule with too many parts all of it. */
export function missingRules(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): readonly PolicyRule[] {
  const holding = held.map(indexed);
  const missing: PolicyRule[] = [];
  let left = mostParts;
  for (const rule of wanted) {
    if (holding.some((each) => coversWhole(each, rule))) continue;
    left -= countOfParts(rule);
    if (left < 0) missing.push(rule);
    else for (const part of breakDown(rule)) if (!holding.some((each) => coversWhole(each, part))) missing.push(part);
  }
  return missing;
}

function countOfParts({ verbs, apiGroups = none, resources = none, resourceNames = none, nonResourceURLs = none }: PolicyRule): number {
  return verbs.length * (apiGroups.length * resources.length * Math.max(1, resourceNames.length) + nonResourceURLs.length);
}

function breakDown(rule: PolicyRule): readonly PolicyRule[] {
  const { verbs, apiGroups = none, resources = none, resourceNames = none, nonResourceURLs = none } = rule;
  const parts: PolicyRule[] = [];
  for (const group of apiGroups) {
    for (const resource of resources) {
      for (const verb of verbs) {
        const part = { apiGroups: [group], resources: [resource], verbs: [verb] };
        if (resourceNames.length === 0) parts.push(part);
        for (const name of resourceNames) parts.push({ ...part, resourceNames: [name] });
      }
    }
  }
  for (const url of nonResourceURLs) for (const verb of verbs) parts.push({ nonResourceURLs: [url], verbs: [verb] });
  return parts;
}

/** A held rule, to be compared with many. */
interface Held {
  readonly verbs: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
  readonly resources: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  readonly urls: readonly string[];
}

const indexed = ({ verbs, apiGroups, resources, resourceNames, nonResourceURLs = none }: PolicyRule): Held => ({
  verbs: new Set(verbs),
  groups: new Set(apiGroups),
  resources: new Set(resources),
  names: new Set(resourceNames),
  urls: nonResourceURLs,
});

const includesAll = (held: ReadonlySet<string>, wanted: readonly string[]): boolean => held.has('*') || wanted.every((each) => held.has(each));

/** Whether one held rule covers all of a rule. */
function coversWhole(held: Held, { verbs, apiGroups = none, resources = none, resourceNames = none, nonResourceURLs = none }: PolicyRule): boolean {
  if (!includesAll(held.verbs, verbs)) return false;
  if (!nonResourceURLs.every((url) => urlMatches(held.urls, url))) return false;
  if (apiGroups.length === 0 || resources.length === 0) return true;
  if (!includesAll(held.groups, apiGroups)) return false;
  const holds = (resource: string): boolean => {
    const slash = resource.indexOf('/');
    return held.resources.has(resource) || (slash >= 0 && held.resources.has(`*${resource.slice(slash)}`));
  };
  if (!held.resources.has('*') && !resources.every(holds)) return false;
  return held.names.size === 0 || (resourceNames.length > 0 && resourceNames.every((name) => held.names.has(name)));
}

/** Rules of one thing each, with those on the same thing put together: as denials list them, sorted. */
export function describeRules(parts: readonly PolicyRule[]): readonly string[] {
  const merged = new Map<string, { readonly part: PolicyRule; readonly verbs: string[] }>();
  for (const part of parts) {
    const key = JSON.stringify([part.apiGroups, part.resources, part.resourceNames, part.nonResourceURLs]);
    // Upstream puts together only what is about resources.
    const place = part.nonResourceURLs === undefined ? key : `${key}${part.verbs.join()}`;
    const before = merged.get(place);
    if (before === undefined) merged.set(place, { part, verbs: [...part.verbs] });
    else before.verbs.push(...part.verbs);
  }
  return [...new Set([...merged.values()].map(({ part, verbs }) => describeRule({ ...part, verbs })))].sort();
}

/** `{APIGroups:["apps"], Resources:["deployments"], Verbs:["get" "list"]}` */
function describeRule(rule: PolicyRule): string {
  const fields: readonly (readonly [string, readonly string[] | undefined])[] = [
    ['APIGroups', rule.apiGroups],
    ['Resources', rule.resources],
    ['NonResourceURLs', rule.nonResourceURLs],
    ['ResourceNames', rule.resourceNames],
    ['Verbs', rule.verbs],
  ];
  const shown = fields.flatMap(([name, list = none]) => (list.length === 0 ? [] : [`${name}:${goList(list)}`]));
  return `{${shown.join(', ')}}`;
}

/** As Go's %q shows a list of strings. */
export function goList(list: readonly string[]): string {
  return `[${list.map((each) => JSON.stringify(each)).join(' ')}]`;
}
