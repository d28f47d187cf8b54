import { expect, test } from 'vitest';
import { applyEdits, EditsError } from './edits.ts';

const solution = `import { Pod } from 'converge/sdk';

export function count(pods) {
  const kept = pods.filter(isActive);
  return kept.length;
}

export function names(pods) {
  return pods.map(nameOf);
}
`;
const apply = (edits: string) => applyEdits(edits, { name: 'solution/count.ts', text: solution });

test('what an edit takes out goes, what it puts in comes, and the rest is the solution’s', () => {
  const { text, lines } = apply(`Counts what is leaving.
@cause too few

@@
-  const kept = pods.filter(isActive);
-  return kept.length;
+  return pods.length;
@@
 export function names(pods) {
+  pods.sort();
   return pods.map(nameOf);
`);
  expect(text).toBe(
    solution.replace('  const kept = pods.filter(isActive);\n  return kept.length;\n', '  return pods.length;\n').replace('  return pods.map', '  pods.sort();\n  return pods.map'),
  );
  expect(lines.flatMap((line, index) => (line === undefined ? [] : [`${index + 1} from ${line}`]))).toEqual(['4 from 7', '7 from 9', '8 from 10', '9 from 11']);
});

test('edits needn’t be in the order of the solution, and an empty line in one is an empty line', () => {
  const { text } = apply("@@\n-  return pods.map(nameOf);\n+  return [];\n@@\n import { Pod } from 'converge/sdk';\n\n+// How many.\n export function count(pods) {\n");
  expect(text).toBe(solution.replace('pods.map(nameOf)', '[]').replace('export function count', '// How many.\nexport function count'));
});

test.each<[string, string, number, string]>([
  ['no edit', '@cause too few\n', 1, 'there is no edit: each begins with a line @@'],
  ['nothing changes', 'x\n@@\n   return kept.length;\n', 2, 'this edit changes nothing: a line to take out begins with -, one to put in with +'],
  ['no place', '@@\n+x\n', 1, 'this edit has no place: begin it with the line of the solution that it follows, after a space'],
  ['no mark', '@@\nreturn kept.length;\n', 2, 'a line of an edit begins with a space, - or +, not with "r"'],
  ['no such line', '@@\n-  return keep.length;\n+  return 0;\n', 2, 'this edit no longer fits solution/count.ts: no line there is "  return keep.length;"; the nearest is line 5, "  return kept.length;"'],
  ['another line follows', '@@\n   const kept = pods.filter(isActive);\n-  return 0;\n', 3, 'this edit no longer fits solution/count.ts: after its line 4 comes "  return kept.length;", not "  return 0;"'],
  ['several places', '@@\n-}\n', 1, 'this edit fits 2 places in solution/count.ts, lines 6 and 10: give it a line more before or after'],
  ['two edits of one line', '@@\n-  return kept.length;\n@@\n-  return kept.length;\n+  return 0;\n', 3, 'this edit is about line 5 of solution/count.ts, and so is another: make one of the two'],
])('what can’t be carried out says where and why: %s', (_name, edits, line, message) => {
  const run = (): unknown => apply(edits);
  expect(run).toThrow(new EditsError(line, message));
  try {
    run();
  } catch (error) {
    expect(error).toMatchObject({ line });
  }
});
