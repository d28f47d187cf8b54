import { expect, test } from 'vitest';
import { openApiV2Type } from './openapi-v2.ts';

const protobuf = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

test.each([
  ['', 'application/json'],
  ['*/*', 'application/json'],
  ['application/json', 'application/json'],
  [protobuf, protobuf],
  // kubectl's.
  ['application/com.github.proto-openapi.spec.v2@v1.0+protobuf', protobuf],
  ['application/json;q=0.5, application/com.github.proto-openapi.spec.v2@v1.0+protobuf;q=0.9', protobuf],
  ['application/yaml, */*;q=0.1', 'application/json'],
  ['application/yaml', undefined],
  ['text/html', undefined],
])('a client that accepts %j gets %s', (accept, type) => {
  expect(openApiV2Type(accept)).toBe(type);
});
