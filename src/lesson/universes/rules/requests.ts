/** What a controller requests: each write changes something, and what was refused isn’t sent again at once. */
import type { Finding, Rule, Subject, SubjectRequest, World } from '../types.ts';
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

/** Reads of a pass are counted for so long, and then anew; milliseconds. */
const readsWithinMs = 10_000;
/**
 * A careful pass reads an object live before each write to it, and reads lists again after each write: five times as much is allowed, and
 * twenty reads for nothing.
 */
const sameReads = { byDefault: 20, perWrite: 5 };
/** It may read every object there is one by one, each a few times. */
const allReads = { byDefault: 60, perObject: 4, perWrite: 5 };

/** What a pass has sent in a while. */
interface PassReads {
  readonly since: number;
  writes: number;
  reads: number;
  readonly byPath: Map<string, number>;
}

export const readsWhatItNeeds = ({ kind, makes }: Subject): Rule => ({
  cause: 'asked for the same again and again',
  glyph: 'restless',
  question: 'What had your loop been answered already, and what could have changed since?',
  judge() {
    let seen = 0;
    const passes = new Map<number, PassReads>();
    return (world): Finding | undefined => {
      const { requests } = world;
      for (; seen < requests.length; seen += 1) {
        const request = requests[seen];
        if (request === undefined) continue;
        const known = passes.get(request.pass);
        const pass = known !== undefined && request.t < known.since + readsWithinMs ? known : { since: request.t, writes: 0, reads: 0, byPath: new Map<string, number>() };
        passes.set(request.pass, pass);
        if (request.verb !== 'get' && request.verb !== 'list') {
          pass.writes += 1;
          continue;
        }
        pass.reads += 1;
        const same = (pass.byPath.get(request.path) ?? 0) + 1;
        pass.byPath.set(request.path, same);
        const what = `By ${inSeconds(request.t)} one pass of your loop had`;
        const wrote = `sent ${pass.writes === 1 ? '1 write' : `${pass.writes} writes`}`;
        if (same > sameReads.byDefault + sameReads.perWrite * pass.writes) return { seen: `${what} read \`${request.path}\` ${same} times, and ${wrote}.` };
        const least = allReads.byDefault + allReads.perWrite * pass.writes;
        if (pass.reads <= least) continue;
        const objects = [kind, ...(makes === undefined ? [] : [makes])].reduce((count, each) => count + world.objects(each).length, 0);
        if (pass.reads > least + allReads.perObject * objects) return { seen: `${what} sent ${pass.reads} reads, and there are ${objects} objects. It ${wrote}.` };
      }
      return undefined;
    };
  },
});

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
