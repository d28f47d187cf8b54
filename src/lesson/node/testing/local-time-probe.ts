/** `node local-time-probe.ts CODE`: prints which of two cells, `plain` or `clock`, prints a local time; `clock` has the code. */
import { createNodeRuntime } from '../../../runtimes/node/node-runtime.ts';
import { nodePlatform } from '../../../runtimes/platforms.ts';
import { sessionParts } from '../../../session/parts.ts';
import { bakeLesson } from '../../bake.ts';
import type { BakedLesson } from '../../baked.ts';
import type { CellFence } from '../../cells/fence.ts';
import { lessonLog } from '../../cells/run-cell.ts';
import { cellOfLocalTime } from '../local-time.ts';

const cells: readonly CellFence[] = [
  { id: 'plain', number: 1, language: 'ts', code: 'print(1)' },
  { id: 'clock', number: 2, language: 'ts', code: process.argv[2] ?? '' },
];

async function bake(): Promise<BakedLesson> {
  const runtime = createNodeRuntime(sessionParts(nodePlatform()));
  const baked = await bakeLesson(runtime, lessonLog({ seed: 1, nodes: 1 }, {}), cells);
  runtime.stop();
  return baked;
}

const cell = await cellOfLocalTime(await bake(), bake);
console.log(JSON.stringify({ cell, zone: process.env['TZ'] }));
