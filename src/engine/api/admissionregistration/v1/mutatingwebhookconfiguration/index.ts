import { ageColumn, countColumn, defineKind } from '../../../define.ts';
import type {
  MutatingWebhook,
  MutatingWebhookConfiguration as MutatingWebhookConfigurationObject,
} from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';
import { withWebhookDefaults } from '../webhook-defaults.ts';

export type MutatingWebhookConfiguration = MutatingWebhookConfigurationObject;

/** Webhooks that are called before something is written, and may change it. */
export const MutatingWebhookConfiguration: KindDefinition<MutatingWebhookConfiguration> =
  defineKind<MutatingWebhookConfiguration>({
    group: 'admissionregistration.k8s.io',
    version: 'v1',
    kind: 'MutatingWebhookConfiguration',
    plural: 'mutatingwebhookconfigurations',
    namespaced: false,
    categories: ['api-extensions'],
    rules: {
      generation: 'content',
      unconditionalUpdate: false,
      default: (given) =>
        given.webhooks === undefined ? given : { ...given, webhooks: given.webhooks.map(withDefaults) },
    },
    columns: [countColumn('Webhooks', 'How many webhooks it has.', ({ webhooks = [] }) => webhooks.length), ageColumn],
  });

function withDefaults(webhook: MutatingWebhook): MutatingWebhook {
  return withWebhookDefaults({ reinvocationPolicy: 'Never', ...webhook });
}
