import { expect, test } from 'vitest';
import { changedSpan, marked } from './changed-span.ts';
import { highlight } from '../../lesson/code/highlight.ts';

/** The line with what has changed in brackets. */
async function check(before: string, after: string, expected: string): Promise<void> {
  const lines = marked(await highlight('sh', after), changedSpan(before, after));
  const text = lines.map((line) => line.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('')).join('\n');
  expect(text.replaceAll('][', '')).toBe(expected);
}

test('what was added is marked, in whole words', async () => {
  await check('kubectl get rs web', 'kubectl get rs web -o wide', '$ kubectl get rs web[ -o wide]');
  await check('kubectl get pods', 'kubectl get pod', '$ kubectl get pod');
  await check('sleep 10\nkubectl get pods', 'sleep 15\nkubectl get pods', '$ sleep [15]\n$ kubectl get pods');
  await check('a', 'a', '$ a');
});
