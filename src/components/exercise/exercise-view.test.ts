// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import type { ReportView } from '../../viz/report.ts';
import ExerciseView from './ExerciseView.svelte';
import { typeErrorWords } from './type-errors.ts';

const files = [{ name: 'reconcile.ts', text: 'one\n' }];
const typeErrors = '1 type error, line 11';
const report: ReportView = { total: 100, passed: 67, passedWords: 'right count', typeErrors, causes: [] };

afterEach(cleanup);

test('type errors stand beside the report’s headline and in the status line', () => {
  render(ExerciseView, { files, universes: 100, hints: [], report, status: { errors: typeErrors, saved: 'saved' } });
  expect(screen.getByRole('heading', { name: /67 of 100/ }).textContent).toContain(typeErrors);
  expect(screen.getByRole('status').textContent).toContain(typeErrors);
});

test('the hints that were opened stand right under the buttons, above the report', () => {
  render(ExerciseView, { files, universes: 100, hints: ['Look again.'], hintsShown: 1, report });
  const hint = screen.getByText('Look again.');
  expect(screen.getByRole('region', { name: 'Universe report' }).compareDocumentPosition(hint)).toBe(
    Node.DOCUMENT_POSITION_PRECEDING,
  );
});

test('what the loop logged has its time', () => {
  render(ExerciseView, { files, universes: 100, hints: [], log: [{ t: 1500, text: 'to create: 1' }] });
  expect(screen.getByRole('listitem').textContent).toBe('1.500 sto create: 1');
});

test('errors are counted over all files, and the first is named, in the open file when it is there', () => {
  expect(typeErrorWords({ 'a.ts': [] }, 'a.ts')).toBeUndefined();
  expect(typeErrorWords({ 'a.ts': [11], 'b.ts': [] }, 'a.ts')).toBe('1 type error, line 11');
  expect(typeErrorWords({ 'a.ts': [], 'b.ts': [3] }, 'a.ts')).toBe('1 type error, line 3 of b.ts');
  expect(typeErrorWords({ 'b.ts': [3], 'a.ts': [4, 9] }, 'a.ts')).toBe('3 type errors, the first in line 4');
});
