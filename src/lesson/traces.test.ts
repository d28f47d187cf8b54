import { expect, test } from 'vitest';
import { createNodeRuntime } from '../runtimes/node/node-runtime.ts';
import { nodePlatform } from '../runtimes/platforms.ts';
import { sessionParts } from '../session/parts.ts';
import { bakeLesson } from './bake.ts';
import { lessonLog } from './cells/run-cell.ts';
import { readLesson } from './node/lesson-folder.ts';
import { tracesOf } from './traces.ts';

test('a lesson’s text says whose causes it shows', () => {
  expect(tracesOf('Read.\n\n<Trace cell="apply" of="Deployment/web" />\n\n<Trace cell="delete" of="Pod/web-.*" />\n')).toEqual([
    { cell: 'apply', of: 'Deployment/web' },
    { cell: 'delete', of: 'Pod/web-.*' },
  ]);
});

async function traced(slug: string, wishes: Parameters<typeof bakeLesson>[3]) {
  const { fields, cells } = readLesson(slug);
  const runtime = createNodeRuntime(sessionParts(nodePlatform()));
  try {
    return (await bakeLesson(runtime, lessonLog(fields, {}), cells, wishes)).traces;
  } finally {
    runtime.stop();
  }
}

test('lesson 3 reads one apply, and one delete, from the status back to the command', async () => {
  const slug = '3-one-apply-six-loops';
  const traces = await traced(slug, readLesson(slug).traces);
  const who = (name: string) => traces[name]?.why.steps.map(({ component }) => component.replace(/\d+$/, ''));
  const loops = ['controller/deployment', 'controller/replicaset', 'kubelet/node-', 'scheduler', 'controller/replicaset'];
  expect(who('apply Deployment/web')).toEqual([...loops, 'controller/deployment', 'controller/deployment', 'you']);
  expect(who('delete Deployment/web')).toEqual([...loops, 'controller/replicaset', 'you']);
  expect(traces['apply Deployment/web']?.why.title).toBe('Why has `web` 3 of 3 ready?');
});

test('what a cell hasn’t written has no trace, and the build says so', async () => {
  await expect(traced('3-one-apply-six-loops', [{ cell: 'apply', of: 'Job/.*' }])).rejects.toThrow('nothing called "Job/.*"');
});
