/** An admission webhook of the workspace, made safe to run: what it throws is reported, and fails the call as upstream's would. */
import type { Webhook } from '../../../engine/index.ts';
import { isRecord } from '../../record.ts';
import { type Exported, lineOf } from '../module-exports.ts';
import { ProblemError, problemAt, tame } from '../problem.ts';
import type { Failed } from './written.ts';

/** @throws ProblemError when the module exports no webhook of this name. */
export function findWebhook({ exports, file, source }: Exported, name: string): Webhook {
  const found = Object.values(exports).filter(isWebhook);
  const named = found.find((webhook) => webhook.name === name);
  if (named !== undefined) return named;
  const other = found[0];
  const title =
    other === undefined
      ? `Error: ${file} doesn’t export a webhook`
      : `Error: ${file} exports a webhook called "${other.name}", not "${name}"`;
  const hint =
    other === undefined
      ? `Export an object with name: '${name}' and review: a function of the request.`
      : `The configuration names "${name}": call it so.`;
  const place = lineOf(source, file, other === undefined ? /\bexport\b/ : /\bname\s*:/);
  throw new ProblemError(problemAt(title, '', hint, place, () => source));
}

const isWebhook = (value: unknown): value is Webhook =>
  isRecord(value) && typeof value['name'] === 'string' && typeof value['review'] === 'function';

/** The same webhook. `failed` is called with everything that is thrown, which then fails the call. */
export function guardWebhook({ name, review }: Webhook, failed: Failed): Webhook {
  return {
    name,
    async review(request) {
      try {
        const answer: unknown = await review(request);
        if (!isRecord(answer) || typeof answer['allowed'] !== 'boolean')
          throw new TypeError('review returned no answer: it returns { allowed: true }, or { allowed: false, message }');
        return JSON.parse(JSON.stringify(answer));
      } catch (thrown) {
        const error = tame(thrown);
        failed(error);
        throw error;
      }
    },
  };
}
