/** What stands in a bundle for modules of a package that our use of it never reaches. */

/** A function that says what is missing; it may stand for a class, too. */
export const unreachedFunction = (what: string): string => `function () { throw new Error(${JSON.stringify(`${what} is not in this bundle`)}); }`;

/** A module that exports the names that `source` does, each as this value. */
export function sameExports(source: string, value: string): string {
  const lines = [`const unreached = ${value};`];
  for (const [, byDefault, name = ''] of source.matchAll(/^export (default\s+)?(?:function|class)\s+(\w+)/gm))
    lines.push(byDefault === undefined ? `export { unreached as ${name} };` : 'export default unreached;');
  for (const [, names = ''] of source.matchAll(/^export \{([^}]*)\};$/gm))
    lines.push(`export { ${names.split(',').map((name) => `unreached as ${name.trim()}`).join(', ')} };`);
  return lines.join('\n');
}
