/** What upstream says of types and fields, from kubernetes-types (Apache 2.0): @kubernetes/client-node says nothing of fields that hold a type of their own, and has paragraphs on one line. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../node_modules/kubernetes-types');
/** Descriptions by `Type.field`, those of types by `Type.`; by the path of a package's declarations. */
const read = new Map<string, ReadonlyMap<string, string>>();

/**
 * `given`, in paragraphs where this package has the same words; where there are none, its own, or ''.
 * @param packageName `io.k8s.api.apps.v1` @param type its name in Go: `DeploymentSpec` @param field '' for the type itself
 */
export function wordsOf(packageName: string, type: string, field: string, given: string): string {
  const own = fieldWords(packageName, type, field);
  return given === '' || onOneLine(own) === onOneLine(given) ? own || given : given;
}

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

function fieldWords(packageName: string, type: string, field: string): string {
  const [group = '', version = ''] = packageName.split('.').slice(-2);
  const path = `${group}/${version}.d.ts`;
  const words = read.get(path) ?? readDeclarations(path);
  read.set(path, words);
  return words.get(`${type}.${field}`) ?? '';
}

/** Fields stand four spaces deep; each, and each type, has its comment before it. */
function readDeclarations(path: string): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  const file = join(folder, path);
  if (!existsSync(file)) return words;
  const part = /^ *\/\*\* ?(?<comment>[\s\S]*?)\s*\*\/\n(?:export (?:declare )?interface (?<type>\w+)| {4}(?:readonly )?"?(?<field>[\w$-]+)"?\??:)/gm;
  let of = '';
  for (const { groups: { type, comment = '', field = '' } = {} } of readFileSync(file, 'utf8').matchAll(part)) {
    of = type ?? of;
    words.set(`${of}.${field}`, comment.replaceAll(/^ *\* ?/gm, '').trim());
  }
  return words;
}
