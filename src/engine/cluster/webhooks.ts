/** Admission webhooks that are functions: they run in the cluster's own time, as components that can crash. Others are called by the host. */
import type { CallWebhook, WebhookAnswer } from '../apiserver/index.ts';
import { webhookUrl } from '../extensions/webhooks/url.ts';
import type { Clock } from '../kernel/index.ts';
import { toBase64, utf8 } from '../meta/bytes.ts';
import type { JsonObject } from '../meta/index.ts';
import type { LogLine } from '../sdk/log-line.ts';
import type { AdmissionAnswer, AdmissionRequest, Webhook } from '../sdk/webhooks.ts';
import type { Components } from './components.ts';

export interface WebhookParts {
  readonly clock: Clock;
  readonly unsettled: () => void;
  readonly components: Components;
  readonly onLog: (line: LogLine) => void;
  /** Calls anything but functions. */
  readonly external: CallWebhook | undefined;
}

export interface Webhooks {
  readonly call: CallWebhook;
  /** Runs this webhook, in place of the one with the same name. */
  swap(webhook: Webhook): void;
  /** Ends the one with this name. */
  unswap(name: string): void;
}

/** A request to another process takes so long, and so does its answer; milliseconds. */
const oneWayMs = 1;
const scheme = 'converge:';

/** Starts with none. Components are named `webhook/<name>`. */
export function createWebhooks({ clock, unsettled, components, onLog, external }: WebhookParts): Webhooks {
  /** Those that are up. */
  const running = new Map<string, Webhook>();
  const known = new Set<string>();

  function unswap(name: string): void {
    known.delete(name);
    components.remove(`webhook/${name}`);
  }

  function failed(name: string, error: unknown): WebhookAnswer {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const stack = error instanceof Error ? error.stack : undefined;
    const line = { time: clock.now(), component: `webhook/${name}`, level: 'error', text } as const;
    onLog(stack === undefined ? line : { ...line, stack });
    return { failed: `an error on the server (${JSON.stringify(text)}) has prevented the request from succeeding` };
  }

  async function answer(webhook: Webhook, review: JsonObject): Promise<WebhookAnswer> {
    try {
      const request = requestIn(review);
      return { body: reviewWith(review, request.uid, await webhook.review(request)) };
    } catch (error) {
      return failed(webhook.name, error);
    }
  }

  return {
    call(config, review, timeoutMs, done) {
      const { url = '', service } = config;
      const name = url.startsWith(scheme) ? url.slice(scheme.length) : (service?.name ?? '');
      if (!known.has(name) && external !== undefined && !url.startsWith(scheme)) {
        return external(config, review, timeoutMs, done);
      }
      const post = `Post "${webhookUrl(config, timeoutMs / 1000)}"`;
      clock.after(oneWayMs, () => {
        const webhook = running.get(name);
        if (webhook === undefined) return done({ failed: `${post}: ${unreachable(name, known.has(name), service !== undefined)}` });
        unsettled();
        void answer(webhook, review).then((given) => {
          unsettled();
          // An answer after its crash is dropped.
          if (running.get(name) === webhook) clock.after(oneWayMs, () => done(given));
        });
      });
    },
    swap(webhook) {
      const { name } = webhook;
      if (known.has(name)) unswap(name);
      known.add(name);
      components.add(`webhook/${name}`, () => {
        running.set(name, webhook);
        return { stop: () => void running.delete(name) };
      });
    },
    unswap,
  };
}

function unreachable(name: string, isDown: boolean, isService: boolean): string {
  if (isDown) return 'dial tcp: connect: connection refused';
  return isService ? `service "${name}" not found` : `dial tcp: lookup ${name}: no such host`;
}

/** The API server made it: its shape is known. */
function requestIn(review: JsonObject): AdmissionRequest {
  return review['request'] as unknown as AdmissionRequest;
}

function reviewWith({ apiVersion = '' }: JsonObject, uid: string, given: AdmissionAnswer): JsonObject {
  const { allowed, message, code, reason, warnings, patch = [], auditAnnotations } = given;
  const status = { ...(message && { message }), ...(code && { code }), ...(reason && { reason }) };
  return {
    apiVersion,
    kind: 'AdmissionReview',
    response: {
      uid,
      allowed: allowed === true,
      ...(Object.keys(status).length > 0 && { status }),
      ...(warnings !== undefined && { warnings: [...warnings] }),
      ...(auditAnnotations !== undefined && { auditAnnotations }),
      ...(patch.length > 0 && { patchType: 'JSONPatch', patch: toBase64(utf8(JSON.stringify(patch))) }),
    },
  };
}
