// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import Passed from './Passed.svelte';

afterEach(cleanup);

test('two exercises of a lesson that have passed are two places with names of their own', () => {
  const rest = { words: 'Kept.', mastered: undefined, next: undefined, onhandin() {}, oncompare() {}, comparing: false };
  render(Passed, rest);
  render(Passed, { ...rest, called: 'drift' });
  expect(screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'))).toEqual(['Passed', 'Passed drift']);
});
