/** Questions that a report asks in certain universes only, and that point at the mistake there. `@cause` of a wrong answer holds the others: docs/questions.md. */
import { expect, test } from 'vitest';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { sessionParts } from '../../session/parts.ts';
import { runUniverse } from '../universes/universe.ts';
import { loadCheck, readExercise } from './lesson-folder.ts';

const parts = sessionParts(nodePlatform());

test.each([
  ['1-thermostats', 'only-heats', 1, /^At which temperature does the heater have to go off/],
  ['1-thermostats', 'remembers', 6, /^Someone else may switch the heater/],
  ['2-your-own-controller', 'deletes-leaving-again', 4, /^Which Pods does your pass choose to delete/],
  ['2-your-own-controller', 'mistrusts-many', 6, /^What does your pass do with a gap of 11/],
  ['2-your-own-controller', 'never-zero', 12, /^What does your code make of a desired number of 0/],
  ['2-your-own-controller', 'only-creates', 12, /^A gap can be on either side.*also when none is wanted/],
  ['2-your-own-controller', 'reports-what-is-wanted', 1, /^Which parts of an object may your loop write/],
  ['4-api-server', 'only-data', 6, /^Which of the two fields has the user to change\?/],
  ['6-quorum', 'newer-terms-only', 4, /^The logs are equal/],
  ['8-gatekeepers', 'dry-run', 7, /^This was a dry run/],
  ['8-gatekeepers', 'second-try', 3, /^A Pod like this one is refused at first/],
  ['8-gatekeepers', 'trusts-admins', 2, /^When a controller sends such a Pod/],
  ['8-gatekeepers', 'trusts-owners', 6, /^A Pod with one privileged container of the image/],
  ['8-gatekeepers', 'warns', 2, /^Your answer came with a warning/],
  ['14-owners', 'deaf-to-records', 11, /^No pass has run since the record went/],
  ['17-scheduler', 'out-of-range', 1, /^The message says what your function returned/],
  ['19-making-room', 'cordons-only', 1, /^A node that is cordoned takes no new Pods/],
  ['22-node-dies', 'by-the-lease', 11, /^What does your loop take for a sign of life/],
  ['23-services/rules', 'first-choice-local', 2, /^The ready endpoints are on other nodes/],
  ['24-cloud-and-disk', 'once-addressed', 56, /^The status names the address of a load balancer that is gone/],
] as const)('%s, %s: what universe %i asks points at the mistake', async (key, name, seed, question) => {
  const { exercise, folder } = readExercise(key);
  const answer = exercise.wrong.find((each) => each.name === name);
  const files = { ...exercise.start, [exercise.file]: answer?.text ?? '' };
  const verdict = await runUniverse({ seed, files, check: await loadCheck(folder), parts });
  expect(verdict).toMatchObject({ ok: false, cause: expect.any(String), question: expect.stringMatching(question) });
}, 120_000);
