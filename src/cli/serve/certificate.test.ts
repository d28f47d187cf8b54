import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeCertificate } from './certificate.ts';

test('the server’s certificate is signed by a CA of its own, names the loopback and what was allowed, and can sign nothing', () => {
  const made = makeCertificate(Date.now(), ['dev.example', '10.0.0.5']);
  const authority = new X509Certificate(made.authority);
  const server = new X509Certificate(made.certificate);
  expect([authority.ca, server.ca]).toEqual([true, false]);
  expect(authority.verify(authority.publicKey)).toBe(true);
  expect([server.checkIssued(authority), server.verify(authority.publicKey)]).toEqual([true, true]);
  expect(server.verify(server.publicKey)).toBe(false);
  for (const host of ['localhost', 'dev.example']) expect(server.checkHost(host)).toBe(host);
  for (const address of ['127.0.0.1', '::1', '10.0.0.5']) expect(server.checkIP(address)).toBe(address);
  expect(server.checkHost('evil.example')).toBeUndefined();
});
