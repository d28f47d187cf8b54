/** The webhooks of all configurations, in the order they are called: by the configurations' names. */
import { MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from '../../api/index.ts';
import { isOf } from '../../apiserver/resource.ts';
import type { Resources } from '../../apiserver/resources.ts';
import type { KubeObject } from '../../meta/index.ts';
import type { Webhook } from './match.ts';

const group = 'admissionregistration.k8s.io';

/** Those that may change what is written. */
export function mutatingWebhooks(resources: Resources): readonly Webhook[] {
  return webhooksOf(resources, 'mutatingwebhookconfigurations');
}

/** Those that may refuse it. */
export function validatingWebhooks(resources: Resources): readonly Webhook[] {
  return webhooksOf(resources, 'validatingwebhookconfigurations');
}

const none: readonly Webhook[] = [];

function webhooksOf(resources: Resources, plural: string): readonly Webhook[] {
  const storage = resources.find(group, 'v1', plural);
  if (storage === undefined || storage.cache.size() === 0) return none;
  let found: Webhook[] | undefined;
  for (const object of storage.cache.list('')) {
    found ??= [];
    found.push(...webhooksIn(object));
  }
  return found ?? none;
}

function webhooksIn(object: KubeObject): readonly Webhook[] {
  if (isOf(MutatingWebhookConfiguration, object)) return object.webhooks ?? none;
  return isOf(ValidatingWebhookConfiguration, object) ? (object.webhooks ?? none) : none;
}
