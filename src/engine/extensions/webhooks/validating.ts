/** ValidatingAdmissionWebhook: webhooks may refuse a write; all are called at the same time (upstream: plugin/webhook/validating). */

import { type Attributes, admitted, type PluginFactory } from '../../apiserver/admission/admission.ts';
import type { KubeObject, Status } from '../../meta/index.ts';
import { ask } from './ask.ts';
import { checkConditions } from './check.ts';
import { whetherToCall } from './conditions.ts';
import { validatingWebhooks } from './configurations.ts';
import { isExempt, isNamed, type Webhook } from './match.ts';

export const validatingAdmissionWebhook: PluginFactory = (server) => {
  /** Gives the first refusal, if there is one. */
  function askOne(
    webhook: Webhook,
    object: KubeObject | undefined,
    attributes: Attributes,
    done: (refused: Status | undefined) => void,
  ): void {
    const applies = whetherToCall(webhook, object, attributes);
    if (applies.status !== undefined) return done(applies.status);
    if (!applies.ok) return done(undefined);
    ask(webhook, object, attributes, server, (answer) => {
      done(answer.type === 'refused' ? answer.status : undefined);
    });
  }

  return {
    name: 'ValidatingAdmissionWebhook',
    validate(object, attributes) {
      if (object !== undefined && isExempt(attributes)) checkConditions(object, attributes.old);
    },
    validateLater: {
      concerns: () => validatingWebhooks(server.resources).length > 0,
      run(object, attributes, done) {
        const all = isExempt(attributes) ? [] : validatingWebhooks(server.resources);
        const named = all.filter((webhook) => isNamed(webhook, object, attributes, server.resources));
        if (named.length === 0) return done(admitted);
        const refusals: (Status | undefined)[] = named.map(() => undefined);
        let left = named.length;
        named.forEach((webhook, index) => {
          askOne(webhook, object, attributes, (refused) => {
            refusals[index] = refused;
            left -= 1;
            if (left > 0) return;
            const status = refusals.find((each) => each !== undefined);
            done(status === undefined ? admitted : { status });
          });
        });
      },
    },
  };
};
