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

/** The parts of the wanted rules that no held rule covers, each for one verb on one thing. */
export function missingRules(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): readonly PolicyRule[] {
  return wanted.flatMap(breakDown).filter((part) => !held.some((rule) => covers(rule, part)));
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

/** `part` is of one verb on one thing. */
function covers(rule: PolicyRule, part: PolicyRule): boolean {
  const [verb = ''] = part.verbs;
  if (!has(rule.verbs, verb)) return false;
  const [url] = part.nonResourceURLs ?? none;
  if (url !== undefined) return urlMatches(rule.nonResourceURLs ?? none, url);
  const [group = ''] = part.apiGroups ?? none;
  const [resource = ''] = part.resources ?? none;
  const [name] = part.resourceNames ?? none;
  const { resources = none, resourceNames = none } = rule;
  if (!has(rule.apiGroups ?? none, group)) return false;
  const slash = resource.indexOf('/');
  const bySubresource = slash >= 0 && resources.includes(`*${resource.slice(slash)}`);
  if (!has(resources, resource) && !bySubresource) return false;
  return resourceNames.length === 0 || (name !== undefined && resourceNames.includes(name));
}

/** Rules of one thing each, with those on the same thing put together: as denials list them, sorted. */
export function describeRules(parts: readonly PolicyRule[]): readonly string[] {
  const merged = new Map<string, PolicyRule>();
  for (const part of parts) {
    const key = JSON.stringify([part.apiGroups, part.resources, part.resourceNames, part.nonResourceURLs]);
    // Upstream puts together only what is about resources.
    const place = part.nonResourceURLs === undefined ? key : `${key}${part.verbs.join()}`;
    const before = merged.get(place);
    merged.set(place, before === undefined ? part : { ...before, verbs: [...before.verbs, ...part.verbs] });
  }
  return [...new Set([...merged.values()].map(describeRule))].sort();
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
