/** Manifests: files of YAML or JSON documents, Lists unfolded, each object with the place it came from. */
import { LineCounter, type Document, parseAllDocuments } from 'yaml';
import type { Json, JsonObject } from '../../engine/index.ts';
import { CliError } from '../errors.ts';
import { isList, isObject, list, text } from '../json.ts';
import { toCompactJson } from '../printers/json.ts';
import { yamlMessage } from './yaml-error.ts';

export interface ManifestObject {
  readonly object: JsonObject;
  /** The file, or STDIN. */
  readonly source: string;
  /** The line its document begins at, from 1. */
  readonly line: number;
}

/** The objects of one file, in order. Throws a CliError that names file, line and what is wrong. */
export function readManifest(source: string, content: string): readonly ManifestObject[] {
  const found: ManifestObject[] = [];
  for (const { value, line } of readDocuments(source, content)) {
    if (value === null) continue;
    if (!isObject(value)) {
      throw new CliError(
        `error parsing ${source}: couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonKind(value)} into ` +
          'Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }',
      );
    }
    const isGenericList = text(value, 'kind').endsWith('List') && isList(value['items']);
    const items = isGenericList ? list(value, 'items').filter(isObject) : [value];
    for (const object of items) found.push({ object, source, line });
  }
  return found;
}

/** Throws what kubectl says about an object without kind or apiVersion. `validating` is the form of apply and create. */
export function checkKind({ object, source }: ManifestObject, validating: boolean): void {
  const missing = ['apiVersion', 'kind'].filter((field) => text(object, field) === '').map((field) => `${field} not set`);
  if (missing.length === 0) return;
  if (!validating) {
    const json = toCompactJson(object);
    const kind = text(object, 'kind');
    throw new CliError(
      kind === ''
        ? `unable to decode "${source}": Object 'Kind' is missing in '${json}'`
        : `unable to decode "${source}": Object 'apiVersion' is missing in '${json}'`,
    );
  }
  const what = missing.length > 1 ? `[${missing.join(', ')}]` : missing[0];
  const hint = 'if you choose to ignore these errors, turn validation off with --validate=false';
  throw new CliError(`error validating "${source}": error validating data: ${what}; ${hint}`);
}

function jsonKind(value: Json): string {
  return isList(value) ? 'array' : typeof value;
}

interface Piece {
  readonly value: Json;
  readonly line: number;
}

function readDocuments(source: string, content: string): readonly Piece[] {
  const pieces: Piece[] = [];
  // Upstream splits at separators first, so a broken document does not reach into the next one and lines count from its start.
  let line = 1;
  for (const document of content.replaceAll('\r\n', '\n').split(/^---(?=[ \t\n]|$).*\n?/m)) {
    pieces.push({ value: parseDocument(source, document), line });
    line += document.split('\n').length;
  }
  return pieces;
}

function parseDocument(source: string, document: string): Json {
  const lines = new LineCounter();
  const parsed = parseAllDocuments(document, {
    version: '1.1',
    merge: true,
    lineCounter: lines,
    prettyErrors: false,
    customTags: (tags) =>
      tags.filter((tag) => typeof tag === 'string' || !(/timestamp|binary|omap|pairs|set$/.test(tag.tag) || tag.format === 'TIME')),
  });
  const documents: readonly Document[] = 'empty' in parsed ? [] : parsed;
  const first = documents[0];
  if (first === undefined) return null;
  const tab = /^( *\t[ \t]*)\S/m.exec(document);
  const error = first.errors[0];
  if (error !== undefined) {
    const line = lines.linePos(error.pos[0]).line - 1;
    const at = tab && error.code === 'TAB_AS_INDENT' ? document.slice(0, tab.index).split('\n').length - 1 : line;
    const message = yamlMessage({ code: error.code, message: error.message, line: at }, document);
    throw new CliError(`error parsing ${source}: error converting YAML to JSON: ${message}`);
  }
  const value: Json = first.toJS();
  return value;
}

/** One document of YAML or JSON that a flag or an editor gave. Throws a CliError. */
export function readOne(source: string, content: string): Json {
  return parseDocument(source, content);
}
