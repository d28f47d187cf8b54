/** Selectors and terms that leave out what Go reads as empty, or name operators that don't exist: 422, where they once were a bug's 500. */
import { expect, test } from 'vitest';
import { startServer } from '../apiserver/testing/harness.ts';
import { featuresOf } from '../extensions/registry.ts';
import type { Json } from '../meta/index.ts';

const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'nginx' }] } };

async function check(path: string, object: Record<string, Json>, ...messages: readonly string[]): Promise<void> {
  const { post } = startServer({ features: featuresOf('all') });
  const { code, json } = await post(path, { metadata: { name: 'n' }, ...object });
  expect([code, json.message]).toEqual([422, expect.any(String)]);
  for (const message of messages) expect(json.message).toContain(message);
  expect(json.message).not.toContain('does not match template');
}

test.each(['deployments', 'replicasets', 'statefulsets', 'daemonsets'])('%s: an unknown operator is named, and no labels are held against it', (plural) => {
  const selector = { matchExpressions: [{ key: 'a', operator: 'Nope' }] };
  return check(
    `/apis/apps/v1/namespaces/default/${plural}`,
    { spec: { selector, template, serviceName: 's' } },
    'spec.selector.matchExpressions[0].operator: Invalid value: "Nope": not a valid selector operator',
  );
});

test('a term without a key or an operator has empty ones', () =>
  check(
    '/apis/rbac.authorization.k8s.io/v1/clusterroles',
    { aggregationRule: { clusterRoleSelectors: [{ matchExpressions: [{}] }] } },
    'matchExpressions[0].operator: Invalid value: "": not a valid selector operator',
    'matchExpressions[0].key: Invalid value: "": name part must be non-empty',
  ));

test('a preferred affinity without its term needs a topologyKey, a gate without a name needs one', () => {
  const podAffinity = { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1 }] };
  const { containers } = template.spec;
  return check(
    '/api/v1/namespaces/default/pods',
    { spec: { containers, affinity: { podAffinity }, schedulingGates: [{}] } },
    'podAffinityTerm.topologyKey: Required value: can not be empty',
    'spec.schedulingGates[0]: Invalid value: "": name part must be non-empty',
  );
});

test('a webhook without clientConfig needs a url or a service; a schedule may be the name of an object’s own field', async () => {
  const hook = { name: 'a.b.c', admissionReviewVersions: ['v1'], sideEffects: 'None' };
  await check(
    '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations',
    { webhooks: [hook] },
    'webhooks[0].clientConfig: Required value: exactly one of url or service is required',
  );
  await check(
    '/apis/batch/v1/namespaces/default/cronjobs',
    { spec: { schedule: '__proto__', jobTemplate: { spec: { template } } } },
    'spec.schedule: Invalid value: "__proto__": expected exactly 5 fields, found 1',
  );
});
