/**
 * OpenAPI v2 as protobuf: the messages of google/gnostic's OpenAPIv2.proto. A message is described by its fields' numbers and what each holds;
 * maps are lists of entries {1 name, 2 value}, and what has no type of its own (defaults, extensions) goes as text in YAML.
 */
import { isJsonObject, type Json, type JsonObject } from '../../engine/index.ts';

/** Bytes of a whole document. */
export function encodeOpenApiV2(document: JsonObject): Uint8Array {
  return Buffer.concat(message(document, DOCUMENT));
}

/** The bytes of a field's value, without its number and length. */
type Encode = (value: Json) => readonly Uint8Array[];

interface Field {
  readonly number: number;
  readonly encode: Encode;
  /** A list's elements, or a map's entries, each as a field of its own. */
  readonly repeated?: true;
  /** Not length-delimited. */
  readonly plain?: 'varint' | 'double';
}

interface Message {
  readonly fields: () => Readonly<Record<string, Field>>;
  /** Where what begins with x- goes. */
  readonly extensions?: number;
}

function message(value: Json, { fields, extensions }: Message): readonly Uint8Array[] {
  if (!isJsonObject(value)) return [];
  const chunks: Uint8Array[] = [];
  const known = fields();
  for (const [name, part] of Object.entries(value)) {
    if (part === undefined) continue;
    const field = Object.hasOwn(known, name) ? known[name] : undefined;
    if (field !== undefined) addField(chunks, field, part);
    else if (extensions !== undefined && name.startsWith('x-'))
      addBytes(chunks, extensions, entry(name, anything(part)));
  }
  return chunks;
}

function addField(chunks: Uint8Array[], { number, encode, repeated, plain }: Field, value: Json): void {
  if (plain !== undefined) {
    if (value === false || value === 0) return;
    chunks.push(varint((number << 3) | (plain === 'varint' ? 0 : 1)), ...encode(value));
    return;
  }
  const items: readonly Json[] = repeated === true && Array.isArray(value) ? value : [value];
  for (const item of items) addBytes(chunks, number, encode(item));
}

function addBytes(chunks: Uint8Array[], number: number, parts: readonly Uint8Array[]): void {
  let length = 0;
  for (const part of parts) length += part.length;
  chunks.push(varint((number << 3) | 2), varint(length));
  // One by one: a definition with great schemas has more parts than a call may have arguments.
  for (const part of parts) chunks.push(part);
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  bytes.push(rest);
  return Uint8Array.from(bytes);
}

const text: Encode = (value) => [Buffer.from(String(value), 'utf8')];
const strings: Encode = (value) => {
  const chunks: Uint8Array[] = [];
  for (const each of Array.isArray(value) ? value : [value]) addBytes(chunks, 1, text(each));
  return chunks;
};
/** Any {2 yaml}. JSON is YAML. */
const anything: Encode = (value) => {
  const chunks: Uint8Array[] = [];
  addBytes(chunks, 2, text(`${JSON.stringify(value)}\n`));
  return chunks;
};
const of =
  (type: Message): Encode =>
  (value) =>
    message(value, type);
/** A value as the field with this number of a message: protobuf's oneof. */
const within =
  (number: number, encode: Encode): Encode =>
  (value) => {
    const chunks: Uint8Array[] = [];
    addBytes(chunks, number, encode(value));
    return chunks;
  };

function entry(name: string, value: readonly Uint8Array[]): readonly Uint8Array[] {
  const chunks: Uint8Array[] = [];
  addBytes(chunks, 1, text(name));
  addBytes(chunks, 2, value);
  return chunks;
}

/** A map as the repeated entries with this number of a message of its own. */
const map =
  (number: number, encode: Encode): Encode =>
  (value) => {
    const chunks: Uint8Array[] = [];
    for (const [name, part] of Object.entries(isJsonObject(value) ? value : {})) {
      if (part !== undefined) addBytes(chunks, number, entry(name, encode(part)));
    }
    return chunks;
  };

const string = (number: number): Field => ({ number, encode: text });
const list = (number: number, encode: Encode): Field => ({ number, encode, repeated: true });
const boolean = (number: number): Field => ({ number, plain: 'varint', encode: () => [varint(1)] });
const integer = (number: number): Field => ({ number, plain: 'varint', encode: (value) => [varint(Number(value))] });
const double = (number: number): Field => ({
  number,
  plain: 'double',
  encode(value) {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(Number(value));
    return [bytes];
  },
});

const additionalProperties: Encode = (value) =>
  typeof value === 'boolean' ? [varint((2 << 3) | 0), varint(Number(value))] : within(1, of(SCHEMA))(value);

const SCHEMA: Message = {
  extensions: 31,
  fields: () => ({
    $ref: string(1),
    format: string(2),
    title: string(3),
    description: string(4),
    default: { number: 5, encode: anything },
    multipleOf: double(6),
    maximum: double(7),
    exclusiveMaximum: boolean(8),
    minimum: double(9),
    exclusiveMinimum: boolean(10),
    maxLength: integer(11),
    minLength: integer(12),
    pattern: string(13),
    maxItems: integer(14),
    minItems: integer(15),
    uniqueItems: boolean(16),
    maxProperties: integer(17),
    minProperties: integer(18),
    required: list(19, text),
    enum: list(20, anything),
    additionalProperties: { number: 21, encode: additionalProperties },
    type: { number: 22, encode: strings },
    items: { number: 23, encode: within(1, of(SCHEMA)) },
    properties: { number: 25, encode: map(1, of(SCHEMA)) },
  }),
};

/** Query and path parameters have the same fields but for the place of those from the fifth on. */
const plainParameter = (shift: number): Message => ({
  fields: () => ({
    required: boolean(1),
    in: string(2),
    description: string(3),
    name: string(4),
    type: string(5 + shift),
    format: string(6 + shift),
    uniqueItems: boolean(19 + shift),
  }),
});
const QUERY = plainParameter(1);
const PATH = plainParameter(0);
const BODY: Message = {
  fields: () => ({
    description: string(1),
    name: string(2),
    in: string(3),
    required: boolean(4),
    schema: { number: 5, encode: of(SCHEMA) },
  }),
};

/** ParametersItem {1 Parameter {1 body | 2 other {3 query | 4 path}}}. */
const parameter: Encode = (value) => {
  const place = isJsonObject(value) ? value['in'] : undefined;
  if (place === 'body') return within(1, within(1, of(BODY)))(value);
  return within(1, within(2, place === 'path' ? within(4, of(PATH)) : within(3, of(QUERY))))(value);
};

const RESPONSE: Message = {
  fields: () => ({ description: string(1), schema: { number: 2, encode: within(1, of(SCHEMA)) } }),
};
const OPERATION: Message = {
  extensions: 13,
  fields: () => ({
    tags: list(1, text),
    summary: string(2),
    description: string(3),
    operationId: string(5),
    produces: list(6, text),
    consumes: list(7, text),
    parameters: list(8, parameter),
    responses: { number: 9, encode: map(1, within(1, of(RESPONSE))) },
  }),
};
const operation = (number: number): Field => ({ number, encode: of(OPERATION) });
const PATH_ITEM: Message = {
  extensions: 10,
  fields: () => ({
    get: operation(2),
    put: operation(3),
    post: operation(4),
    delete: operation(5),
    options: operation(6),
    head: operation(7),
    patch: operation(8),
    parameters: list(9, parameter),
  }),
};
const KEY: Message = { fields: () => ({ type: string(1), name: string(2), in: string(3), description: string(4) }) };
const DOCUMENT: Message = {
  extensions: 16,
  fields: () => ({
    swagger: string(1),
    info: { number: 2, encode: of({ fields: () => ({ title: string(1), version: string(2) }) }) },
    paths: { number: 8, encode: map(2, of(PATH_ITEM)) },
    definitions: { number: 9, encode: map(1, of(SCHEMA)) },
    security: list(12, map(1, strings)),
    securityDefinitions: { number: 13, encode: map(1, within(2, of(KEY))) },
  }),
};
