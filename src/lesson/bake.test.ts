import { expect, test } from 'vitest';
import { createNodeRuntime } from '../runtimes/node/node-runtime.ts';
import { nodePlatform } from '../runtimes/platforms.ts';
import { sessionParts } from '../session/parts.ts';
import { bakeLesson } from './bake.ts';
import { parseBakedLesson } from './baked.ts';
import { lessonLog } from './cells/run-cell.ts';
import { lessonSlugs, readLesson } from './node/lesson-folder.ts';
import { firstSpoilerCell } from './spoilers.ts';

async function bake(slug: string) {
  const { fields, cells, traces, firstSpoiler, exercise } = readLesson(slug);
  const runtime = createNodeRuntime(sessionParts(nodePlatform()));
  const baked = await bakeLesson(runtime, lessonLog(fields, exercise?.start ?? {}), cells, traces, firstSpoiler);
  runtime.stop();
  return baked;
}

test.each(lessonSlugs())('%s prints the same every time, and the site can read it', async (slug) => {
  const text = JSON.stringify(await bake(slug));
  expect(JSON.stringify(await bake(slug))).toBe(text);
  expect(JSON.stringify(parseBakedLesson(text).cells)).toBe(JSON.stringify(JSON.parse(text).cells));
});

test.each(lessonSlugs())('%s: every cell works, save those that are meant to fail', async (slug) => {
  const { cells } = await bake(slug);
  for (const fence of readLesson(slug).cells) {
    const output = cells[fence.id]?.output ?? [];
    const printed = output.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('');
    expect(
      output.some(({ kind }) => kind === 'error'),
      fence.id,
    ).toBe(fence.expectsError === true);
    expect(printed, fence.id).not.toMatch(/^(error|converge): |command not found/im);
  }
});

test('before anything has run, the pane gives no prediction away', async () => {
  const { view, withoutSpoilers } = await bake('2-your-own-controller');
  const pods = ({ sets }: typeof view): number => sets.flatMap((set) => set.pods).filter(({ name }) => name.startsWith('shop-')).length;
  expect(readLesson('2-your-own-controller').firstSpoiler).toBe('delay');
  expect([pods(withoutSpoilers), pods(view) > 0]).toEqual([0, true]);
  expect(firstSpoilerCell('```sh cell id=x\nls\n```\n\n<Quiz />\n')).toBeUndefined();
});
