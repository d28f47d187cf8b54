/** The one workspace of this page, made when its view is first opened. */
import type { PageState } from '../../lesson/page/lesson-page.ts';
import { createWorkspacePage, type WorkspacePage } from '../../lesson/page/workspace-page.ts';
import { lessonPage } from '../islands/page.ts';
import { builtIns } from './built-ins.ts';

let made: WorkspacePage | undefined;

/** Undefined on a page without a session. */
export function codeDesk(): WorkspacePage | undefined {
  const page = lessonPage();
  if (page === undefined) return undefined;
  if (made === undefined) {
    // A lesson's files are its exercise's; where there is none, these are kept.
    const kept = page.data.free && { files: page.value.work.files, changed: (files: Readonly<Record<string, string>>) => page.keep({ files }) };
    const desk = createWorkspacePage({ run: page.input, builtIns, say: page.say, ...kept });
    made = desk;
    // Also while another view is open. The exercise has its own files in its own editor.
    let heard: PageState['savedInside'] = {};
    page.subscribe(({ savedInside = {} }) => {
      const before = heard ?? {};
      heard = savedInside;
      for (const [path, saved] of Object.entries(savedInside))
        if (before[path] !== saved && page.data.exercise?.start[path] === undefined) desk.savedInside(saved);
    });
  }
  return made;
}
