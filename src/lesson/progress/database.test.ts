import { expect, test } from 'vitest';
import { createDatabase } from './database.ts';

/** A factory whose databases open when told to. */
function open() {
  const asked: { succeed(): void; fail(error: Error): void; database: { onversionchange?: () => void; onclose?: () => void; closed: boolean } }[] = [];
  const timers: (() => void)[] = [];
  const factory = {
    open() {
      const database = {
        closed: false,
        close() {
          database.closed = true;
        },
        transaction: () => ({ objectStore: (name: string) => ({ name, opened: asked.length }) }),
      };
      const request: { result: unknown; error?: Error; onsuccess?: () => void; onerror?: () => void } = { result: database };
      asked.push({
        database,
        succeed: () => request.onsuccess?.(),
        fail(error) {
          request.error = error;
          request.onerror?.();
        },
      });
      return request;
    },
  };
  const place = createDatabase(
    () => factory as unknown as IDBFactory,
    (_ms, run) => {
      timers.push(run);
      return () => timers.splice(timers.indexOf(run), 1);
    },
  );
  const use = (): Promise<unknown> => place('readonly', (store) => Promise.resolve(Reflect.get(store, 'opened')));
  return { asked, timers, use };
}
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test('it is opened once, and again after another tab has wanted to change it', async () => {
  const { asked, use, timers } = open();
  const first = [use(), use()];
  asked[0]?.succeed();
  expect(await Promise.all(first)).toEqual([1, 1]);
  expect(timers).toEqual([]);
  asked[0]?.database.onversionchange?.();
  expect(asked[0]?.database.closed).toBe(true);
  const again = use();
  asked[1]?.succeed();
  expect(await again).toBe(2);
  asked[1]?.database.onclose?.();
  void use();
  expect(asked.length).toBe(3);
});

test('one that another tab holds back is given up after a while, and tried again', async () => {
  const { asked, use, timers } = open();
  const held = use();
  timers[0]?.();
  await expect(held).rejects.toMatchObject({ name: 'TimeoutError' });
  await turn();
  const again = use();
  asked[1]?.fail(new DOMException('', 'VersionError'));
  await expect(again).rejects.toMatchObject({ name: 'VersionError' });
  await turn();
  const last = use();
  asked[2]?.succeed();
  expect(await last).toBe(3);
});
