/** A checkpoint of a part: mixed questions about its lessons, and one broken cluster. It shows what a reader holds, and what to look at again. */
import type { LessonPageData } from '../page/data.ts';

export interface Checkpoint {
  /** The part's number in `course.ts`. */
  readonly part: number;
  /** At most a few: what the questions are about. */
  readonly ideas: readonly Idea[];
  /** In the order of the page, mixed: neighbors are about different ideas. */
  readonly questions: readonly CheckpointQuestion[];
  readonly incident: BrokenCluster;
}

/** Something that the part teaches: "What a cache may not have seen yet". */
export interface Idea {
  /** `cache`: questions name it. */
  readonly id: string;
  readonly words: string;
  /** For the button "Two minutes on …". */
  readonly about: string;
  /** Where it is taught: a lesson's number, and the heading of one of its sections; without one, the lesson as a whole. */
  readonly lesson: number;
  readonly section?: string;
}

export interface CheckpointQuestion {
  /** That of an idea. */
  readonly idea: string;
  readonly ask: string;
  /** As in a lesson's quiz: each answer says why, and exactly one is right. */
  readonly answers: readonly { readonly text: string; readonly because: string; readonly right?: true }[];
}

/** A cluster in which one loop does nothing. Which one is drawn from the seed; the page doesn't know it. */
export interface BrokenCluster extends Pick<LessonPageData, 'seed' | 'nodes' | 'etcd'> {
  /** What is said of it before anything runs. */
  readonly symptom: string;
  /** Manifest that is there before it breaks, and the commands that break it and show the symptom. */
  readonly manifest: string;
  readonly commands: string;
  /** What a diagnosis is about, for the list of ideas. */
  readonly idea: Omit<Idea, 'id'>;
  /** A question for each piece of evidence, where it isn't right. */
  readonly hints: { readonly component: string; readonly object: string; readonly moment: string };
}
