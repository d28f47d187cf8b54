/** Sends every row of the table of upstream's validation rules to an API server of the profile `full`. docs/validation.md is the table. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Answer, type Harness, type Loose, startServer } from '../src/engine/apiserver/testing/harness.ts';
import { kinds } from '../src/engine/api/index.ts';
import { unstoredKinds } from '../src/engine/api/registry.ts';
import { featuresOf } from '../src/engine/extensions/registry.ts';
import { applyMergePatch, type Json, type JsonObject } from '../src/engine/meta/index.ts';
import { validationRules } from './validation-rules/index.ts';
import type { Change, Rule } from './validation-rules/rule.ts';
import { validObjects } from './validation-rules/valid-objects.ts';

const features = featuresOf('all');

/** A server with the account that Pods run as. */
async function start(): Promise<Harness> {
  const server = startServer({ features, serviceAccounts: true });
  await server.post('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
  return server;
}

/** One server for everything that stores nothing. */
const shared = start();

/** The path of the collection that holds the object. */
function pathOf({ apiVersion, kind, metadata }: Loose): string {
  const definition = [...kinds, ...unstoredKinds].find((each) => each.kind === kind && [each.group, each.version].filter(Boolean).join('/') === apiVersion);
  if (definition === undefined) throw new Error(`no such kind: ${kind} of ${apiVersion}`);
  const root = definition.group === '' ? '/api/v1' : `/apis/${apiVersion}`;
  return `${root}${definition.namespaced ? `/namespaces/${metadata.namespace}` : ''}/${definition.plural}`;
}

/** What the answer says, as the table writes it. */
function said({ code, json }: Answer): readonly string[] {
  if (code < 300) return [];
  if (code !== 422) return [`${code}: ${json.message}`];
  return json.details.causes.map(({ field = '', message, reason }: Loose) => {
    const usual = reasons.find(([words]) => message.startsWith(words))?.[1];
    return `${field}: ${message.replaceAll(uid, 'UID')}${reason === usual ? '' : ` (${reason})`}`;
  });
}

/** What a cause's message begins with, and its reason. */
const reasons = [
  ['Required value', 'FieldValueRequired'],
  ['Invalid value', 'FieldValueInvalid'],
  ['Unsupported value', 'FieldValueNotSupported'],
  ['Duplicate value', 'FieldValueDuplicate'],
  ['Forbidden', 'FieldValueForbidden'],
  ['Too long', 'FieldValueTooLong'],
  ['Too many', 'FieldValueTooMany'],
  ['Not found', 'FieldValueNotFound'],
] as const;

/** Others in each run. */
const uid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const changed = (object: Json, change: Json): JsonObject & Loose => applyMergePatch(object, change);

/** What a request is sent to: a server that has the object. */
interface Place {
  readonly server: Harness;
  /** Of the collection. */
  readonly path: string;
  /** Of the object. */
  readonly own: string;
  readonly stored: JsonObject & Loose;
}

async function outcome(valid: JsonObject, { request, from, to }: Rule): Promise<readonly string[]> {
  const given = changed(valid, from);
  const path = pathOf(given);
  if (request === 'create') return said(await (await shared).post(`${path}?dryRun=All`, changed(given, to)));
  const server = await start();
  if (request === 'createOptions') return said(await server.post(`${path}?${parameters(to)}`, given));
  const own = `${path}/${given.metadata.name}`;
  const { status, ...rest } = given;
  const created = await server.post(path, rest);
  expect(said(created), 'the object to change').toEqual([]);
  const stored = status === undefined ? created : await server.put(`${own}/status`, changed(created.json, { status }));
  expect(said(stored), 'its status').toEqual([]);
  // Definitions are established by the server itself.
  const isDefinition = given.kind === 'CustomResourceDefinition';
  if (isDefinition) await server.settle();
  const { json } = isDefinition ? await server.get(own) : stored;
  return said(await send(request, to, { server, path, own, stored: json }));
}

async function send(request: Rule['request'], to: Change, { server, path, own, stored }: Place): Promise<Answer> {
  switch (request) {
    case 'update':
      return server.put(own, changed(stored, to));
    case 'updateWhileDeleted':
      await server.remove(own);
      return server.put(own, changed((await server.get(own)).json, to));
    case 'scale':
      return server.put(`${own}/scale`, changed((await server.get(`${own}/scale`)).json, to));
    case 'patch':
      return server.patch(own, to, 'strategic-merge');
    case 'binding':
    case 'token':
    case 'eviction':
      return server.post(`${own}/${request}`, to);
    case 'updateOptions':
      return server.put(`${own}?${parameters(to)}`, stored);
    case 'patchOptions':
      return server.patch(`${own}?${parameters(to)}`, {});
    case 'applyOptions':
      return server.ask('PATCH', `${own}?${parameters(to)}`, appliedOf(stored), { 'content-type': 'application/apply-patch+yaml' });
    case 'deleteOptions':
      return server.remove(own, to);
    case 'listOptions':
      return server.get(`${path}?${parameters(to)}`);
    case 'tableOptions':
      return server.get(`${path}?${parameters(to)}`, { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' });
    case 'watchOptions':
      return server.get(`${path}?watch=true&${parameters(to)}`);
    case 'logOptions':
      return server.get(`${own}/log?${parameters(to)}`);
    default:
      return server.put(`${own}/${request}`, changed(stored, to));
  }
}

const parameters = (options: Change): string => new URLSearchParams(options as Record<string, string>).toString();

/** The least that can be applied. */
const appliedOf = ({ apiVersion, kind, metadata: { name } }: Loose): JsonObject => ({ apiVersion, kind, metadata: { name } });

const byKind = Map.groupBy(validationRules, ({ kind }) => kind);

describe.each([...byKind])('%s', (kind, functions) => {
  const valid = validObjects[kind];
  if (valid === undefined) throw new Error(`valid-objects.ts has no ${kind}`);

  test('the object of the table is valid', async () => {
    expect(said(await (await shared).post(`${pathOf(valid)}?dryRun=All`, valid))).toEqual([]);
  });

  describe.each(functions.map((each) => [each.name, each] as const))('%s', (_, { rules }) => {
    test.each(rules.map((each) => [`${each.rule} (${each.request})`, each] as const))('%s', async (__, rule) => {
      expect(await outcome(valid, rule)).toEqual(rule.answer);
    });
  });
});

test('the place of every rule exists', () => {
  const engine = fileURLToPath(new URL('../src/engine/', import.meta.url));
  expect(validationRules.filter(({ here }) => !existsSync(engine + here)).map(({ name, here }) => `${name}: ${here}`)).toEqual([]);
});
