/** Which mutants the exercise's editor would accept. */
import { createTypeChecker, inChecker, typeErrors } from '../../editor/type-checker.ts';

/**
 * Says of each text for the file whether it has no type errors.
 * @param types What `sdk-types.json` holds.
 */
export function createTypeFilter(
  types: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>>,
  file: string,
): (text: string) => boolean {
  const checker = createTypeChecker(types, files);
  return (text) => {
    checker.updateFile(inChecker(file), text);
    return typeErrors(checker, file).length === 0;
  };
}
