/** What upstream says of fields whose description @kubernetes/client-node leaves out: those that hold a type of their own. From kubernetes-types (Apache 2.0). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../node_modules/kubernetes-types');
/** Descriptions by `Type.field`, by the path of a package's declarations. */
const read = new Map<string, ReadonlyMap<string, string>>();

/** '' where nothing is said. @param packageName `io.k8s.api.apps.v1` @param type its name in Go: `DeploymentSpec` */
export function fieldWords(packageName: string, type: string, field: string): string {
  const [group = '', version = ''] = packageName.split('.').slice(-2);
  const path = `${group}/${version}.d.ts`;
  const words = read.get(path) ?? readDeclarations(path);
  read.set(path, words);
  return words.get(`${type}.${field}`) ?? '';
}

/** Fields stand four spaces deep, each on a line, with its comment before it. */
function readDeclarations(path: string): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  const file = join(folder, path);
  if (!existsSync(file)) return words;
  const part = /^export (?:declare )?interface (?<type>\w+)|^ {4}\/\*\* ?(?<comment>[\s\S]*?)\s*\*\/\n {4}(?:readonly )?"?(?<field>[\w$-]+)"?\??:/gm;
  let of = '';
  for (const { groups: { type, comment = '', field } = {} } of readFileSync(file, 'utf8').matchAll(part)) {
    of = type ?? of;
    if (field !== undefined) words.set(`${of}.${field}`, comment.replaceAll(/^ *\* ?/gm, '').trim());
  }
  return words;
}
