import { expect, test } from 'vitest';
import { everyNth } from '../../tests/scope.ts';
import { createNodeRuntime } from '../runtimes/node/node-runtime.ts';
import { nodePlatform } from '../runtimes/platforms.ts';
import { sessionParts } from '../session/parts.ts';
import { bakeLesson } from './bake.ts';
import { parseBakedLesson } from './baked.ts';
import { lessonLog } from './cells/run-cell.ts';
import { lessonSlugs, readLesson } from './node/lesson-folder.ts';

async function bake(slug: string) {
  const { fields, cells, traces, lanes, start } = readLesson(slug);
  const runtime = createNodeRuntime(sessionParts(nodePlatform()));
  const baked = await bakeLesson(runtime, lessonLog(fields, start), cells, traces, lanes);
  runtime.stop();
  return baked;
}

/** The build runs every lesson, and stops where a cell fails: by default a tenth is run again here. */
const drawn = everyNth(10, lessonSlugs());

/** One run of each serves all tests. */
const runs = new Map<string, ReturnType<typeof bake>>();
function baked(slug: string): ReturnType<typeof bake> {
  const run = runs.get(slug) ?? bake(slug);
  runs.set(slug, run);
  return run;
}

test.each(drawn)('%s prints the same every time, and the site can read it', async (slug) => {
  const text = JSON.stringify(await baked(slug));
  expect(JSON.stringify(await bake(slug))).toBe(text);
  expect(JSON.stringify(parseBakedLesson(text).cells)).toBe(JSON.stringify(JSON.parse(text).cells));
});

test.each(drawn)('%s: every cell works, save those that are meant to fail', async (slug) => {
  const { cells } = await baked(slug);
  for (const fence of readLesson(slug).cells) {
    const output = cells[fence.id]?.output ?? [];
    const printed = output.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('');
    if (fence.expectsError !== true) expect(output.map(({ kind }) => kind), fence.id).not.toContain('error');
    // Who means a cell to fail means what it says.
    if (fence.expectsError !== true) expect(printed, fence.id).not.toMatch(/^(error|converge): |command not found/im);
  }
});

test.each(drawn)('%s opens where its first cell begins, so that the first run goes forward', async (slug) => {
  const { cells, opening } = await baked(slug);
  const first = cells[readLesson(slug).cells[0]?.id ?? ''];
  expect(opening.revision).toBeLessThanOrEqual(first?.foot.fromRevision ?? 0);
  expect(opening.timeMs).toBeLessThanOrEqual(first?.foot.fromMs ?? 0);
});

test('a cell that fails without saying so, or says so and succeeds, is named', async () => {
  const runtime = createNodeRuntime(sessionParts(nodePlatform()));
  const bakeOne = (code: string, expectsError: boolean) =>
    bakeLesson(runtime, lessonLog(readLesson('1-thermostats').fields, {}), [{ id: 'one', number: 1, language: 'sh', code, ...(expectsError ? { expectsError: true as const } : {}) }]);
  await expect(bakeOne('kubectl get nothing', false)).rejects.toThrow(/the cell "one" failed: .*nothing.*expect=error/s);
  // The error, not the advice that follows it.
  await expect(bakeOne("printf 'kind: Podz\\napiVersion: v1\\nmetadata: { name: a }\\n' > a.yaml; kubectl apply -f a.yaml", false)).rejects.toThrow(/failed: error: .*no matches for kind "Podz"/s);
  await expect(bakeOne('kubectl get nodes', true)).rejects.toThrow('the cell "one" says expect=error, and it succeeded');
  runtime.stop();
});
