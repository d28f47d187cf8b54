/** OpenAPI v2 (Swagger) from documents of v3: definitions, parameters that are types themselves, bodies that are parameters. */
import { isJsonObject, type Json, type JsonObject } from '../../engine/index.ts';

/** One document of all of them. */
export function openApiV2Of(documents: readonly JsonObject[]): JsonObject {
  const paths: Record<string, Json> = {};
  const definitions: Record<string, Json> = {};
  for (const document of documents) {
    const schemas = objectAt(objectAt(document, 'components'), 'schemas');
    for (const [name, schema] of Object.entries(schemas)) definitions[name] ??= schemaOf(schema);
    for (const [path, item] of Object.entries(objectAt(document, 'paths'))) {
      if (isJsonObject(item)) paths[path] = pathItem(item);
    }
  }
  return {
    swagger: '2.0',
    info: { title: 'Kubernetes', version: 'v1.33.0' },
    paths,
    definitions,
    securityDefinitions: { BearerToken: { type: 'apiKey', name: 'authorization', in: 'header' } },
    security: [{ BearerToken: [] }],
  };
}

function objectAt(value: Json | undefined, name: string): JsonObject {
  const found = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return isJsonObject(found) ? found : {};
}

function listAt(value: JsonObject, name: string): readonly Json[] {
  const found = value[name];
  return Array.isArray(found) ? found : [];
}

/** What v2 has of a schema's words. */
const kept: ReadonlySet<string> = new Set(
  (
    'description type format title default required enum pattern maximum minimum exclusiveMaximum exclusiveMinimum multipleOf ' +
    'maxLength minLength maxItems minItems uniqueItems maxProperties minProperties'
  ).split(' '),
);

function schemaOf(schema: Json | undefined): JsonObject {
  if (!isJsonObject(schema)) return {};
  if (schema['format'] === 'int-or-string') return { type: 'string', format: 'int-or-string' };
  const [only] = listAt(schema, 'allOf');
  const { description } = schema;
  // A reference may carry a description in v2, so nothing needs to be wrapped.
  if (isJsonObject(only)) return { ...schemaOf(only), ...(description !== undefined && { description }) };
  const result: Record<string, Json> = {};
  if (typeof schema['$ref'] === 'string') {
    result['$ref'] = schema['$ref'].replace('#/components/schemas/', '#/definitions/');
  }
  for (const [name, value] of Object.entries(schema)) {
    if (value === undefined) continue;
    if (kept.has(name) || name.startsWith('x-kubernetes-')) result[name] = value;
    else if (name === 'properties') result[name] = each(objectAt(schema, name), schemaOf);
    else if (name === 'items') result[name] = schemaOf(value);
    else if (name === 'additionalProperties') result[name] = typeof value === 'boolean' ? value : schemaOf(value);
  }
  if (schema['oneOf'] !== undefined && result['type'] === undefined) result['type'] = 'string';
  return result;
}

function each(object: JsonObject, convert: (value: Json | undefined) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, convert(value)]));
}

function pathItem(item: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => {
      if (name === 'parameters') return [name, listAt(item, name).map(parameter)];
      return [name, isJsonObject(value) ? operation(value) : (value ?? null)];
    }),
  );
}

function parameter(given: Json): Json {
  if (!isJsonObject(given)) return given;
  const { schema, ...rest } = given;
  return { ...rest, ...(isJsonObject(schema) ? schema : {}) };
}

function operation(given: JsonObject): JsonObject {
  const { requestBody, parameters: _, responses, ...rest } = given;
  const content = objectAt(requestBody, 'content');
  const types = Object.keys(content);
  const body = isJsonObject(requestBody) ? [bodyParameter(content, types[0] ?? '')] : [];
  const parameters = [...body, ...listAt(given, 'parameters').map(parameter)];
  return {
    ...rest,
    consumes: types.length === 0 ? ['*/*'] : types,
    produces: ['application/json'],
    ...(parameters.length > 0 && { parameters }),
    responses: each(isJsonObject(responses) ? responses : {}, response),
  };
}

function bodyParameter(content: JsonObject, type: string): JsonObject {
  return { in: 'body', name: 'body', required: true, schema: schemaOf(objectAt(content, type)['schema']) };
}

function response(given: Json | undefined): Json {
  const { schema } = objectAt(objectAt(given, 'content'), 'application/json');
  const description = isJsonObject(given) ? (given['description'] ?? '') : '';
  return { description, ...(schema !== undefined && { schema: schemaOf(schema) }) };
}
