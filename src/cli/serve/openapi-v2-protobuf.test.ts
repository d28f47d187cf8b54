import { expect, test } from 'vitest';
import { encodeOpenApiV2 } from './openapi-v2-protobuf.ts';

test('a definition as big as the Prometheus operator’s is written', () => {
  const leaf = { description: 'text', type: 'string', pattern: '^a$' };
  const properties = Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`field${index}`, leaf]));
  const bytes = encodeOpenApiV2({ swagger: '2.0', definitions: { 'com.example.Big': { type: 'object', properties } } });
  expect(Buffer.from(bytes).includes('field39999')).toBe(true);
});
