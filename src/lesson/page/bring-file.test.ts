import { expect, test } from 'vitest';
import type { InputRequest } from '../../session/types.ts';
import { workKey } from '../progress/keys.ts';
import { emptyWork, type LessonWork } from '../progress/work.ts';
import { bringFile } from './bring-file.ts';

const operator = '28-your-own-operator';

/** What comes into the session of a page whose browser has kept this of lesson 28. */
async function brought(kept: unknown): Promise<{ readonly found: boolean; readonly inputs: readonly InputRequest[] }> {
  const inputs: InputRequest[] = [];
  const input = async (request: InputRequest): Promise<void> => void inputs.push(request);
  const storage = { get: async (key: string) => (key === workKey(operator) ? kept : undefined) };
  const found = await bringFile({ storage, input }, operator, 'operator.ts');
  return { found, inputs };
}

test('a file that was written in another lesson comes into the session, where there is one', async () => {
  const work: LessonWork = { ...emptyWork('12345678'), files: { 'operator.ts': 'mine\n' } };
  expect(await brought(work)).toEqual({ found: true, inputs: [{ type: 'edit', path: 'operator.ts', text: 'mine\n' }] });
  expect(await brought(emptyWork('12345678'))).toEqual({ found: false, inputs: [] });
  expect(await brought(undefined)).toEqual({ found: false, inputs: [] });
});
