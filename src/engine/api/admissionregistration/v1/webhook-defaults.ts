import type { MutatingWebhook, RuleWithOperations, ValidatingWebhook } from '../../generated/types.ts';

/** What a webhook is when it doesn't say (upstream: pkg/apis/admissionregistration/v1/defaults.go). */
export function withWebhookDefaults<T extends MutatingWebhook | ValidatingWebhook>(webhook: T): T {
  const { rules, clientConfig } = webhook;
  return {
    failurePolicy: 'Fail',
    matchPolicy: 'Equivalent',
    namespaceSelector: {},
    objectSelector: {},
    timeoutSeconds: 10,
    ...webhook,
    ...(rules !== undefined && { rules: rules.map(withScope) }),
    clientConfig: {
      ...clientConfig,
      ...(clientConfig?.service !== undefined && { service: { port: 443, ...clientConfig.service } }),
    },
  };
}

function withScope(rule: RuleWithOperations): RuleWithOperations {
  return { scope: '*', ...rule };
}
