import { ageColumn, countColumn, defineKind } from '../../../define.ts';
import type { ValidatingWebhookConfiguration as ValidatingWebhookConfigurationObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';
import { withWebhookDefaults } from '../webhook-defaults.ts';

export type ValidatingWebhookConfiguration = ValidatingWebhookConfigurationObject;

/** Webhooks that are called before something is written, and may refuse it. */
export const ValidatingWebhookConfiguration: KindDefinition<ValidatingWebhookConfiguration> =
  defineKind<ValidatingWebhookConfiguration>({
    group: 'admissionregistration.k8s.io',
    version: 'v1',
    kind: 'ValidatingWebhookConfiguration',
    plural: 'validatingwebhookconfigurations',
    namespaced: false,
    categories: ['api-extensions'],
    rules: {
      generation: 'content',
      unconditionalUpdate: false,
      default: (given) =>
        given.webhooks === undefined ? given : { ...given, webhooks: given.webhooks.map(withWebhookDefaults) },
    },
    columns: [countColumn('Webhooks', 'How many webhooks it has.', ({ webhooks = [] }) => webhooks.length), ageColumn],
  });
