/** What your retry is held against: other writers, conflicts that last, and refusals that are no conflicts. */
import { ConfigMap } from 'converge/sdk';
import { usualTarget } from '../../../../lesson/universes/neighbours/target.ts';
import { perWrite } from '../../../../lesson/universes/rules/own-objects.ts';
import type { Check, Rule } from '../../../../lesson/universes/types.ts';
import { inSeconds } from '../../../../lesson/universes/words.ts';
import { isConflict, isWrite, judgeRequests, recordPauses } from './attempts.ts';
import { isReleases, linesIn, linesOf, nameIn, wantedLines } from './list.ts';
import { scenarios } from './scenarios.ts';

const overwrote: Rule = {
  cause: 'overwrote a line of another writer',
  glyph: 'orphan',
  question: 'The text that was written was made from the list as it had been read. Who has written since, and what would have told you?',
  judge: perWrite('change', ({ before, after, reconcile, t }, { passes, owners }) => {
    if (owners.length === 0) return undefined;
    const own = passes.find(({ id }) => id === reconcile)?.key.split('/')[1];
    const now = new Set(linesIn(after));
    const lost = linesIn(before).find((line) => nameIn(line) !== own && !now.has(line));
    if (lost === undefined) return undefined;
    return { seen: `At ${inSeconds(t)} your pass for \`${own ?? ''}\` wrote the list, and the line \`${lost}\` was gone.` };
  }),
};

const strangeLine: Rule = {
  cause: 'added a line that no one asked for',
  glyph: 'orphan',
  question: 'Which texts does your code put together, and what does each hold where the list is empty or absent?',
  judge: perWrite('change', ({ before, after, reconcile, t }, { passes, owners }) => {
    if (owners.length === 0) return undefined;
    const own = passes.find(({ id }) => id === reconcile)?.key.split('/')[1];
    const was = new Set(linesIn(before));
    const added = linesIn(after).find((line) => nameIn(line) !== own && !was.has(line));
    return added === undefined ? undefined : { seen: `At ${inSeconds(t)} your pass for \`${own ?? ''}\` wrote the line \`${added}\`.` };
  }),
};

const sameAgain: Rule = {
  cause: 'sent again what was out of date',
  glyph: 'stood-still',
  question: 'A conflict says that the list isn’t any more what you have read. Which steps does an attempt consist of?',
  judge: judgeRequests((request, before, { owners }) => {
    if (owners.length === 0) return undefined;
    const last = before.findLast(isWrite);
    if (!isWrite(request) || last === undefined || !isConflict(last) || before.at(-1) !== last) return undefined;
    return `At ${inSeconds(last.t)} a write met a conflict. At ${inSeconds(request.t)} the same pass wrote again, and had read nothing in between.`;
  }),
};

const otherRefusals: Rule = {
  cause: 'repeated what was forbidden',
  glyph: 'restless',
  question: 'Which refusals go away when the object is read again, and which don’t?',
  judge: judgeRequests((request, before, { owners }) => {
    if (owners.length === 0) return undefined;
    const last = before.findLast(isWrite);
    if (!isWrite(request) || last?.code !== 403) return undefined;
    return `At ${inSeconds(last.t)} a write was refused with 403 Forbidden. At ${inSeconds(request.t)} the same pass sent it again.`;
  }),
};

/** Five are asked for. Three more do no harm. */
const mostWrites = 8;

const endless: Rule = {
  cause: 'never gave up',
  glyph: 'restless',
  question: 'A worker that tries again is a worker that does nothing else. Who calls your code again when it ends with the error?',
  judge: judgeRequests((request, before, { owners }) => {
    if (owners.length === 0) return undefined;
    const writes = before.filter(isWrite).length;
    if (!isWrite(request) || writes < mostWrites) return undefined;
    return `By ${inSeconds(request.t)} one pass had tried ${writes + 1} times, each time with a conflict.`;
  }),
};

/** Five are asked for; who stops at three still tries again. */
const fewestWrites = 3;

const gaveUp: Rule = {
  cause: 'gave up too early',
  glyph: 'too-few',
  question: 'What does your code do with a conflict, and how often?',
  judge: () => (world) => {
    if (world.owners.length === 0) return undefined;
    const failed = world.passes.filter(({ failed }) => failed !== undefined);
    for (const pass of failed) {
      const requests = world.requests.filter((request) => request.pass === pass.id);
      const [writes, last] = [requests.filter(isWrite), requests.at(-1)];
      // An attempt may have ended with its reading.
      const attempts = writes.length + requests.filter((request) => !isWrite(request) && request.code >= 400).length;
      if (last === undefined || !isWrite(last) || !isConflict(last) || attempts >= fewestWrites) continue;
      return `At ${inSeconds(last.t)} the pass for \`${pass.key}\` met ${writes.length === 1 ? 'a conflict' : 'a second conflict'}, and ended with it.`;
    }
    return undefined;
  },
};

/** What two requests one after the other take at least; milliseconds. */
const atOnceMs = 6;
/** So many pauses say whether chance has a part in them. */
const enough = 8;
/** In a calm universe equal pauses differ by less; milliseconds. A tenth of 20 ms is a part by chance, as upstream has it (client-go util/retry). */
const equalMs = 0.5;

const atOnce: Rule = {
  cause: 'tried again at once',
  glyph: 'restless',
  question: 'The other writer may need a moment, and may be one of many. What does your code do between two attempts?',
  judge() {
    const pauses = recordPauses();
    return (world) => {
      pauses.read(world);
      if (world.owners.length === 0) return undefined;
      const all = pauses.after(1);
      const short = all.filter((ms) => ms < atOnceMs);
      // A pause that is all by chance is short now and then, and of a few even most may be.
      if (short.length < 4 || short.length * 4 < all.length * 3) return undefined;
      return `By ${inSeconds(world.t)} ${short.length} passes of ${all.length} had tried again within ${Math.ceil(Math.max(...short))} ms of a conflict.`;
    };
  },
};

/** Fifty times as long as the first pause of the task. */
const longMs = 1000;

/** So many passes, the last ones, tell whether pauses are that long. */
const lastPauses = 3;

const tooLong: Rule = {
  cause: 'kept a worker waiting for seconds',
  glyph: 'waiting',
  question: 'In which unit does `sleep` take its time? What does this worker do for other services meanwhile?',
  judge() {
    const pauses = recordPauses();
    return (world) => {
      pauses.read(world);
      if (world.owners.length === 0) return undefined;
      const all = pauses.after(1);
      const least = Math.min(...all.slice(-lastPauses));
      if (!world.calm || all.length < lastPauses || least < longMs) return undefined;
      const first = all[0] ?? least;
      const grew = `By ${inSeconds(world.t)} the first pauses of the last ${lastPauses} passes with a conflict were ${Math.round(least)} ms and more. That of the first pass was ${Math.round(first)} ms.`;
      if (first < longMs) return { seen: grew, question: 'This pass has met no conflict before. What does your code still know of those before it?' };
      return `By ${inSeconds(world.t)} ${all.length} passes had met a conflict. Each tried again after ${Math.round(least)} ms or more.`;
    };
  },
};

const inStep: Rule = {
  cause: 'waited as long as everyone else',
  glyph: 'restless',
  question: 'Two writers meet, and both wait equally long. When do they meet again?',
  judge() {
    const pauses = recordPauses();
    return (world) => {
      pauses.read(world);
      if (world.owners.length === 0) return undefined;
      const first = pauses.after(1);
      if (!world.calm || first.length < enough) return undefined;
      const [least, most] = [Math.min(...first), Math.max(...first)];
      if (most - least > equalMs) return undefined;
      return `By ${inSeconds(world.t)} ${first.length} passes had met a conflict. Each tried again after ${Math.round(least)} ms, give or take ${Math.ceil((most - least) / 2)}.`;
    };
  },
};

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

const evenPauses: Rule = {
  cause: 'waited no longer after more conflicts',
  glyph: 'waiting',
  question: 'Three conflicts in a row say that many are writing. What happens if all of them keep trying as often as before?',
  judge() {
    const pauses = recordPauses();
    return (world) => {
      pauses.read(world);
      if (world.owners.length === 0) return undefined;
      const [first, third] = [pauses.after(1), pauses.after(3)];
      if (!world.calm || first.length < enough || third.length < enough) return undefined;
      const [early, late] = [mean(first), mean(third)];
      if (late > 1.5 * early) return undefined;
      return `By ${inSeconds(world.t)} the pause after a first conflict was ${Math.round(early)} ms on average, and after a third ${Math.round(late)} ms.`;
    };
  },
};

const missing: Rule = {
  cause: 'left a line out',
  glyph: 'too-few',
  explained: true,
  question: 'What did the last attempt of this pass end with, and who was to know?',
  judge: () => (world) => {
    if (world.owners.length === 0) return undefined;
    const lines = new Set(linesOf(world));
    const line = wantedLines(world).find((each) => !lines.has(each));
    if (line === undefined) return undefined;
    return `At ${inSeconds(world.t)} the line \`${line}\` isn’t in the list.`;
  },
};

const oldLine: Rule = {
  cause: 'kept an old line of a service',
  glyph: 'too-many',
  question: 'A service has one version. Which line of the list was about it before, and which of your lines takes that one out?',
  judge: () => (world) => {
    if (world.owners.length === 0) return undefined;
    const wanted = wantedLines(world);
    const names = new Set(wanted.map(nameIn));
    const line = linesOf(world).find((each) => names.has(nameIn(each)) && !wanted.includes(each));
    return line && `At ${inSeconds(world.t)} the line \`${line}\` is still in the list. The service \`${nameIn(line)}\` has another version now.`;
  },
};

export default {
  controller: 'notes',
  entry: 'index.ts',
  cluster: { nodes: 0, profile: 'minimal', withoutControllers: ['*'] },
  programs: ['registrar'],
  subject: { kind: ConfigMap, looksAfter: isReleases, writes: ['data.list'], notes: false },
  // Two scenarios refuse writes, each in its own way. With drawn refusals on top, a queue may rightly wait for many minutes.
  faults: ['late', 'uneven', 'doubled', 'cut', 'crash', 'slow'],
  target: () => ({ ...usualTarget, name: 'releases' }),
  scenarios,
  always: [overwrote, strangeLine, sameAgain, otherRefusals, endless, gaveUp, atOnce, tooLong, inStep, evenPauses],
  settled: [missing, oldLine],
} satisfies Check;
