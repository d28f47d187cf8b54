/** Kubernetes objects from `application/vnd.kubernetes.protobuf`, which typed clients of kubectl 1.32 and later send. */
import { isJsonObject, type Json, type JsonObject, JsonSyntaxError, parseJsonText } from '../../../engine/index.ts';
import { messages } from './generated/messages.ts';
import { namesakeMessages, ambiguousKinds } from './ambiguous-kinds.ts';
import { fieldsOf, ProtobufError, type Value } from './wire.ts';

export { ProtobufError } from './wire.ts';

/** `k8s` and a zero byte. */
const magic = [0x6b, 0x38, 0x73, 0x00];
const text = new TextDecoder('utf-8', { fatal: true });

interface FieldType {
  /** '' for a message whose fields stand in the parent. */
  readonly name: string;
  readonly type: string;
  readonly repeated: boolean;
  readonly map: boolean;
  /** A zero value was said, not left out. */
  readonly optional: boolean;
}

/** The object in an envelope. Throws ProtobufError with a sentence for what can't be read. */
export function decodeProtobuf(body: Uint8Array): JsonObject {
  if (!magic.every((byte, index) => body[index] === byte))
    throw new ProtobufError('the protobuf body does not begin with k8s\\x00');
  let type: JsonObject = {};
  let raw: Uint8Array = new Uint8Array();
  for (const { number, value } of fieldsOf(body.subarray(magic.length))) {
    if (number === 1) type = message('TypeMeta', bytesOf(value));
    else if (number === 2) raw = bytesOf(value);
  }
  const { apiVersion = '', kind = '' } = type;
  // Namesakes of other groups have tables of their own.
  const name = [`${String(apiVersion)} ${String(kind)}`, String(kind)].find((each) => Object.hasOwn(messages, each));
  if (name === undefined || typeof kind !== 'string') {
    throw new ProtobufError(
      `this server does not read ${String(kind) || 'an object without a kind'} from protobuf; send application/json`,
    );
  }
  return { apiVersion, kind, ...message(ambiguousKinds[`${String(apiVersion)} ${kind}`] ?? name, raw) };
}

const tables = new Map<string, ReadonlyMap<number, FieldType>>();

/** The fields of a message by number. */
function tableOf(name: string): ReadonlyMap<number, FieldType> {
  const known = tables.get(name);
  if (known !== undefined) return known;
  const line = name === 'TypeMeta' ? '1 apiVersion, 2 kind' : (messages[name] ?? namesakeMessages[name]);
  if (line === undefined) throw new Error(`no table for the message ${name}`);
  const table = new Map(line.split(', ').filter(Boolean).map(fieldType));
  tables.set(name, table);
  return table;
}

function fieldType(words: string): [number, FieldType] {
  const [number = '', name = '', shaped = 's'] = words.split(' ');
  const type = shaped.replace(/^[[{]|\*$/g, '');
  return [
    Number(number),
    {
      name: name === '~' ? '' : name,
      type,
      repeated: shaped[0] === '[',
      map: shaped[0] === '{',
      optional: shaped.endsWith('*'),
    },
  ];
}

function message(name: string, bytes: Uint8Array): JsonObject {
  const table = tableOf(name);
  const object: Record<string, Json> = {};
  for (const { number, value } of fieldsOf(bytes)) {
    const field = table.get(number);
    if (field === undefined) {
      if (!isZero(value))
        throw new ProtobufError(
          `this server does not know field ${number} of ${name} in protobuf; send application/json`,
        );
    } else if (field.map) {
      const held = object[field.name];
      object[field.name] = { ...(isJsonObject(held) ? held : {}), ...entry(field, bytesOf(value)) };
    } else if (field.repeated) {
      const held = object[field.name];
      object[field.name] = [...(Array.isArray(held) ? held : []), ...elements(field, value)];
    } else if (field.name === '') Object.assign(object, message(field.type, bytesOf(value)));
    else if (field.optional || !isZero(value) || isMessage(field.type)) {
      const read = single(field.type, value);
      if (read !== undefined) object[field.name] = read;
    }
  }
  return object;
}

/** Times and IntOrString say nothing when they are empty; other messages are there even so. */
function isMessage(type: string): boolean {
  return type.length > 1 || type === 'x';
}

function isZero(value: Value): boolean {
  if (value.shape === 'varint') return value.value === 0n;
  return value.bytes.every((byte) => byte === 0);
}

function entry(field: FieldType, bytes: Uint8Array): JsonObject {
  let key = '';
  let held: Json | undefined;
  for (const { number, value } of fieldsOf(bytes)) {
    if (number === 1) key = text.decode(bytesOf(value));
    else if (number === 2) held = single(field.type, value);
  }
  return { [key]: held ?? (isMessage(field.type) ? {} : '') };
}

/** Numbers may come packed: several in one field. */
function elements({ type }: FieldType, value: Value): readonly Json[] {
  if (type === 'i' && value.shape === 'bytes') {
    const found: Json[] = [];
    for (let at = 0; at < value.bytes.length; ) {
      const end = value.bytes.findIndex((byte, index) => index >= at && byte < 0x80) + 1;
      if (end === 0) throw new ProtobufError('the protobuf body ends within a number');
      const [first] = fieldsOf(Uint8Array.of(0, ...value.bytes.subarray(at, end)));
      if (first !== undefined) found.push(single('i', first.value) ?? 0);
      at = end;
    }
    return found;
  }
  const read = single(type, value);
  return read === undefined ? [] : [read];
}

function single(type: string, value: Value): Json | undefined {
  switch (type) {
    case 's':
      return text.decode(bytesOf(value));
    case 'b':
      return numberOf(value) !== 0n;
    case 'i':
      return Number(BigInt.asIntN(64, numberOf(value)));
    case 'd':
      return doubleOf(value);
    case 'y':
      return Buffer.from(bytesOf(value)).toString('base64');
    case 't':
    case 'm':
      return timeOf(bytesOf(value), type === 'm');
    case 'q':
      return quantityOf(bytesOf(value));
    case 'x':
      return intOrString(bytesOf(value));
    case 'j':
      return jsonOf(bytesOf(value));
    default:
      return message(type, bytesOf(value));
  }
}

function bytesOf(value: Value): Uint8Array {
  if (value.shape === 'bytes') return value.bytes;
  throw new ProtobufError('the protobuf body has a number where text or a message should be');
}

function numberOf(value: Value): bigint {
  if (value.shape === 'varint') return value.value;
  throw new ProtobufError('the protobuf body has text or a message where a number should be');
}

function doubleOf(value: Value): number {
  if (value.shape !== 'fixed') throw new ProtobufError('the protobuf body has no number where one should be');
  const view = new DataView(value.bytes.buffer, value.bytes.byteOffset, value.bytes.byteLength);
  return value.bytes.length === 8 ? view.getFloat64(0, true) : view.getFloat32(0, true);
}

/** An empty Time is Go's zero time, which JSON leaves out. */
function timeOf(bytes: Uint8Array, micro: boolean): string | undefined {
  let seconds = 0n;
  let nanos = 0n;
  for (const { number, value } of fieldsOf(bytes)) {
    if (number === 1) seconds = BigInt.asIntN(64, numberOf(value));
    else if (number === 2) nanos = numberOf(value);
  }
  const zero = -62_135_596_800n;
  if (bytes.length === 0 || seconds === zero) return undefined;
  const whole = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
  return micro ? `${whole}.${String(nanos / 1000n).padStart(6, '0')}Z` : `${whole}Z`;
}

function quantityOf(bytes: Uint8Array): string {
  for (const { number, value } of fieldsOf(bytes)) if (number === 1) return text.decode(bytesOf(value)) || '0';
  return '0';
}

/** A message that holds JSON as text. It goes as deep as the JSON of a body. */
function jsonOf(bytes: Uint8Array): Json | undefined {
  for (const { number, value } of fieldsOf(bytes)) if (number === 1) return parsedJson(text.decode(bytesOf(value)));
  return undefined;
}

function parsedJson(json: string): Json {
  try {
    return parseJsonText(json).value;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new ProtobufError('the protobuf body has text that is no JSON where JSON should be');
  }
}

function intOrString(bytes: Uint8Array): Json {
  let isString = false;
  let number = 0;
  let string = '';
  for (const field of fieldsOf(bytes)) {
    if (field.number === 1) isString = numberOf(field.value) === 1n;
    else if (field.number === 2) number = Number(BigInt.asIntN(64, numberOf(field.value)));
    else if (field.number === 3) string = text.decode(bytesOf(field.value));
  }
  return isString ? string : number;
}
