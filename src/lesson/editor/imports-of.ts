/** What files of the engine import of each other, read from their texts: without a page. */

/** Paths of the files that this one imports: `../shared/template-hash.ts` of `controllers/deployment/index.ts` is `controllers/shared/template-hash.ts`. */
export function importsOf(path: string, text: string): readonly string[] {
  const specifiers = [...text.matchAll(/ from '(\.[^']+)';/g)].map(([, specifier = '']) => specifier);
  return specifiers.map((specifier) => new URL(specifier, `file:///${path}`).pathname.slice(1));
}
