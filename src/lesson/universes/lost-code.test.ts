/** Code that won't answer any more converges nowhere, whoever judges it: rules, cases, laws or trials. */
import { expect, test } from 'vitest';
import { everyNth } from '../../../tests/scope.ts';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { openLoopback } from '../../session/apart/loopback.ts';
import { type SubjectLink, SubjectLost } from '../../session/apart/messages.ts';
import { sessionParts } from '../../session/parts.ts';
import { exerciseKeys, loadCheck, readExercise } from '../node/lesson-folder.ts';
import { subjectOf } from '../subjects/install.ts';
import { hungCause } from './lost-verdicts.ts';
import { runUniverse } from './universe.ts';

const base = sessionParts(nodePlatform());

/** Hangs with the third batch. */
function openHanging(): SubjectLink {
  const link = openLoopback(base);
  let batches = 0;
  return {
    ...link,
    exchange(batch) {
      batches += 1;
      return batches < 3 ? link.exchange(batch) : Promise.reject(new SubjectLost('hung', 'It was ended.'));
    },
  };
}

/** Manifests, commands and answers run no code. */
const running = exerciseKeys().filter((key) => !['manifests', 'commands', 'diagnosis'].includes(subjectOf(readExercise(key).exercise)));

/** By default those that laws judge, and every fourth of the others. */
const drawn = [...new Set(['6-quorum', ...everyNth(4, running)])];

test.each(drawn)('%s', async (key) => {
  const { exercise, folder } = readExercise(key);
  const check = await loadCheck(folder);
  for (const seed of [1, 2]) {
    const verdict = await runUniverse({ seed, files: { ...exercise.start, ...exercise.solution }, check, parts: { ...base, openSubject: openHanging } });
    expect(verdict).toMatchObject({ ok: false, cause: hungCause });
  }
});
