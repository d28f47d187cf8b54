import { expect, test } from 'vitest';
import { sessionParts } from '../../session/parts.ts';
import { nodePlatform } from '../platforms.ts';
import { conformance, longSession } from '../testing/conformance.ts';
import { createNodeRuntime } from './node-runtime.ts';

const create = () => createNodeRuntime(sessionParts(nodePlatform()));

for (const { name, run } of conformance) test(`node runtime: ${name}`, () => run(create));

test('equal seeds give equal histories, other seeds others', async () => {
  const hashes = [];
  for (const seed of [1, 1, 2]) hashes.push(await longSession(create, seed));
  expect(hashes[1]).toBe(hashes[0]);
  expect(hashes[2]).not.toBe(hashes[0]);
});
