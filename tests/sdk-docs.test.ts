import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sdkDocs } from '../scripts/sdk-docs.ts';

test('docs/sdk.md has what converge/sdk exports: npm run generate writes it', () => {
  const text = sdkDocs();
  expect(readFileSync(new URL('../docs/sdk.md', import.meta.url), 'utf8')).toBe(text);
  // A function, an interface with its fields, an alias under its exported name, a kind.
  expect(text).toContain('### `isActive`\n\nCounts as one of its owner');
  expect(text).toMatch(/### `Tools`\n\nWhat a pass may use.*\n\n```ts\ninterface Tools \{\n {2}\/\*\* Writes and live reads/);
  expect(text).toMatch(/```ts\n(?:const|function) ownerReferenceFor/);
  expect(text).toMatch(/^\| `ReplicaSet` \| /m);
}, 60_000);
