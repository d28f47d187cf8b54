/** A certificate of this server's own, made when it starts: clients send their credentials over TLS only. */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface Certificate {
  /** Both PEM. */
  readonly key: string;
  readonly certificate: string;
}

const yearMs = 365 * 24 * 3600 * 1000;

/** Self-signed, for 127.0.0.1 and localhost, good from a day ago for a year (RFC 5280). */
export function makeCertificate(nowMs: number): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(objectId(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
  const name = sequence(der(0x31, sequence(objectId(0x55, 0x04, 0x03), der(0x0c, Buffer.from('converge')))));
  const serial = Buffer.concat([Buffer.of(1), randomBytes(8)]);
  const authority = sequence(
    objectId(0x55, 0x1d, 0x13),
    der(0x01, Buffer.of(0xff)),
    der(0x04, sequence(der(0x01, Buffer.of(0xff)))),
  );
  const places = sequence(der(0x87, Buffer.of(127, 0, 0, 1)), der(0x82, Buffer.from('localhost')));
  const content = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, serial),
    algorithm,
    name,
    sequence(time(nowMs - 24 * 3600 * 1000), time(nowMs + yearMs)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(authority, sequence(objectId(0x55, 0x1d, 0x11), der(0x04, places)))),
  );
  const signature = Buffer.concat([Buffer.of(0), sign('sha256', content, privateKey)]);
  const bytes = sequence(content, algorithm, der(0x03, signature));
  const lines = bytes.toString('base64').replace(/.{1,64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`,
  };
}

/** Tag, length, content. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function objectId(...bytes: readonly number[]): Buffer {
  return der(0x06, Buffer.of(...bytes));
}

/** UTCTime: `260102030405Z`. */
function time(ms: number): Buffer {
  return der(0x17, Buffer.from(`${new Date(ms).toISOString().slice(2, 19).replace(/[-T:]/g, '')}Z`));
}
