/** Objects through the editor of a session. */
import type { JsonObject } from '../../../engine/index.ts';
import { CliError } from '../../errors.ts';
import { isObject } from '../../json.ts';
import { readOne } from '../../manifest/read.ts';
import type { Io } from '../../types.ts';
import { toYaml } from '../../yaml/print.ts';

export type Editor = (text: string, name: string) => Promise<string>;

/** Throws where there is none. */
export function editorOf({ edit }: Io): Editor {
  if (edit === undefined)
    throw new CliError('there is no editor here: change the file and use kubectl apply, or kubectl patch');
  return edit;
}

/** The object as it came back; undefined, and said so, when nothing was changed or everything deleted. */
export async function editText(
  io: Io,
  editor: Editor,
  header: string,
  before: JsonObject,
  name: string,
): Promise<JsonObject | undefined> {
  const shown = toYaml(before);
  const bare = withoutComments(await editor(header + shown, name));
  if (bare.trim() === withoutComments(shown).trim()) {
    io.stderr('Edit cancelled, no changes made.\n');
    return undefined;
  }
  if (bare.trim() === '') {
    io.stderr('Edit cancelled, saved file was empty.\n');
    return undefined;
  }
  const after = readOne('edited file', bare);
  if (!isObject(after)) throw new CliError('The edited file is no object');
  return after;
}

function withoutComments(text: string): string {
  return text.replace(/^#.*\n?/gm, '');
}
