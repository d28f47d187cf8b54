/** What a controller requests: each write changes something, and what was refused isn’t sent again at once. */
import type { Finding, Rule, SubjectRequest, World } from '../types.ts';
import { inSeconds } from '../words.ts';

/** A cache that is late shows an object as it was before a write: a few passes may repeat the write. */
const idleInARow = 20;
/** Of a status: it is worked out from many objects, and some write it at every pass. */
const idleStatusesInARow = 60;

export const writesChangeSomething: Rule = {
  cause: 'wrote what was there already',
  glyph: 'restless',
  question: 'What does your loop compare before it writes, and when is there nothing to write?',
  judge: () => ({ idleWrites, t }) => {
    for (const [object, count] of idleWrites) {
      const most = object.endsWith('/status') ? idleStatusesInARow : idleInARow;
      if (count <= most) continue;
      return `By ${inSeconds(t)} your loop had written \`${object}\` ${count} times in a row, each time with what was there already.`;
    }
    return undefined;
  },
};

/** More refusals of one pass than a careful one ever gathers: a loop over everything that is missing sends each request once. */
const refusalsAPass = 100;

export const retriesWithPauses: Rule = {
  cause: 'repeated a refused request without a pause',
  glyph: 'restless',
  question: 'The API server has refused. Who calls your loop again, and how long do they wait?',
  judge() {
    let seen = 0;
    const counts = new Map<string, number>();
    return ({ requests }: World): Finding | undefined => {
      for (; seen < requests.length; seen += 1) {
        const request = requests[seen];
        if (request === undefined || request.code < 400) continue;
        const key = `${request.pass} ${request.verb} ${request.path}`;
        const count = (counts.get(key) ?? 0) + 1;
        counts.set(key, count);
        if (count <= refusalsAPass) continue;
        return {
          seen: `By ${inSeconds(request.t)} one pass of your loop had sent the same request (${request.verb}) ${count} times, and it was refused each time with ${request.code} ${request.reason}.`,
        };
      }
      return undefined;
    };
  },
};

/** Passes with growing pauses between them come to less than half of it. */
const passesWhereItEnds = 40;

export const acceptsTermination: Rule = {
  cause: 'kept creating in a namespace that is being deleted',
  glyph: 'restless',
  question: 'Why was this create refused, and can trying again ever help?',
  judge() {
    let seen = 0;
    let first: SubjectRequest | undefined;
    const passes = new Set<number>();
    return ({ requests }) => {
      for (; seen < requests.length; seen += 1) {
        const request = requests[seen];
        if (request?.code !== 403 || !request.message.includes('because it is being terminated')) continue;
        first ??= request;
        passes.add(request.pass);
      }
      if (first === undefined || passes.size <= passesWhereItEnds) return undefined;
      return `At ${inSeconds(first.t)} the API server refused a create: ${first.message}. ${passes.size} passes of your loop have tried since.`;
    };
  },
};
