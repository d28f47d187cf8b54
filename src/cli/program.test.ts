import { expect, test } from 'vitest';
import { startedBy } from './program.ts';

test('a usage text says how this program is started', () => {
  expect(startedBy('serve', 'course/src/cli/main.ts')).toBe('npm run serve --');
  expect(startedBy('package', 'course/src/cli/main.ts')).toBe('npm run converge -- package');
  expect(startedBy('run', 'downloads/converge.mjs')).toBe('node converge.mjs run');
});
