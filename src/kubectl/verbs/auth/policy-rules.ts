/** Rules of roles as kubectl lists them: one line for each thing, sorted (component-helpers auth/rbac/validation, kubectl pkg/util/rbac). */
import type { JsonObject } from '../../../engine/index.ts';
import { list } from '../../json.ts';

/** A rule with all of its lists. */
export interface Rule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  readonly nonResourceURLs: readonly string[];
}

const none: readonly string[] = [];

/** A rule as it came over the wire. */
export function ruleOf(object: JsonObject): Rule {
  const words = (field: string): readonly string[] => list(object, field).map(String);
  return {
    verbs: words('verbs'),
    apiGroups: words('apiGroups'),
    resources: words('resources'),
    resourceNames: words('resourceNames'),
    nonResourceURLs: words('nonResourceURLs'),
  };
}

/** Each for one verb on one thing. */
export function breakDown(rule: Rule): readonly Rule[] {
  const parts: Rule[] = [];
  const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = rule;
  const bare = { apiGroups: none, resources: none, resourceNames: none, nonResourceURLs: none };
  for (const group of apiGroups) {
    for (const resource of resources) {
      for (const verb of verbs) {
        const part = { ...bare, verbs: [verb], apiGroups: [group], resources: [resource] };
        if (resourceNames.length === 0) parts.push(part);
        for (const name of resourceNames) parts.push({ ...part, resourceNames: [name] });
      }
    }
  }
  for (const url of nonResourceURLs)
    for (const verb of verbs) parts.push({ ...bare, verbs: [verb], nonResourceURLs: [url] });
  return parts;
}

/** Broken down, those on the same resource put together, in order. */
export function compactRules(rules: readonly Rule[]): readonly Rule[] {
  const merged = new Map<string, Rule>();
  const others: Rule[] = [];
  for (const part of rules.flatMap(breakDown)) {
    if (part.nonResourceURLs.length > 0) {
      others.push(part);
      continue;
    }
    const key = JSON.stringify([part.apiGroups, part.resources, part.resourceNames]);
    const before = merged.get(key);
    merged.set(key, before === undefined ? part : { ...before, verbs: [...new Set([...before.verbs, ...part.verbs])] });
  }
  return [...merged.values(), ...others].toSorted((a, b) => (goText(a) < goText(b) ? -1 : 1));
}

/** `{Verbs:[get] APIGroups:[] Resources:[pods] ResourceNames:[] NonResourceURLs:[]}`, and without the braces what rules are sorted by. */
export function goText(rule: Rule): string {
  const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = rule;
  const urls = `ResourceNames:${goList(resourceNames)} NonResourceURLs:${goList(nonResourceURLs)}`;
  return `{Verbs:${goList(verbs)} APIGroups:${goList(apiGroups)} Resources:${goList(resources)} ${urls}}`;
}

function goList(words: readonly string[]): string {
  return `[${words.join(' ')}]`;
}

/** The cells of a rule's line. */
export function ruleCells(rule: Rule): readonly string[] {
  const [resource = '', subresource] = (rule.resources[0] ?? '').split('/', 2);
  const group = rule.apiGroups[0] ?? '';
  const grouped = group === '' ? resource : `${resource}.${group}`;
  const named = subresource === undefined ? grouped : `${grouped}/${subresource}`;
  return [
    rule.resources.length === 0 ? '' : named,
    goList(rule.nonResourceURLs),
    goList(rule.resourceNames),
    goList(rule.verbs),
  ];
}

export const RULE_HEADER: readonly string[] = ['Resources', 'Non-Resource URLs', 'Resource Names', 'Verbs'];
