/** Protobuf's wire format: a message is a run of fields, each a number and a value of one of four shapes. */

export type Value =
  | { readonly shape: 'varint'; readonly value: bigint }
  /** 8 or 4 bytes, little endian. */
  | { readonly shape: 'fixed'; readonly bytes: Uint8Array }
  | { readonly shape: 'bytes'; readonly bytes: Uint8Array };

export interface Field {
  readonly number: number;
  readonly value: Value;
}

/** What isn't a message; the sentence says why. */
export class ProtobufError extends Error {}

/** The fields of a message, in their order. Throws ProtobufError. */
export function* fieldsOf(bytes: Uint8Array): Generator<Field> {
  let at = 0;

  function varint(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at];
      if (byte === undefined) throw new ProtobufError('the protobuf body ends within a number');
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new ProtobufError('the protobuf body holds a number of more than ten bytes');
  }

  function take(length: number): Uint8Array {
    if (length > bytes.length - at) throw new ProtobufError('the protobuf body ends within a field');
    at += length;
    return bytes.subarray(at - length, at);
  }

  while (at < bytes.length) {
    const key = Number(varint());
    yield { number: key >>> 3, value: read(key & 7) };
  }

  function read(wireType: number): Value {
    switch (wireType) {
      case 0:
        return { shape: 'varint', value: varint() };
      case 1:
        return { shape: 'fixed', bytes: take(8) };
      case 2:
        return { shape: 'bytes', bytes: take(Number(varint())) };
      case 5:
        return { shape: 'fixed', bytes: take(4) };
      default:
        throw new ProtobufError(`the protobuf body has a field of wire type ${wireType}, which is not in use`);
    }
  }
}
