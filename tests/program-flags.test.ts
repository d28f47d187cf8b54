/** What each program says of its flags: asked with `--help` it ends with 0, given what it can't read with 2 and a line that names it. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

function run(words: string): { readonly status: number | null; readonly out: string; readonly error: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, words.split(' '), { cwd: root, encoding: 'utf8' });
  return { status, out: stdout, error: stderr };
}

test.each([
  ['scripts/serve-site.ts', /^npm start \[-- flags\]: .*\n {2}--port N/],
  ['scripts/test.ts', /^npm test \[-- flags\]: .*\n {2}--only A,B .*unit, browser\n/],
  ['scripts/screenshots.ts', /^npm run screenshots \[-- FOLDER\]: /],
  ['src/cli/main.ts', /^ {2}sim {6}run the cluster under random faults/],
])('%s --help', (program, expected) => {
  const { status, out, error } = run(`${program} --help`);
  expect({ status, error }).toEqual({ status: 0, error: '' });
  expect(out).toMatch(expected);
});

test.each([
  ['scripts/serve-site.ts --build --prot 3', "Unknown option '--prot'"],
  ['scripts/serve-site.ts --build --port http', '--port takes a number from 1 to 65535, such as --port 4321'],
  ['scripts/test.ts --only unti', 'no such step: unti. There are: build, types, lint, generated, unit, browser'],
  ['src/cli/main.ts serv', 'there is no command serv. There are:'],
])('%s', (words, expected) => {
  const { status, out, error } = run(words);
  expect({ status, out }).toEqual({ status: 2, out: '' });
  expect(error.split('\n')[0]).toContain(expected);
});
