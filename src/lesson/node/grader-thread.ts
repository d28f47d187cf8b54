/** What runs in a grading thread of Node. */
import { parentPort } from 'node:worker_threads';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { sessionParts } from '../../session/parts.ts';
import { serveGrader } from '../universes/grader.ts';
import type { Check } from '../universes/types.ts';
import { loadCheck, readExercise } from './lesson-folder.ts';
import { placed } from './place-in-check.ts';

const checks = new Map<string, Promise<Check>>();
const port = parentPort;
if (port === null) throw new Error('this file runs in a worker thread');

const serve = serveGrader({
  parts: sessionParts(nodePlatform()),
  check(lesson) {
    const known = checks.get(lesson) ?? loadCheck(readExercise(lesson).folder).then(placed);
    checks.set(lesson, known);
    return known;
  },
  post: (message) => port.postMessage(message),
});
port.on('message', (message) => void serve(message));
