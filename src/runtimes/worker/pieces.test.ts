import { expect, test } from 'vitest';
import { createPieces, type Pieces, type PiecesOptions } from './pieces.ts';

/** Pieces of a core that exports 40 and 2, and the names that were requested of the page. */
function create(fills?: PiecesOptions['fills']): { readonly pieces: Pieces; readonly requested: readonly string[] } {
  const requested: string[] = [];
  const pieces = createPieces({
    request: ({ name }) => requested.push(name),
    coreExports: [40, 2],
    ...(fills === undefined ? {} : { fills }),
  });
  return { pieces, requested };
}

/** A piece of two modules, as the build writes it. */
const text = '(core) => ({ m0: { sum: core[0] + core[1] }, m1: { name: "second" } })';

test('a piece is requested once, and each of its modules can be loaded', async () => {
  const { pieces, requested } = create();
  const loading = [pieces.load('full', 0), pieces.load('full', 1)];
  pieces.receive({ type: 'piece', name: 'full', text });
  expect(await Promise.all(loading)).toEqual([{ sum: 42 }, { name: 'second' }]);
  expect(await pieces.load('full', 0)).toEqual({ sum: 42 });
  expect(requested).toEqual(['full']);
});

test('modules of the core that stand for those of a piece get what all of it exports before the load resolves', async () => {
  const filled: unknown[] = [];
  const { pieces } = create(new Map([['full', [(exported) => filled.push(exported)]]]));
  const loading = pieces.load('full', 0);
  pieces.receive({ type: 'piece', name: 'full', text });
  expect(filled).toEqual([{ sum: 42, name: 'second' }]);
  await loading;
});

test('a piece that can’t be fetched rejects with the page’s sentence, and is requested again at the next load', async () => {
  const { pieces, requested } = create();
  const failing = pieces.load('kubectl', 0);
  pieces.receive({ type: 'piece', name: 'kubectl', error: 'The engine could not be loaded.' });
  await expect(failing).rejects.toThrow('The engine could not be loaded.');
  const loading = pieces.load('kubectl', 0);
  pieces.receive({ type: 'piece', name: 'kubectl', text });
  expect(await loading).toEqual({ sum: 42 });
  expect(requested).toEqual(['kubectl', 'kubectl']);
});

test('a piece that was not requested is ignored', async () => {
  const { pieces, requested } = create();
  pieces.receive({ type: 'piece', name: 'etcd', text: '() => { throw new Error("evaluated") }' });
  const loading = pieces.load('etcd', 0);
  pieces.receive({ type: 'piece', name: 'etcd', text });
  expect(await loading).toEqual({ sum: 42 });
  expect(requested).toEqual(['etcd']);
});
