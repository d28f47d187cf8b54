/** A file that the reader wrote in another lesson, for this page's session. Loaded when it is wanted. */
import { workKey } from '../progress/keys.ts';
import { readWork } from '../progress/read-work.ts';
import type { Storage } from '../progress/storage.ts';
import type { InputRequest } from '../../session/types.ts';

interface FileTaker {
  readonly storage: Pick<Storage, 'get'>;
  input(request: InputRequest): Promise<unknown>;
}

/** @param lesson Its folder: `28-your-own-operator`. Resolves with false where this browser has no such file of the reader's. */
export async function bringFile({ storage, input }: FileTaker, lesson: string, file: string): Promise<boolean> {
  const { work } = readWork(await storage.get(workKey(lesson)));
  const text = work?.files[file];
  if (text === undefined) return false;
  await input({ type: 'edit', path: file, text });
  return true;
}
