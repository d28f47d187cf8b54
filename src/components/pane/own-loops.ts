/** Which loops of the panel are the learner's own. */
import { readLessonData } from '../../lesson/page/data.ts';

interface Loop {
  readonly name: string;
  readonly yours?: boolean;
}

/** A program of the lesson runs beside the cluster as a learner's controller does, and isn't the learner's: its file is there to be read. */
export function withoutPrograms<T extends Loop>(loops: readonly T[], programs: readonly string[] = ofPage()): readonly T[] {
  return loops.map((loop) => (programs.includes(loop.name) ? { ...loop, yours: false } : loop));
}

const ofPage = (): readonly string[] => readLessonData(document)?.programs ?? [];
