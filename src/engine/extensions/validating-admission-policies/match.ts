/** Whether a request is one that a policy (or a webhook) is about (apiserver pkg/admission/plugin/policy/matching). */
import type { MatchResources, NamedRuleWithOperations } from '../../api/index.ts';
import type { Attributes } from '../../apiserver/admission/admission.ts';
import type { Resources } from '../../apiserver/resources.ts';
import { type KubeObject, type LabelSelector, labelSelectorMatcher } from '../../meta/index.ts';

/** All parts of a match must hold, and no exclusion. */
export function matchesResources(
  match: MatchResources,
  object: KubeObject | undefined,
  attributes: Attributes,
  resources: Resources,
): boolean {
  if (!matchesNamespace(match.namespaceSelector, object, attributes, resources)) return false;
  if (!matchesObject(match.objectSelector, object, attributes.old)) return false;
  const { excludeResourceRules = [], resourceRules, matchPolicy } = match;
  const versions =
    matchPolicy === 'Exact' ? [attributes.resource.definition.version] : servedVersions(attributes, resources);
  if (excludeResourceRules.some((rule) => matchesRule(rule, attributes, versions))) return false;
  return resourceRules === undefined || resourceRules.some((rule) => matchesRule(rule, attributes, versions));
}

/** Versions under which the same resource can be reached. */
function servedVersions({ resource }: Attributes, resources: Resources): readonly string[] {
  const own = resource.definition.version;
  if (resource.definition.custom === undefined) return [own];
  const same = resources.all.filter(
    ({ resource: each }) => each.group === resource.group && each.plural === resource.plural,
  );
  return same.map((each) => each.resource.definition.version);
}

function matchesRule(rule: NamedRuleWithOperations, attributes: Attributes, versions: readonly string[]): boolean {
  const { operation, resource, subresource, name, namespace } = attributes;
  const has = (values: readonly string[] | undefined, value: string): boolean =>
    values !== undefined && (values.includes('*') || values.includes(value));
  if (!has(rule.operations, operation) || !has(rule.apiGroups, resource.group)) return false;
  if (!versions.some((version) => has(rule.apiVersions, version))) return false;
  if (rule.scope === 'Cluster' && namespace !== '') return false;
  if (rule.scope === 'Namespaced' && namespace === '') return false;
  const names = rule.resourceNames ?? [];
  if (names.length > 0 && !names.includes(name)) return false;
  return (rule.resources ?? []).some((each) => matchesResource(each, resource.plural, subresource));
}

function matchesResource(wanted: string, plural: string, subresource: string): boolean {
  const [resource = '', sub = ''] = wanted.split('/');
  if (resource !== '*' && resource !== plural) return false;
  return wanted.includes('/') ? sub === '*' || sub === subresource : subresource === '';
}

function matchesNamespace(
  selector: LabelSelector | undefined,
  object: KubeObject | undefined,
  { namespace, resource, old }: Attributes,
  resources: Resources,
): boolean {
  if (isEmpty(selector)) return true;
  const isNamespace = resource.group === '' && resource.plural === 'namespaces';
  if (!isNamespace && namespace === '') return true;
  const found = isNamespace ? (object ?? old) : namespaceOf(namespace, resources);
  return found !== undefined && labelSelectorMatcher(selector)(found.metadata.labels);
}

/** The namespace of that name. */
export function namespaceOf(name: string, resources: Resources): KubeObject | undefined {
  return name === '' ? undefined : resources.find('', 'v1', 'namespaces')?.cache.get(name);
}

function matchesObject(
  selector: LabelSelector | undefined,
  now: KubeObject | undefined,
  old: KubeObject | undefined,
): boolean {
  if (isEmpty(selector)) return true;
  const matches = labelSelectorMatcher(selector);
  return [now, old].some((each) => each !== undefined && matches(each.metadata.labels));
}

function isEmpty(selector: LabelSelector | undefined): boolean {
  if (selector === undefined) return true;
  return Object.keys(selector.matchLabels ?? {}).length === 0 && (selector.matchExpressions ?? []).length === 0;
}
