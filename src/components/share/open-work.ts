/** Opens "Your work". Loaded when it is first requested. */
import type { LessonPage } from '../../lesson/page/lesson-page.ts';
import { openDialog } from './dialogs.ts';
import WorkDialog from './WorkDialog.svelte';

/** `first`: what to do at once. */
export function openWork(page: LessonPage | undefined, first?: 'link' | 'hand-in'): void {
  if (page !== undefined) openDialog(WorkDialog, { page, first });
}
