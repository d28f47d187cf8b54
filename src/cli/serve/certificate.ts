/**
 * A certificate for this server, signed by a CA that is made with it when it starts: clients send their credentials over TLS only. Written here
 * in DER, as Node's crypto makes keys and signatures but issues no certificates; nothing of it is ever read (docs/adr/0011).
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

export interface Certificate {
  /** All PEM. */
  readonly key: string;
  readonly certificate: string;
  /** The CA's certificate, which clients are given. Its key is forgotten as soon as it has signed. */
  readonly authority: string;
}

interface Issuer {
  readonly name: Buffer;
  readonly key: KeyObject;
  readonly keyId: Buffer;
}

interface Subject {
  readonly name: Buffer;
  readonly publicKey: Buffer;
  readonly extensions: readonly Buffer[];
}

const dayMs = 24 * 3600 * 1000;
const yearMs = 365 * dayMs;
/** ecdsa-with-SHA256. */
const algorithm = sequence(objectId(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));

/** For 127.0.0.1, ::1, localhost and `hosts`, good from a day ago for a year (RFC 5280). */
export function makeCertificate(nowMs: number, hosts: readonly string[] = []): Certificate {
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const server = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const authorityKey = authority.publicKey.export({ type: 'spki', format: 'der' });
  const serverKey = server.publicKey.export({ type: 'spki', format: 'der' });
  const issuer: Issuer = { name: nameOf('converge CA'), key: authority.privateKey, keyId: keyIdOf(authorityKey) };
  return {
    key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: issue(issuer, nowMs, { name: nameOf('converge'), publicKey: serverKey, extensions: serverExtensions(serverKey, hosts) }),
    authority: issue(issuer, nowMs, { name: issuer.name, publicKey: authorityKey, extensions: authorityExtensions(authorityKey) }),
  };
}

function issue(issuer: Issuer, nowMs: number, { name, publicKey, extensions }: Subject): string {
  const authorityKeyId = extension(0x23, sequence(der(0x80, issuer.keyId)));
  const content = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    algorithm,
    issuer.name,
    sequence(time(nowMs - dayMs), time(nowMs + yearMs)),
    name,
    publicKey,
    der(0xa3, sequence(...extensions, authorityKeyId)),
  );
  const signature = Buffer.concat([Buffer.of(0), sign('sha256', content, issuer.key)]);
  const lines = sequence(content, algorithm, der(0x03, signature)).toString('base64').replace(/.{1,64}/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`;
}

/** It is a CA, signs servers alone, and no further CA. */
function authorityExtensions(publicKey: Buffer): readonly Buffer[] {
  return [
    critical(0x13, sequence(der(0x01, Buffer.of(0xff)), der(0x02, Buffer.of(0)))),
    // keyCertSign
    critical(0x0f, der(0x03, Buffer.of(2, 0x04))),
    extension(0x0e, der(0x04, keyIdOf(publicKey))),
  ];
}

function serverExtensions(publicKey: Buffer, hosts: readonly string[]): readonly Buffer[] {
  const loopback = [der(0x87, Buffer.of(127, 0, 0, 1)), der(0x87, Buffer.from([...Array(15).fill(0), 1])), der(0x82, Buffer.from('localhost'))];
  const others = hosts.map((host) =>
    isIPv4(host) ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host)),
  );
  return [
    critical(0x13, sequence()),
    // digitalSignature
    critical(0x0f, der(0x03, Buffer.of(7, 0x80))),
    // serverAuth
    extension(0x25, sequence(objectId(0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01))),
    extension(0x11, sequence(...loopback, ...others)),
    extension(0x0e, der(0x04, keyIdOf(publicKey))),
  ];
}

function keyIdOf(publicKey: Buffer): Buffer {
  return createHash('sha256').update(publicKey).digest().subarray(0, 20);
}

/** One attribute, commonName. */
function nameOf(commonName: string): Buffer {
  return sequence(der(0x31, sequence(objectId(0x55, 0x04, 0x03), der(0x0c, Buffer.from(commonName)))));
}

/** `2.5.29.<id>`, certificate extensions. */
function extension(id: number, value: Buffer): Buffer {
  return sequence(objectId(0x55, 0x1d, id), der(0x04, value));
}

function critical(id: number, value: Buffer): Buffer {
  return sequence(objectId(0x55, 0x1d, id), der(0x01, Buffer.of(0xff)), der(0x04, value));
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
