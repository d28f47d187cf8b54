import { afterEach, expect, test, vi } from 'vitest';
import type { Failed } from '../../lesson/universes/types.ts';
import { reportMarkdown, reports } from './reports.ts';

afterEach(() => vi.restoreAllMocks());

const failed = (seed: number, cause: string, question: string): Failed => ({
  ok: false,
  seed,
  cause,
  glyph: 'orphan',
  scenario: 'someone turns the dial',
  at: 1500,
  revision: 7,
  weather: 'nothing else went wrong',
  seen: `At t = 1.500 s it was ${seed} °C.`,
  question,
});

const lesson = {
  exercise: { file: 'loop.ts', solution: { 'loop.ts': "/** The loop. */\nconst near = 0.5;\nconst word = 'on';\n" } },
  fields: { ladder: { 'left it cold': { look: 'The line that decides.', fragment: 'const gap = wanted - actual;\n' }, 'left it hot': { look: 'Another line.' } } },
} as unknown as Parameters<typeof reportMarkdown>[1];

const answer = { name: 'wide', path: 'wrong/wide.ts', causes: ['left it cold'], causeLine: 3, text: "/**\n * Waits too long.\n * @cause left it cold\n */\nconst near = 5;\nconst word = 'on';\n" };

test('shows what differs, the universe that the page chooses, each further question, and the rungs of the first cause', () => {
  const groups = [
    { cause: 'left it cold', glyph: 'orphan', failures: [failed(2, 'left it cold', 'How cold?'), failed(3, 'left it cold', 'How cold?'), failed(5, 'left it cold', 'For how long?')] },
    { cause: 'left it hot', glyph: 'orphan', failures: [failed(4, 'left it hot', 'How hot?')] },
  ] as const;
  const text = reportMarkdown({ answer, report: { universes: 6, passed: 2, left: 0, groups } }, lesson);
  expect(text).toMatchInlineSnapshot(`
    "## wide

    \`\`\`diff
    -const near = 0.5;
    +const near = 5;
     const word = 'on';
     
    \`\`\`

    **2 of 6 universes converged.** 3 left it cold, 1 left it hot

    left it cold, 2: universe 2, someone turns the dial: nothing else went wrong
    - saw at 1.500 s: At t = 1.500 s it was 2 °C.
    - asks: How cold?

    left it cold, 1: universe 5, someone turns the dial: nothing else went wrong
    - saw at 1.500 s: At t = 1.500 s it was 5 °C.
    - asks: For how long?
    - look: The line that decides.

    \`\`\`ts
    const gap = wanted - actual;
    \`\`\`

    left it hot, 1: universe 4, someone turns the dial: nothing else went wrong
    - saw at 1.500 s: At t = 1.500 s it was 4 °C.
    - asks: How hot?"
  `);
  // The reader is to judge by the code alone.
  expect(text).not.toContain('Waits too long');
});

test('says what can’t be loaded', () => {
  expect(reportMarkdown({ answer, refused: { title: 'Unexpected token', file: 'loop.ts', line: 3 } }, lesson)).toContain('Refused: Unexpected token (loop.ts:3)');
});

test.each([
  { argv: [], says: 'name a lesson' },
  { argv: ['1-thermostats', '12-replicaset'], says: 'one lesson at a time: 12-replicaset is one too many' },
  { argv: ['1-thermostats', '--failures', '0'], says: '--failures takes a whole number from 1 on, such as --failures 25, not 0' },
  { argv: ['1-thermostats', '--failure', '1'], says: "Unknown option '--failure'" },
  { argv: ['nowhere'], says: 'there is no lesson nowhere' },
])('$argv: $says', async ({ argv, says }) => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(await reports(argv)).toBe(2);
  expect(error.mock.calls.flat().join('\n')).toContain(says);
});

test('a wrong answer has the report of the first stage that it doesn’t pass', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  expect(await reports(['6-quorum', '--only', 'newer-terms-only', '--universes', '12', '--failures', '1'])).toBe(0);
  const text = log.mock.calls.flat().join('\n');
  expect(text).toContain('# 6-quorum\n\n## newer-terms-only');
  // Two logs that end alike: the mistake isn’t in their comparison.
  expect(text).toContain('- asks: The logs are equal');
}, 400_000);
