/** Objects through the editor of a session. */
import type { JsonObject } from '../../../engine/index.ts';
import { CliError } from '../../errors.ts';
import { isObject } from '../../json.ts';
import { readOne } from '../../manifest/read.ts';
import type { Io } from '../../types.ts';
import { toYaml } from '../../yaml/print.ts';

export type Editor = (text: string, name: string) => Promise<string>;

/** Throws where there is none, and says what to do instead. `words`: what was to be edited. */
export function editorOf({ edit }: Io, words: readonly string[] = []): Editor {
  if (edit === undefined) {
    const what = words.join(' ');
    if (what === '') throw new CliError('no editor opens here: change the file in the Code tab instead');
    const file = `${(words.at(-1) ?? '').replaceAll('/', '-')}.yaml`;
    throw new CliError(
      `no editor opens here. Instead: 'kubectl get ${what} -o yaml > ${file}', change ${file} in the Code tab, ` +
        `'kubectl apply -f ${file}'; or change one field with 'kubectl patch'`,
    );
  }
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
