/** What the real kubectls sent for typed writes, byte for byte, beside what they show of the same (`--dry-run=client -o json`). */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isJsonObject, type Json } from '../../../engine/index.ts';
import { decodeProtobuf } from './decode.ts';

interface Captured {
  /** Its versions. */
  readonly kubectl: string;
  readonly command: string;
  /** Base64. */
  readonly body: string;
  /** Without what says nothing. */
  readonly shows: Json;
}

const captured: readonly Captured[] = JSON.parse(
  readFileSync(new URL('./testing/captured.json', import.meta.url), 'utf8'),
);

/** Without nulls, zeroes, empty texts, lists and objects: Go's protobuf writes them, its JSON doesn't. */
function telling(value: Json | undefined): Json | undefined {
  if (value === undefined || value === null || value === '' || value === 0) return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((each) => telling(each) ?? null);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).flatMap(([name, each]) => {
    const told = telling(each);
    return told === undefined ? [] : [[name, told] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

test.each(captured)('kubectl $kubectl $command', ({ body, shows }) => {
  expect(telling(decodeProtobuf(Buffer.from(body, 'base64')))).toEqual(shows);
});

test('the kinds that kubectl makes are all there', () => {
  const kinds = captured.map(({ shows }) => (isJsonObject(shows) ? String(shows['kind']) : ''));
  expect([...new Set(kinds)].sort()).toEqual([
    ...['ClusterRole', 'ClusterRoleBinding', 'ConfigMap', 'CronJob', 'DeleteOptions', 'Deployment'],
    ...['HorizontalPodAutoscaler', 'Ingress', 'Job', 'Namespace', 'Pod', 'PodDisruptionBudget', 'PriorityClass'],
    ...['ResourceQuota', 'Role', 'RoleBinding', 'Secret', 'SelfSubjectAccessReview', 'SelfSubjectReview'],
    ...['SelfSubjectRulesReview', 'Service', 'ServiceAccount', 'TokenRequest'],
  ]);
});
