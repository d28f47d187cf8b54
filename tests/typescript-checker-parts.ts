/** All that the editor asks of the type checker about one file; with the whole TypeScript, and bundled with the page's part of it. */
import { completionsAt } from '../src/lesson/editor/completions.ts';
import { promiseLints } from '../src/lesson/editor/promise-lints.ts';
import { createTypeChecker, typeErrors } from '../src/lesson/editor/type-checker.ts';

const path = 'reconcile.ts';

export function answers(types: Readonly<Record<string, string>>, text: string) {
  const checker = createTypeChecker(types, { [path]: text });
  const words = [...text.matchAll(/[\w)\]]+\.?/g)];
  const step = Math.ceil(words.length / 12);
  const asked = words.filter((_, index) => index % step === 0);
  return {
    errors: typeErrors(checker, path),
    lints: promiseLints(checker, path),
    completions: asked.map(({ index, 0: word }) => completionsAt(checker, path, index + word.length, true)),
    hovers: words.map(({ index }) => checker.languageService.getQuickInfoAtPosition(`/${path}`, index)),
    edited: edited(checker),
  };
}

/** What is said when the text has changed. */
function edited(checker: ReturnType<typeof createTypeChecker>) {
  checker.updateFile(`/${path}`, "import { Pod } from 'converge/sdk';\nexport const kind: number = Pod.kind;\n");
  return typeErrors(checker, path);
}
