/** A translation’s frontmatter: prose is its own, all else the lesson’s. */

type Fields = Readonly<Record<string, unknown>>;

/** Where a field stands: `['exercise', 'hints']`. */
export type FieldPath = readonly string[];

/** Whether what stands there is prose. A list or an object that isn’t may have prose within. */
const isProse = (path: FieldPath): boolean =>
  /^(?:title|goal|why|documents|(?:exercise|exercises\.[^.]+)\.(?:hints|mastered|ladder\..+\.(?:look|fragment)))$/.test(path.join('.'));

export interface TranslatedFields {
  readonly fields: Fields;
  /** Fields that aren’t prose, and differ from the lesson’s; hints, where there are more or fewer. */
  readonly differing: readonly FieldPath[];
}

/** @param original The lesson’s. @param translation What the translation has; what it leaves out is the lesson’s. */
export function translatedFields(original: Fields, translation: Fields, path: FieldPath = []): TranslatedFields {
  const fields: Record<string, unknown> = { ...original };
  const differing: FieldPath[] = [];
  for (const [key, value] of Object.entries(translation)) {
    const at = [...path, key];
    const theirs = original[key];
    if (isProse(at) && hasPlaces(at, theirs, value)) fields[key] = value;
    else if (isFields(value) && isFields(theirs)) {
      const inside = translatedFields(theirs, value, at);
      fields[key] = inside.fields;
      differing.push(...inside.differing);
    } else if (!isSame(value, theirs)) differing.push(at);
  }
  return { fields, differing };
}

/** What a learner has opened is kept as a number of hints. */
const hasPlaces = (path: FieldPath, original: unknown, translation: unknown): boolean =>
  path.at(-1) !== 'hints' || (Array.isArray(original) && Array.isArray(translation) && original.length === translation.length);

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
