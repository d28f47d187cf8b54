/** What a lesson's page knows: drawn by its islands, changed by `page-machine.ts` alone. */
import type { Place } from '../../runtimes/place.ts';
import type { EvaluatedWatch, SavedInside } from '../../runtimes/runtime.ts';
import type { ClusterView } from '../../viz/model.ts';
import type { TabId } from '../../viz/tab-ids.ts';
import type { WhySubject } from '../../viz/trace-model.ts';
import type { NotebookState } from '../notebook.ts';
import type { LessonWork } from '../progress/work.ts';

export interface ShownUniverse {
  readonly universe: number;
  readonly words: string;
  /** The object that broke, `default/web`, where it is known. */
  readonly about?: string;
}

export interface PageState {
  /** `reading`: the kept work is on its way. `restoring`: the kept session is. */
  readonly phase: 'reading' | 'restoring' | 'ready';
  readonly notebook: NotebookState;
  /** As the cluster stands; undefined until the session has begun. */
  readonly view?: ClusterView;
  readonly runtime: { readonly state: string; readonly reason?: string };
  /** Where the session runs, and why not elsewhere; undefined until that is known. */
  readonly place?: Place;
  /** One line in the pane's head. */
  readonly notice?: string;
  /** The universe that the panel shows in place of the learner's own session, and words for it. */
  readonly elsewhere?: ShownUniverse;
  /** Why nothing is kept in this browser; absent while it is. */
  readonly trouble?: string;
  readonly work: LessonWork;
  /** Work from before the lesson changed: the learner chooses what becomes of it. */
  readonly outdated?: LessonWork;
  /** For the polite status line. */
  readonly said: string;
  /** The cell whose text is being edited; `line`: where the cursor is to stand. */
  readonly editing?: { readonly cell: string; readonly line?: number };
  /** The pane’s view that was requested last: a new object each time. */
  readonly asked?: { readonly tab: TabId; readonly why?: WhySubject; readonly code?: string };
  /** The object that was chosen last in the pane, `Pod/web-7k2xq`: a new object each time. */
  readonly chosen?: { readonly object: string };
  /** The line of the workspace that is to be shown: a new object each time. */
  readonly sourced?: { readonly file: string; readonly line: number };
  /** Controllers that run code of the workspace: a new list whenever that, or the session, has changed. */
  readonly swapped?: readonly string[];
  /** Files as they were saved last in the container’s shell: a new object for each time. */
  readonly savedInside?: Readonly<Record<string, SavedInside>>;
  /** The watch expression that never came to an end: a new object each time. */
  readonly endless?: EvaluatedWatch;
}
