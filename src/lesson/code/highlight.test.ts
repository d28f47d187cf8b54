import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Language } from './language.ts';
import { highlight } from './highlight.ts';
import { packColors, unpackColors } from './lines.ts';
import { loadTokenizer } from './tokenizer.ts';

/** Tokens as "kind:text", plain text left out. */
const marked = async (language: Language, code: string): Promise<string[]> =>
  (await highlight(language, code)).flat().flatMap(({ kind, text }) => (kind ? [`${kind}:${text}`] : []));

test('a command is bold after its prompt, its flags and strings have their voices', async () => {
  expect(await marked('sh', "kubectl get pods -l app=web | grep 'web'  # mine")).toEqual([
    'prompt:$ ',
    'keyword:kubectl',
    'field:-l',
    'keyword:grep',
    "literal:'web'",
    'comment:# mine',
  ]);
});

test('a here-document and a continued line have no prompt', async () => {
  expect(await marked('sh', 'cat <<EOF\nkind: Pod\nEOF\nls \\\n  -a')).toEqual(['prompt:$ ', 'keyword:cat', 'prompt:$ ', 'keyword:ls', 'field:-a']);
  expect((await marked('sh', 'ls |\n  wc -l &&\n  ls')).filter((token) => token.startsWith('prompt'))).toEqual(['prompt:$ ']);
});

test('a command in a command is bold as well', async () => {
  expect(await marked('sh', 'kubectl delete $(kubectl get pods -o name | head -n 1)')).toEqual([
    'prompt:$ ',
    'keyword:kubectl',
    'keyword:kubectl',
    'field:-o',
    'keyword:head',
    'field:-n',
  ]);
});

test('spec at the top of a manifest and the replicas it asks for are blue, a nested spec is not', async () => {
  expect(await marked('yaml', 'kind: Pod\nspec:\n  replicas: 4 # x\n  template:\n    spec:\n      a: "x"\nstatus:')).toEqual([
    'field:kind',
    'want:spec',
    'want:replicas: 4',
    'comment:# x',
    'field:template',
    'field:spec',
    'field:a',
    'literal:"x"',
    'is:status',
  ]);
});

test('TypeScript: keywords, literals, comments, spec and status', async () => {
  expect(await marked('ts', "const gap = rs.spec.replicas - 1 // 'no'\nif (rs.status?.ready) return `${gap}!`")).toEqual([
    'keyword:const',
    'want:spec',
    'literal:1',
    "comment:// 'no'",
    'keyword:if',
    'is:status',
    'keyword:return',
    'literal:`',
    'literal:!`',
  ]);
  expect(await marked('ts', '/** a\n * @throws b */ new X(); x instanceof Y')).toEqual(['comment:/** a', 'comment: * @throws b */', 'keyword:new', 'keyword:instanceof']);
});

/** Pieces that open and close strings, comments, here-documents and blocks. */
const pieces = ["'", '"', '`', '/*', '*/', '//', '# ', '\n', '${', '}', 'a', ' spec: ', 'cat <<EOF', '\nEOF\n', '  replicas: 4', ': ', '- ', '$(', ')', '|'];
const anyCode = fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((parts) => parts.join(''));
const anyLanguage = fc.constantFrom<Language>('sh', 'yaml', 'ts');

test('no character is lost or added but prompts, also when the coloring travels without its text', async () => {
  await fc.assert(
    fc.asyncProperty(anyLanguage, anyCode, async (language, code) => {
      const lines = await highlight(language, code);
      const text = lines.map((line) => line.flatMap((token) => (token.kind === 'prompt' ? [] : [token.text])).join(''));
      expect(text.join('\n')).toBe(code);
      const unpacked = unpackColors(code, packColors(lines));
      expect(packColors(unpacked)).toBe(packColors(lines));
      expect(unpacked.map((line) => line.map(({ text }) => text).join(''))).toEqual(lines.map((line) => line.map(({ text }) => text).join('')));
    }),
    { numRuns: 60 },
  );
});

test('after an edit the lines are colored as if the whole text were new, and what did not change is not colored again', async () => {
  await fc.assert(
    fc.asyncProperty(anyLanguage, anyCode, anyCode, anyCode, anyCode, async (language, head, old, now, tail) => {
      const tokenize = await loadTokenizer(language);
      const before = tokenize((head + old + tail).split('\n'));
      const lines = (head + now + tail).split('\n');
      const tokens = (from: ReturnType<typeof tokenize>) => from.map((line) => line.tokens);
      expect(tokens(tokenize(lines, before))).toEqual(tokens(tokenize(lines)));
    }),
    { numRuns: 60 },
  );
  const tokenize = await loadTokenizer('ts');
  const before = tokenize(['const a = 1;', 'b();', 'c();']);
  const after = tokenize(['const a = 1;', 'b(2);', 'c();'], before);
  expect(after.map((line, at) => line === before[at])).toEqual([true, false, true]);
});
