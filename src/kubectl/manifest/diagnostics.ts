/** Manifest errors for editors and lessons: what is wrong, where, and what to do. */
import { text } from '../json.ts';
import { checkKind, ManifestError, readManifest } from './read.ts';

export interface ManifestProblem {
  readonly file: string;
  /** From 1; absent when the message says none. */
  readonly line?: number;
  readonly message: string;
}

/** What kubectl would refuse about a manifest before it asks the server; [] when there is nothing. */
export function checkManifest(file: string, content: string): readonly ManifestProblem[] {
  const { objects, error: unread } = readManifest(file, content);
  if (unread !== undefined) return [problem(file, unread)];
  if (objects.length === 0)
    return [{ file, line: 1, message: `${file} holds no object: give it apiVersion, kind and metadata` }];
  return objects.flatMap((each): readonly ManifestProblem[] => {
    try {
      checkKind(each, true);
    } catch (error) {
      return [problem(file, error)];
    }
    if (text(each.object, 'metadata', 'name') !== '' || text(each.object, 'metadata', 'generateName') !== '') return [];
    return [{ file, line: each.line, message: `${text(each.object, 'kind')} has no name: set metadata.name` }];
  });
}

function problem(file: string, error: unknown): ManifestProblem {
  if (!(error instanceof ManifestError)) throw error;
  return { file, line: error.line, message: error.message };
}
