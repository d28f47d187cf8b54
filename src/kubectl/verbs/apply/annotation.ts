/** The annotation that remembers what was applied last. */
import type { JsonObject } from '../../../engine/index.ts';
import { record, withField } from '../../json.ts';
import { toCompactJson } from '../../printers/json.ts';

export const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
export const ANNOTATION: readonly string[] = ['metadata', 'annotations', LAST_APPLIED];

/** The object with its own text in the annotation that the next apply compares with. */
export function withLastApplied(object: JsonObject): JsonObject {
  const bare = withoutLastApplied(object);
  return withField(bare, ANNOTATION, `${toCompactJson(bare)}\n`);
}

/** What was built, with its own text in the annotation: in the order of Go's fields, as the real one saves it. */
export function withSavedConfig(built: JsonObject): JsonObject {
  return withField(built, ANNOTATION, `${toCompactJson(built, false)}\n`);
}

/** The object without the annotation; its annotations stay, even if there is none left. */
export function withoutLastApplied(object: JsonObject): JsonObject {
  const annotations = withField(record(object, 'metadata', 'annotations'), [LAST_APPLIED], undefined);
  return withField(object, ['metadata', 'annotations'], annotations);
}
