/** Two tabs, one lesson: what each has done since both were the same is put together. Pure. */
import type { LessonWork } from './work.ts';

export interface Merged {
  readonly work: LessonWork;
  /** Both had written another text in the same place: this is what `theirs` had, where `mine` now stands. */
  readonly lost: boolean;
}

/** `base`: what both began with. Where both have changed the same thing, `mine` stays. */
export function mergeWork(base: LessonWork, theirs: LessonWork, mine: LessonWork): Merged {
  if (same(base, theirs)) return { work: mine, lost: false };
  // Made against another version of the lesson: its texts aren't for this one.
  if (theirs.lessonHash !== mine.lessonHash) return { work: mine, lost: true };
  const files = mergeParts(base.files, theirs.files, mine.files);
  const inputs = mergeParts(base.inputs, theirs.inputs, mine.inputs);
  const report = same(base.report, mine.report) ? theirs.report : mine.report;
  const bench = same(base.bench, mine.bench) ? theirs.bench : mine.bench;
  const passedExercises = [...new Set([...(theirs.passedExercises ?? []), ...(mine.passedExercises ?? [])])];
  const further = mergeParts(base.further ?? {}, theirs.further ?? {}, mine.further ?? {}).parts;
  const { report: _, bench: _b, passedExercises: _p, further: _f, ...rest } = mine;
  return {
    work: {
      ...rest,
      files: files.parts,
      inputs: inputs.parts,
      predictions: mergeParts(base.predictions, theirs.predictions, mine.predictions).parts,
      quiz: mergeParts(base.quiz, theirs.quiz, mine.quiz).parts,
      hints: Math.max(theirs.hints, mine.hints),
      passed: theirs.passed || mine.passed,
      ...(passedExercises.length === 0 ? {} : { passedExercises }),
      ...(Object.keys(further).length === 0 ? {} : { further }),
      ...(report === undefined ? {} : { report }),
      ...(bench === undefined ? {} : { bench }),
    },
    lost: files.lost || inputs.lost,
  };
}

type Parts<T> = Readonly<Record<string, T>>;

function mergeParts<T>(base: Parts<T>, theirs: Parts<T>, mine: Parts<T>) {
  const parts: [string, T][] = [];
  let lost = false;
  for (const name of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const [was, there, here] = [get(base, name), get(theirs, name), get(mine, name)];
    const taken = same(was, here) ? there : here;
    if (!same(was, here) && !same(was, there) && !same(there, here)) lost = true;
    if (taken !== undefined) parts.push([name, taken]);
  }
  return { parts: Object.fromEntries(parts), lost };
}

const get = <T>(parts: Parts<T>, name: string): T | undefined => (Object.hasOwn(parts, name) ? parts[name] : undefined);

/** The same JSON, whatever the order of fields. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))];
  return left.length === right.size && left.every(([name, value]) => right.has(name) && same(value, right.get(name)));
}
