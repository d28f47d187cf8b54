/** Manifests: files of YAML or JSON documents, Lists unfolded, each object with the place it came from. */
import { type Document, parseAllDocuments, type ScalarTag, type Tags } from 'yaml';
import type { Json, JsonObject } from '../../engine/index.ts';
import { CliError, messageOf } from '../errors.ts';
import { isList, isObject, list, text } from '../json.ts';
import { toCompactJson } from '../printers/json.ts';
import { yamlProblem } from './yaml-error.ts';

export interface ManifestObject {
  readonly object: JsonObject;
  /** The file, or STDIN. */
  readonly source: string;
  /** The line its document begins at, from 1. */
  readonly line: number;
}

const validationHint = 'if you choose to ignore these errors, turn validation off with --validate=false';

/** What a file holds: the objects before the first document that can't be read, and why that one can't. */
export interface Manifest {
  readonly objects: readonly ManifestObject[];
  readonly error?: ManifestError;
}

/** A refusal that names file, line and what is wrong. */
export class ManifestError extends CliError {
  /** In the file, from 1. */
  readonly line: number;
  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

/** The objects of one file, in order. */
export function readManifest(source: string, content: string): Manifest {
  const found: ManifestObject[] = [];
  try {
    for (const { document, line } of documentsOf(content)) {
      const value = parseDocument(source, document, line);
      if (value === null) continue;
      if (!isObject(value)) {
        const message = `error validating "${source}": error validating data: invalid object to validate`;
        throw new ManifestError(`${message}; ${validationHint}`, line);
      }
      const isGenericList = text(value, 'kind').endsWith('List') && isList(value['items']);
      const items = isGenericList ? list(value, 'items').filter(isObject) : [value];
      for (const object of items) found.push({ object, source, line });
    }
  } catch (error) {
    if (error instanceof ManifestError) return { objects: found, error };
    throw error;
  }
  return { objects: found };
}

/** Throws what kubectl says about an object without kind or apiVersion. `validating` is the form of apply and create. */
export function checkKind({ object, source, line }: ManifestObject, validating: boolean): void {
  const missing = ['apiVersion', 'kind']
    .filter((field) => text(object, field) === '')
    .map((field) => `${field} not set`);
  if (missing.length === 0) return;
  if (!validating) {
    const field = text(object, 'kind') === '' ? 'Kind' : 'apiVersion';
    throw new ManifestError(
      `unable to decode "${source}": Object '${field}' is missing in '${toCompactJson(object)}'`,
      line,
    );
  }
  const what = missing.length > 1 ? `[${missing.join(', ')}]` : missing[0];
  throw new ManifestError(`error validating "${source}": error validating data: ${what}; ${validationHint}`, line);
}

/** One document of YAML or JSON that a flag or an editor gave. Throws a CliError. */
export function readOne(source: string, content: string): Json {
  return parseDocument(source, content, 1);
}

/** Upstream splits at separators first: a broken document does not reach into the next, and lines count from its start. */
function documentsOf(content: string): readonly { readonly document: string; readonly line: number }[] {
  const found: { readonly document: string; readonly line: number }[] = [];
  let line = 1;
  for (const document of content.replaceAll('\r\n', '\n').split(/^---(?=[ \t\n]|$).*\n?/m)) {
    found.push({ document, line });
    line += document.split('\n').length;
  }
  return found;
}

const LEFT_OUT = /timestamp|binary|omap|pairs|set$/;
/** A lone dot is a text to go-yaml. */
const FLOAT = /^[-+]?(?:\.\d[\d_]*|\d[\d_]*\.[\d_]*)$/;

/** So is an exponent without a number before it: `e5`. */
const FLOAT_EXP = /^[-+]?(?:\.\d[\d_]*|\d[\d_]*(?:\.[\d_]*)?)[eE][-+]?\d+$/;

function isFloat(tag: Tags[number]): tag is ScalarTag {
  return typeof tag !== 'string' && 'test' in tag && tag.tag.endsWith(':float') && tag.test?.test('.') === true;
}

function isExponent(tag: Tags[number]): tag is ScalarTag {
  return typeof tag !== 'string' && 'test' in tag && tag.format === 'EXP';
}

function parseDocument(source: string, document: string, firstLine: number): Json {
  const parsed = parseAllDocuments(document, {
    // Kubernetes reads YAML 1.1 (yes is true, 0777 is octal), but times and base 60 numbers stay texts.
    version: '1.1',
    merge: true,
    // As upstream's conversion to JSON: the last one counts.
    uniqueKeys: false,
    prettyErrors: false,
    customTags: (tags) =>
      tags
        .filter((tag) => typeof tag === 'string' || !(LEFT_OUT.test(tag.tag) || tag.format === 'TIME'))
        .map((tag) => (isFloat(tag) ? { ...tag, test: FLOAT } : tag))
        .map((tag) => (isExponent(tag) ? { ...tag, test: FLOAT_EXP } : tag)),
  });
  const documents: readonly Document[] = 'empty' in parsed ? [] : parsed;
  const [first] = documents;
  if (first === undefined) return null;
  const start = `error parsing ${source}: error converting YAML to JSON: `;
  const problem = yamlProblem(first.errors, document);
  if (problem !== undefined) throw new ManifestError(`${start}${problem.message}`, firstLine + problem.line - 1);
  try {
    const value: Json = first.toJS();
    return value;
  } catch (error) {
    const anchor = /Unresolved alias.*: (\S+)$/.exec(messageOf(error))?.[1];
    if (anchor === undefined) throw error;
    throw new ManifestError(`${start}yaml: unknown anchor '${anchor}' referenced`, firstLine);
  }
}
