/** Mutants of a manifest: a field is left out, a number is one off, a switch is turned, an expression compares otherwise. */
import { isMap, isScalar, isSeq, parseAllDocuments, type Document, type ParsedNode } from 'yaml';
import type { Mutant } from './types.ts';

type Path = readonly (string | number)[];

interface Change {
  readonly operator: string;
  /** "spec.versions[0].served: true → false" */
  readonly words: string;
  readonly path: Path;
  apply(document: Document): void;
}

/** Fields that hold an expression. */
const expressions: ReadonlySet<unknown> = new Set(['rule', 'expression']);

/** Other signs in the place of those of an expression. */
const signs: readonly (readonly [string, string])[] = [
  ['<=', '<'],
  ['>=', '>'],
  ['<=', '>='],
  ['==', '!='],
  ['&&', '||'],
  ['||', '&&'],
  ['!', ''],
];

/** In the order of the file. Names of the objects themselves are left: another object is no mistake in this one. */
export function makeManifestMutants(file: string, text: string): readonly Mutant[] {
  return documentsOf(text).flatMap(({ contents }, index) => changesBelow(contents, []).map((change) => mutantOf(file, text, index, change)));
}

/** A file holds several manifests, each a document. */
const documentsOf = (text: string): readonly Document<ParsedNode>[] => [...parseAllDocuments(text)];

function mutantOf(file: string, text: string, index: number, { operator, words, path, apply }: Change): Mutant {
  const documents = documentsOf(text);
  const mutated = documents[index];
  if (mutated === undefined) throw new Error(`${file} has no document ${index + 1}`);
  const node: unknown = mutated.getIn(path, true);
  const range = typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range) ? Number(node.range[0]) : 0;
  apply(mutated);
  const line = text.slice(0, range).split('\n').length;
  const before = text.split('\n')[line - 1]?.trim() ?? '';
  const what = index === 0 ? words : `document ${index + 1}: ${words}`;
  return { id: `${operator}: ${what}`, operator, file, line, before, after: what, text: documents.map(String).join('') };
}

function changesBelow(node: unknown, path: Path): readonly Change[] {
  if (isMap(node)) {
    return node.items.flatMap(({ key, value }) => {
      const name = isScalar(key) ? String(key.value) : String(key);
      const below = [...path, name];
      return [dropped(below), ...changesBelow(value, below)];
    });
  }
  if (isSeq(node)) {
    return node.items.flatMap((item, index) => {
      const below = [...path, index];
      return [dropped(below), ...changesBelow(item, below)];
    });
  }
  return isScalar(node) ? otherValues(node.value, path) : [];
}

const dropped = (path: Path): Change => ({ operator: 'drop-field', words: wordsOf(path), path, apply: (document) => void document.deleteIn(path) });

function otherValues(value: unknown, path: Path): readonly Change[] {
  const set = (operator: string, next: unknown): Change => ({
    operator,
    words: `${wordsOf(path)}: ${String(value)} → ${String(next)}`,
    path,
    apply: (document) => document.setIn(path, next),
  });
  if (typeof value === 'number') return [set('one-off', value - 1), set('one-off', value + 1)];
  if (typeof value === 'boolean') return [set('turned', !value)];
  if (typeof value !== 'string' || !expressions.has(path.at(-1))) return [];
  return signs.flatMap(([sign, other]) => (value.includes(sign) ? [set('other-sign', value.replace(sign, other))] : []));
}

const wordsOf = (path: Path): string =>
  path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
