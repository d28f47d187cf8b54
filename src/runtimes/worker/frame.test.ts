import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { framePolicy } from './frame.ts';

test.for(['engine', 'engine/isolated'])('public/%s has the policy of the frames that stand in it, and nothing that could run', (folder) => {
  const page = readFileSync(`public/${folder}/index.html`, 'utf8');
  expect(page).toContain(`<meta http-equiv="Content-Security-Policy" content="${framePolicy}">`);
  expect(page).not.toMatch(/<(?:script|link|img|iframe)|\son\w+=/);
});
