import { expect, test } from 'vitest';
import { afterSource } from './source-words.ts';

const sources = ['argoproj/gitops-engine', 'hashicorp/terraform', 'hashicorp/terraform'].map((repository) => ({ repository }));

test('each repository is named after the last of its files', () => {
  expect(sources.map((_, index) => afterSource(sources, index))).toEqual([' in argoproj/gitops-engine', '', ' in hashicorp/terraform. ']);
});
