import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nativeCompiler } from './native-compiler.ts';

/** A course as `npm install` and `converge-course` leave it, with the compiler in this folder of `node_modules`. */
function courseWith(folder: string | undefined): { readonly site: string; readonly compiler: string } {
  const course = realpathSync(mkdtempSync(join(tmpdir(), 'converge-native-')));
  onTestFinished(() => rmSync(course, { recursive: true }));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(course, path)), { recursive: true });
    writeFileSync(join(course, path), text);
  };
  write('node_modules/@converge/course/package.json', '{ "name": "@converge/course", "type": "module", "exports": { ".": { "default": "./dist/integration.js" } } }');
  write('node_modules/@converge/course/dist/integration.js', '');
  write('.converge/package.json', '{ "name": "converge" }');
  symlinkSync(join(course, 'node_modules'), join(course, '.converge/node_modules'), 'junction');
  if (folder !== undefined) {
    write(`${folder}/@typescript/native/package.json`, '{ "name": "typescript", "type": "module", "exports": { "./package.json": "./package.json" } }');
    write(`${folder}/@typescript/native/bin/tsc`, '');
  }
  return { site: join(course, '.converge'), compiler: join(course, `${folder}/@typescript/native/bin/tsc`) };
}

test('it is found in this repository', () => {
  expect(nativeCompiler()).toEqual({ path: expect.stringMatching(/@typescript\/native\/bin\/tsc$/) });
});

test.for(['node_modules', 'node_modules/@converge/course/node_modules'])('in a course of one’s own it is found in %s', (folder) => {
  const { site, compiler } = courseWith(folder);
  expect(nativeCompiler(site)).toEqual({ path: compiler });
});

test('where it isn’t installed, a sentence says so', () => {
  expect(nativeCompiler(courseWith(undefined).site)).toEqual({ missing: 'TypeScript 7 isn’t installed: `npm install` brings it as @typescript/native' });
});
