/** Manifests: files of YAML or JSON documents, Lists unfolded, each object with the place it came from. */
import { type Document, parseAllDocuments, type ScalarTag, type Tags } from 'yaml';
import { fromBase64, fromUtf8, type Json, type JsonObject } from '../../engine/index.ts';
import { CliError, messageOf } from '../errors.ts';
import { isList, isObject, list, text } from '../json.ts';
import { toCompactJson } from '../printers/json.ts';
import { yamlProblem } from './yaml-error.ts';
import { jsonOf, YamlValueError } from './yaml-values.ts';

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

/** A text written in base64 becomes the text; what is thrown here would be a syntax error. */
const binary: ScalarTag = {
  tag: 'tag:yaml.org,2002:binary',
  resolve(written) {
    const read = fromBase64(written.replaceAll(/[\r\n]/g, ''));
    return 'wrongAt' in read ? new YamlValueError('!!binary value contains invalid base64 data') : fromUtf8(read.bytes);
  },
};

function isFloat(tag: Tags[number]): tag is ScalarTag {
  return typeof tag !== 'string' && 'test' in tag && tag.tag.endsWith(':float') && tag.test?.test('.') === true;
}

function isExponent(tag: Tags[number]): tag is ScalarTag {
  return typeof tag !== 'string' && 'test' in tag && tag.format === 'EXP';
}

function parseDocument(source: string, document: string, firstLine: number): Json {
  const start = `error parsing ${source}: error converting YAML to JSON: `;
  try {
    return valueIn(start, document, firstLine);
  } catch (error) {
    const anchor = /Unresolved alias.*: (\S+)$/.exec(messageOf(error))?.[1];
    if (anchor !== undefined) throw new ManifestError(`${start}yaml: unknown anchor '${anchor}' referenced`, firstLine);
    throw error instanceof YamlValueError ? new ManifestError(`${start}yaml: ${error.message}`, firstLine) : error;
  }
}

function valueIn(start: string, document: string, firstLine: number): Json {
  const parsed = parseAllDocuments(document, {
    // Kubernetes reads YAML 1.1 (yes is true, 0777 is octal), but times and base 60 numbers stay texts.
    version: '1.1',
    merge: true,
    // As upstream's conversion to JSON: the last one counts.
    uniqueKeys: false,
    prettyErrors: false,
    customTags: (tags) => [
      ...tags
        .filter((tag) => typeof tag === 'string' || !(LEFT_OUT.test(tag.tag) || tag.format === 'TIME'))
        .map((tag) => (isFloat(tag) ? { ...tag, test: FLOAT } : tag))
        .map((tag) => (isExponent(tag) ? { ...tag, test: FLOAT_EXP } : tag)),
      binary,
    ],
    // `!!set` is a map to go-yaml, `!!omap` a list.
    resolveKnownTags: false,
  });
  const documents: readonly Document[] = 'empty' in parsed ? [] : parsed;
  const [first] = documents;
  if (first === undefined) return null;
  const problem = yamlProblem(first.errors, document);
  if (problem !== undefined) throw new ManifestError(`${start}${problem.message}`, firstLine + problem.line - 1);
  return jsonOf(first.toJS({ mapAsMap: true }));
}
