/** One question to one webhook, with everything that can become of it. */

import { type AdmissionServer, type Attributes, warn } from '../../apiserver/admission/admission.ts';
import { newUid } from '../../apiserver/object-meta.ts';
import { badRequest, failure, internalError, type KubeObject, type Status } from '../../meta/index.ts';
import { versionFor, type Webhook } from './match.ts';
import { reviewOf, type Verdict, verdictOf } from './review.ts';
import { webhookUrl } from './url.ts';

/** `allowed`: it has nothing against it, and may have sent a patch. `refused`: the request ends with this. `open`: it failed and may. */
export type Answer =
  | { readonly type: 'allowed'; readonly verdict: Verdict }
  | { readonly type: 'refused'; readonly status: Status }
  | { readonly type: 'open' };

/** Asks; `done` is called once, at the latest when the webhook's time is over. */
export function ask(
  webhook: Webhook,
  object: KubeObject | undefined,
  attributes: Attributes,
  server: AdmissionServer,
  done: (answer: Answer) => void,
): void {
  const { name, clientConfig, sideEffects, timeoutSeconds = 10, failurePolicy = 'Fail' } = webhook;
  if (attributes.dryRun && sideEffects !== 'None' && sideEffects !== 'NoneOnDryRun') {
    const status = badRequest(`admission webhook ${JSON.stringify(name)} does not support dry run`);
    return done({ type: 'refused', status });
  }
  const uid = newUid(server.random);
  const version = versionFor(webhook, attributes, server.resources);
  const review = reviewOf(object, attributes, uid, webhook.admissionReviewVersions, version);
  let isOver = false;
  const failed = (why: string): void => {
    const words = `failed calling webhook ${JSON.stringify(name)}: ${why}`;
    done(failurePolicy === 'Ignore' ? { type: 'open' } : { type: 'refused', status: internalError(words) });
  };
  const timer = server.clock.after(timeoutSeconds * 1000, () => {
    if (isOver) return;
    isOver = true;
    failed(`failed to call webhook: ${post(webhook, timeoutSeconds)}: context deadline exceeded`);
  });
  server.callWebhook(clientConfig, review, timeoutSeconds * 1000, (answer) => {
    if (isOver) return;
    isOver = true;
    timer.cancel();
    if ('failed' in answer) return failed(`failed to call webhook: ${answer.failed}`);
    const verdict = verdictOf(answer.body, review, uid, 'reinvocationPolicy' in webhook);
    if (typeof verdict === 'string') return failed(`received invalid webhook response: ${verdict}`);
    for (const [key, value] of Object.entries(verdict.auditAnnotations)) {
      attributes.context.annotate(`${name}/${key}`, value);
    }
    for (const warning of verdict.warnings) warn(attributes, warning);
    done(verdict.allowed ? { type: 'allowed', verdict } : { type: 'refused', status: denial(name, verdict.result) });
  });
}

/** As Go's HTTP client names what it did. */
function post({ clientConfig }: Webhook, timeoutSeconds: number): string {
  return `Post "${webhookUrl(clientConfig, timeoutSeconds)}"`;
}

/** The webhook's own Status, as far as it gave one, and that it was a webhook. */
function denial(name: string, given: Partial<Status> = {}): Status {
  const { code = 0, reason = '', message = '', details, metadata = {} } = given;
  const denied = `admission webhook ${JSON.stringify(name)} denied the request`;
  const words = message || reason ? `${denied}: ${message || reason}` : `${denied} without explanation`;
  return { ...failure(code < 400 ? 400 : code, reason, words, details), metadata };
}
