import { expect, test } from 'vitest';
import { wrongOption } from '../scripts/build-options.ts';

test('what the build doesn’t know is refused, with the nearest', () => {
  expect(wrongOption([])).toBeUndefined();
  expect(wrongOption(['--dev', '--port', '4612', '--base', '/course/'])).toBeUndefined();
  expect(wrongOption(['--dev', '--prot', '4612'])).toBe('there is no --prot; the nearest is --port');
  expect(wrongOption(['4612'])).toMatch(/^there is no 4612; /);
  expect(wrongOption(['--port'])).toBe('--port takes a value');
  expect(wrongOption(['--port', '--dev'])).toBe('--port takes a value');
});
