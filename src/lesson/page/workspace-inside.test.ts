import { expect, test } from 'vitest';
import type { InputRequest, InputResult } from '../../session/types.ts';
import { createWorkspacePage } from './workspace-page.ts';

function open() {
  const asked: InputRequest[] = [];
  const said: string[] = [];
  const at = { t: 0, revision: 1 };
  const desk = createWorkspacePage({
    async run(input): Promise<InputResult> {
      asked.push(input);
      return { input: { ...input, at: 0 }, outputs: [], exitCode: 0, from: at, to: at, end: 'quiet', files: {} };
    },
    builtIns: async () => [],
    say: (text) => said.push(text),
  });
  return { desk, asked, said };
}

test('a file that is made in the container is there, and follows what is saved there', () => {
  const { desk, said } = open();
  desk.savedInside({ path: 'order.ts', text: 'one' });
  expect(desk.value).toMatchObject({ files: { 'order.ts': 'one' }, saved: { 'order.ts': 'one' }, open: undefined });
  desk.savedInside({ path: 'order.ts', text: 'two', before: 'one' });
  expect(desk.value).toMatchObject({ files: { 'order.ts': 'two' }, generation: 1 });
  desk.savedInside({ path: 'core dump', text: 'no name of a file here' });
  expect(Object.keys(desk.value.files)).toEqual(['order.ts']);
  expect(said).toEqual(['order.ts stands here as it was saved in the container. Save runs it.']);
});

test('what isn’t saved stays when the container saves something else; both can be compared until it is saved', async () => {
  const { desk, asked } = open();
  desk.savedInside({ path: 'order.ts', text: 'one' });
  desk.edit('order.ts', 'mine');
  desk.savedInside({ path: 'order.ts', text: 'theirs', before: 'one' });
  expect(desk.value).toMatchObject({ files: { 'order.ts': 'mine' }, theirs: { 'order.ts': 'theirs' }, generation: 0 });
  expect(desk.value.message).toContain('Compare shows both');
  await desk.save('order.ts');
  expect(asked).toEqual([{ type: 'edit', path: 'order.ts', text: 'mine' }]);
  expect(desk.value).toMatchObject({ theirs: {}, saved: { 'order.ts': 'mine' } });
});

test('a file that is removed in the container stays, and is written again by Save', async () => {
  const { desk, asked } = open();
  desk.savedInside({ path: 'order.ts', text: 'one' });
  desk.savedInside({ path: 'order.ts', text: null, before: 'one' });
  expect(desk.value.files).toEqual({ 'order.ts': 'one' });
  await desk.save('order.ts');
  expect(asked).toEqual([{ type: 'edit', path: 'order.ts', text: 'one' }]);
});
