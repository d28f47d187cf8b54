/** The page's workspace as a folder. Loaded, with the engine for Node, when somebody asks for it. */
import engineUrl from '../../../.generated/project-engine.txt?url';
import type { LessonPage } from '../../lesson/page/lesson-page.ts';
import { projectFiles } from '../../lesson/share/project.ts';
import { text } from '../islands/fetch-text.ts';
import { logOf } from './work.ts';

/** Path -> text. @throws Error with a sentence when the engine can't be fetched. */
export async function projectOf(page: LessonPage): Promise<Readonly<Record<string, string>>> {
  const { data, exercises } = page;
  return projectFiles({
    name: data.slug,
    title: document.querySelector('h1')?.textContent ?? data.slug,
    log: await logOf(page),
    files: Object.assign({}, ...exercises.map(({ value }) => value.files)),
    ...(data.exercise === undefined ? {} : { exercise: data.exercise }),
    engine: await text(engineUrl),
  });
}
