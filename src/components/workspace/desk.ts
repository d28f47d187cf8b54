/** The one workspace of this page, made when its view is first opened. */
import { createWorkspacePage, type WorkspacePage } from '../../lesson/page/workspace-page.ts';
import { lessonPage } from '../islands/page.ts';
import { builtIns } from './built-ins.ts';

let made: WorkspacePage | undefined;

/** Undefined on a page without a session. */
export function codeDesk(): WorkspacePage | undefined {
  const page = lessonPage();
  if (page === undefined) return undefined;
  made ??= createWorkspacePage({ run: page.input, builtIns, say: page.say });
  return made;
}
