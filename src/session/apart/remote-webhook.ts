/** A webhook of the workspace that runs apart: a review crosses the port, and so does the answer, of which nothing is known yet. */
import type { AdmissionAnswer, Webhook } from '../../engine/index.ts';
import { data, fields, list, number, record, text, type Validator, yes } from '../validators.ts';
import type { RemoteSubject } from './remote-subject.ts';

const answer: Validator = fields(
  { allowed: yes },
  { message: text, code: number, reason: text, warnings: list(text, 100), patch: list(data, 1000), auditAnnotations: record(text, 100) },
);

const isAnswer = (value: unknown): value is AdmissionAnswer => answer(value);

export function webhookOf(name: string, subject: Pick<RemoteSubject, 'call'>): Webhook {
  return {
    name,
    async review(request) {
      const given: unknown = await subject.call('review', [JSON.parse(JSON.stringify(request))]);
      if (isAnswer(given)) return given;
      throw new Error('the answer of the webhook is none: it has fields or types that an answer doesn’t have');
    },
  };
}
