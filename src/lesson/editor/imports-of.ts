/** Which files of the workspace a file imports: by its text, for an editor has nothing else. */

/** Paths: `../shared/template-hash.ts` in `controllers/deployment/index.ts` is `controllers/shared/template-hash.ts`. */
export function importsOf(path: string, text: string): readonly string[] {
  const specifiers = [...text.matchAll(/ from '(\.[^']+)';/g)].map(([, specifier = '']) => specifier);
  return specifiers.map((specifier) => new URL(specifier, `file:///${path}`).pathname.slice(1));
}
