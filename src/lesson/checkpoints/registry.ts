/** The checkpoints that are written, and what their pages are made of. */
import { placeOfOriginal } from '../course.ts';
import type { LessonPageData } from '../page/data.ts';
import { rightPlace } from '../recall.ts';
import { hands } from './hands.ts';
import { livingWithLoops } from './living-with-loops.ts';
import { loops } from './loops.ts';
import { memory } from './memory.ts';
import { oneIdea } from './one-idea.ts';
import { placeToRun } from './place-to-run.ts';
import type { Checkpoint, Idea } from './types.ts';

/** All that are written, in the order of Converge's parts: the final draws from them. */
export const writtenCheckpoints: readonly Checkpoint[] = [oneIdea, memory, loops, placeToRun, hands, livingWithLoops];

/** Those of this course, in the order of its parts. */
export const checkpoints: readonly Checkpoint[] = ofCourse(writtenCheckpoints, (number) => placeOfOriginal(number)?.part);

/** Whether the course has the lessons that the final is about. */
export const hasFinal = checkpoints.length === writtenCheckpoints.length;

/**
 * A checkpoint is asked where all its lessons are taught, at the end of the last of their parts; one in each part.
 *
 * @param partOf The part of the course that has this lesson of Converge.
 */
export function ofCourse(written: readonly Checkpoint[], partOf: (originalNumber: number) => number | undefined): readonly Checkpoint[] {
  const found = new Map<number, Checkpoint>();
  for (const checkpoint of written) {
    const parts = [...checkpoint.ideas, checkpoint.incident.idea].map(({ lesson }) => partOf(lesson) ?? Number.POSITIVE_INFINITY);
    const part = Math.max(...parts);
    if (Number.isFinite(part) && !found.has(part)) found.set(part, { ...checkpoint, part });
  }
  return [...found.values()].sort((a, b) => a.part - b.part);
}

/** The page's name and the key of its work: `checkpoint-3`. */
export const checkpointSlug = ({ part }: Pick<Checkpoint, 'part'>): string => `checkpoint-${part}`;

/** The cell that breaks the cluster. */
export const incidentCell = 'broken';
/** The diagnosis on the page, and the name under which its result is kept. */
export const diagnosisId = 'loop';
export const diagnosisKey = `diagnosis-${diagnosisId}`;

/** Where a question stands on the page, and the key of its answers. */
export const questionKey = (index: number): string => `checkpoint-${index + 1}`;

/** What the page's script knows before anything runs. Each question and the diagnosis is a task. */
export function checkpointData(checkpoint: Checkpoint): LessonPageData {
  const { seed, nodes, etcd, manifest, commands } = checkpoint.incident;
  return {
    slug: checkpointSlug(checkpoint),
    seed,
    nodes,
    ...(etcd === undefined ? {} : { etcd }),
    tasks: checkpoint.questions.length + 1,
    cells: [
      { language: 'yaml', id: 'web', number: 1, code: manifest, file: 'web.yaml' },
      { language: 'sh', id: incidentCell, number: 2, code: commands, expectsError: true },
    ],
  };
}

/** The heading's id, as the site makes it: "Who are you?" is `who-are-you`. */
export const sectionId = (heading: string): string => heading.toLowerCase().replaceAll(/[^\p{L}\p{N} -]/gu, '').replaceAll(' ', '-');

/** An idea, and which tasks of the page are about it. */
export interface CountedIdea extends Omit<Idea, 'id'> {
  /** Key of each task -> what is kept of the right answer; `found`: of the diagnosis. */
  readonly tasks: Readonly<Record<string, number | 'found'>>;
}

/** What the list of ideas counts, in its order: last comes the broken cluster. */
export function countedIdeas({ ideas, questions, incident }: Checkpoint): readonly CountedIdea[] {
  const asked = ideas.map(({ id, ...idea }) => ({
    ...idea,
    tasks: Object.fromEntries(
      questions.flatMap((question, index) => (question.idea === id ? [[questionKey(index), rightPlace(question.answers)] as const] : [])),
    ),
  }));
  return [...asked, { ...incident.idea, tasks: { [diagnosisKey]: 'found' } }];
}
