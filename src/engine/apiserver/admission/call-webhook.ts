/** How a webhook is reached: given to the server, since only its host knows the network and the functions registered. */
import type { WebhookClientConfig } from '../../api/index.ts';
import type { Json, JsonObject } from '../../meta/index.ts';

/**
 * Sends a review (an AdmissionReview with its request) and gives the answer's JSON, or why there is none in the words of upstream's
 * HTTP client. Calls `done` once, also when the host can't be reached; who asks counts the time.
 */
export type CallWebhook = (
  config: WebhookClientConfig,
  review: JsonObject,
  timeoutMs: number,
  done: (answer: WebhookAnswer) => void,
) => void;

export type WebhookAnswer = { readonly body: Json } | { readonly failed: string };

/** By default every webhook is out of reach. */
export const unreachableWebhooks: CallWebhook = (config, _review, _timeoutMs, done) => {
  const { namespace = '', name = '' } = config.service ?? {};
  const host = config.service === undefined ? (config.url ?? '') : `https://${name}.${namespace}.svc`;
  done({ failed: `Post "${host}": connect: network is unreachable` });
};
