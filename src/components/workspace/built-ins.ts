/** The sources of the built-in controllers and plugins that this page's cluster can run, loaded when the first of them is opened. */
import type { BuiltIn } from '../../lesson/editor/built-in.ts';
import { builtInsOf } from '../../lesson/editor/built-ins-of.ts';
import { tr } from '../../lesson/words/words.ts';
import { lessonPage } from '../islands/page.ts';

const found = import.meta.glob<readonly BuiltIn[]>('/.generated/builtin-sources.json', { import: 'default' });
let loaded: Promise<readonly BuiltIn[]> | undefined;

/** All of them. Rejects when they can't be loaded. */
export function builtIns(): Promise<readonly BuiltIn[]> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function load(): Promise<readonly BuiltIn[]> {
  const [first] = Object.values(found);
  if (first === undefined) throw new Error(tr('This site was built without the sources of the engine.'));
  return builtInsOf(await first(), lessonPage()?.data.beside);
}
