import fc from 'fast-check';
import { expect, test } from 'vitest';
import { highlight } from './tokens.ts';

/** Tokens as "kind:text", plain text left out. */
const marked = (language: string, code: string): string[] =>
  highlight(language, code)
    .flat()
    .flatMap(({ kind, text }) => (kind ? [`${kind}:${text}`] : []));

test('a command is bold after its prompt, its flags and strings have their voices', () => {
  expect(marked('sh', "kubectl get pods -l app=web | grep 'web'  # mine")).toEqual([
    'prompt:$ ',
    'keyword:kubectl',
    'field:-l',
    'keyword:grep',
    "literal:'web'",
    'comment:# mine',
  ]);
});

test('a here-document and a continued line have no prompt', () => {
  expect(marked('sh', 'cat <<EOF\nkind: Pod\nEOF\nls \\\n  -a')).toEqual([
    'prompt:$ ',
    'keyword:cat',
    'prompt:$ ',
    'keyword:ls',
    'field:-a',
  ]);
});

test('spec at the top of a manifest and the replicas it wants are blue, a nested spec is not', () => {
  expect(marked('yaml', 'kind: Pod\nspec:\n  replicas: 4\n  template:\n    spec:\n      a: "x"')).toEqual([
    'field:kind',
    'want:spec',
    'want:replicas: 4',
    'field:template',
    'field:spec',
    'field:a',
    'literal:"x"',
  ]);
});

test('TypeScript: keywords, literals, comments, spec and status', () => {
  expect(marked('ts', "const gap = rs.spec.replicas - 1 // 'no'\nif (rs.status?.ready) return `${gap}`")).toEqual([
    'keyword:const',
    'want:spec',
    'literal:1',
    "comment:// 'no'",
    'keyword:if',
    'is:status',
    'keyword:return',
    'literal:`${gap}`',
  ]);
  expect(marked('ts', '/* a\n b */ new X()')).toEqual(['comment:/* a', 'comment: b */', 'keyword:new']);
});

test('no character is lost or added but prompts', () => {
  fc.assert(
    fc.property(fc.constantFrom('sh', 'yaml', 'ts', 'txt'), fc.string(), (language, code) => {
      const text = highlight(language, code)
        .map((line) => line.flatMap((token) => (token.kind === 'prompt' ? [] : [token.text])).join(''))
        .join('\n');
      expect(text).toBe(code);
    }),
  );
});

test('a command in a command is bold as well', () => {
  expect(marked('sh', 'kubectl delete $(kubectl get pods -o name | head -n 1)')).toEqual([
    'prompt:$ ',
    'keyword:kubectl',
    'keyword:kubectl',
    'field:-o',
    'keyword:head',
    'field:-n',
  ]);
});
