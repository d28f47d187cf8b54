import { expect, test } from 'vitest';
import { builtRuntime, statementsUrl, wrongOption } from '../scripts/build-options.ts';

test('what the build doesn’t know is refused, with the nearest', () => {
  expect(wrongOption([])).toBeUndefined();
  expect(wrongOption(['--dev', '--port', '4612', '--base', '/course/'])).toBeUndefined();
  expect(wrongOption(['--dev', '--prot', '4612'])).toBe('there is no --prot; the nearest is --port');
  expect(wrongOption(['4612'])).toMatch(/^there is no 4612; /);
  expect(wrongOption(['--port'])).toBe('--port takes a value');
  expect(wrongOption(['--port', '--dev'])).toBe('--port takes a value');
});

test('where pages report to is an https address, without a password', () => {
  expect(statementsUrl('')).toBe('');
  expect(statementsUrl('https://lrs.example.edu/xapi/')).toBe('https://lrs.example.edu/xapi/statements');
  expect(statementsUrl('https://lrs.example.edu/xapi/statements')).toBe('https://lrs.example.edu/xapi/statements');
  expect(statementsUrl('http://localhost:8080/xapi')).toBe('http://localhost:8080/xapi/statements');
  expect(() => statementsUrl('lrs.example.edu')).toThrow('--xapi lrs.example.edu: the endpoint of a learning record store is an https address');
  expect(() => statementsUrl('http://lrs.example.edu/xapi')).toThrow('is an https address');
  expect(() => statementsUrl('https://me:secret@lrs.example.edu/xapi')).toThrow('--xapi-authorization');
});

test('where lessons run is one of three words', () => {
  expect(['', 'auto', 'worker', 'webcontainer'].map(builtRuntime)).toEqual(['auto', 'auto', 'worker', 'webcontainer']);
  expect(() => builtRuntime('WebContainer')).toThrow(/^--runtime WebContainer: it is worker \(.*\), webcontainer \(.*\) or auto \(.*\)$/);
});
