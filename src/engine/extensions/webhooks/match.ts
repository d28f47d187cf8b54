/** Which requests a webhook is called for (upstream: apiserver pkg/admission/plugin/webhook/predicates). */
import type { MutatingWebhook, RuleWithOperations, ValidatingWebhook } from '../../api/index.ts';
import type { Attributes } from '../../apiserver/admission/admission.ts';
import type { Resources } from '../../apiserver/resources.ts';
import { type KubeObject, type LabelSelector, type Labels, labelSelectorMatcher } from '../../meta/index.ts';

export type Webhook = MutatingWebhook | ValidatingWebhook;

/** Whether the webhook's rules and selectors name this write; its conditions are another matter. */
export function isNamed(
  webhook: Webhook,
  object: KubeObject | undefined,
  attributes: Attributes,
  resources: Resources,
): boolean {
  return (
    versionFor(webhook, attributes, resources) !== undefined &&
    namespaceMatches(webhook.namespaceSelector, object, attributes, resources) &&
    objectMatches(webhook.objectSelector, object, attributes)
  );
}

/**
 * The version that a webhook gets objects in: the request's, or where its rules name only another one that shows the same object, that one.
 * Undefined when its rules name none.
 */
export function versionFor(
  { rules = [], matchPolicy = 'Equivalent' }: Webhook,
  attributes: Attributes,
  resources: Resources,
): string | undefined {
  const { group, plural, definition } = attributes.resource;
  const own = definition.version;
  if (rules.some((rule) => ruleMatches(rule, attributes, own))) return own;
  if (matchPolicy === 'Exact' || definition.custom === undefined) return undefined;
  for (const { resource } of resources.all) {
    const { version } = resource.definition;
    if (resource.group !== group || resource.plural !== plural) continue;
    if (rules.some((rule) => ruleMatches(rule, attributes, version))) return version;
  }
  return undefined;
}

/** Webhook configurations aren't subject to webhooks: one that refuses everything could never be removed. */
export function isExempt({ resource }: Attributes): boolean {
  return resource.group === 'admissionregistration.k8s.io';
}

function ruleMatches(
  rule: RuleWithOperations,
  { operation, resource, subresource, namespace }: Attributes,
  version: string,
): boolean {
  const { operations = [], apiGroups = [], apiVersions = [], resources = [], scope = '*' } = rule;
  const { group, plural } = resource;
  const isCluster = namespace === '' || (group === '' && plural === 'namespaces');
  return (
    (scope === '*' || (scope === 'Cluster') === isCluster) &&
    names(operations, operation) &&
    names(apiGroups, group) &&
    names(apiVersions, version) &&
    resources.some((named) => {
      const [name = '', sub = ''] = named.split('/', 2);
      return (name === '*' || name === plural) && (sub === '*' || sub === subresource);
    })
  );
}

function names(items: readonly string[], wanted: string): boolean {
  return items.includes('*') || items.includes(wanted);
}

/** A namespace is selected by its own labels, what is in one by its namespace's, and what is in none always. */
function namespaceMatches(
  selector: LabelSelector | undefined,
  object: KubeObject | undefined,
  { resource, namespace, name, old }: Attributes,
  resources: Resources,
): boolean {
  const isNamespace = resource.group === '' && resource.plural === 'namespaces';
  if (isEmpty(selector) || (!isNamespace && namespace === '')) return true;
  const stored = resources.find('', 'v1', 'namespaces')?.cache.get(isNamespace ? name : namespace);
  const labels = isNamespace ? (object ?? old)?.metadata.labels : stored?.metadata.labels;
  return labelSelectorMatcher(selector)(labels);
}

function objectMatches(
  selector: LabelSelector | undefined,
  object: KubeObject | undefined,
  { old }: Attributes,
): boolean {
  if (isEmpty(selector)) return true;
  const matches = labelSelectorMatcher(selector);
  const has = (labels: Labels | undefined): boolean => matches(labels);
  return (object !== undefined && has(object.metadata.labels)) || (old !== undefined && has(old.metadata.labels));
}

function isEmpty(selector: LabelSelector | undefined): boolean {
  if (selector === undefined) return true;
  const { matchLabels = {}, matchExpressions = [] } = selector;
  return matchExpressions.length === 0 && Object.keys(matchLabels).length === 0;
}
