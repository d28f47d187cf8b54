/** The operations of a kind in OpenAPI v3: what kubectl and generators of clients read of paths, parameters and bodies. */
import type { Json, JsonObject } from '../meta/index.ts';
import type { KindDefinition } from './types.ts';

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const reference = (schema: string): JsonObject => ({ $ref: `#/components/schemas/${schema}` });

type ParameterType = 'string' | 'boolean' | 'integer';

const LIST: Readonly<Record<string, ParameterType>> = {
  allowWatchBookmarks: 'boolean',
  continue: 'string',
  fieldSelector: 'string',
  labelSelector: 'string',
  limit: 'integer',
  resourceVersion: 'string',
  resourceVersionMatch: 'string',
  sendInitialEvents: 'boolean',
  timeoutSeconds: 'integer',
  watch: 'boolean',
};
const WRITE: Readonly<Record<string, ParameterType>> = {
  dryRun: 'string',
  fieldManager: 'string',
  fieldValidation: 'string',
};
const DELETE: Readonly<Record<string, ParameterType>> = {
  dryRun: 'string',
  gracePeriodSeconds: 'integer',
  ignoreStoreReadErrorWithClusterBreakingPotential: 'boolean',
  orphanDependents: 'boolean',
  propagationPolicy: 'string',
};
const { watch: _w, allowWatchBookmarks: _a, ...SELECT } = LIST;
const DELETE_COLLECTION = { ...SELECT, ...DELETE };
const PATCH = { ...WRITE, force: 'boolean' } as const;

const LOG: Readonly<Record<string, ParameterType>> = {
  container: 'string',
  follow: 'boolean',
  insecureSkipTLSVerifyBackend: 'boolean',
  limitBytes: 'integer',
  previous: 'boolean',
  sinceSeconds: 'integer',
  stream: 'string',
  tailLines: 'integer',
  timestamps: 'boolean',
};
const STREAMS: Readonly<Record<string, ParameterType>> = {
  command: 'string',
  container: 'string',
  stderr: 'boolean',
  stdin: 'boolean',
  stdout: 'boolean',
  tty: 'boolean',
};
const { command: _c, ...ATTACH } = STREAMS;

/** Parameters of the subresources that lead elsewhere. */
const CONNECT: Readonly<Record<string, Readonly<Record<string, ParameterType>>>> = {
  exec: STREAMS,
  attach: ATTACH,
  portforward: { ports: 'integer' },
  proxy: { path: 'string' },
};
/** Subresources that take an object of a kind of their own. */
const POSTED: Readonly<Record<string, { readonly schema: string; readonly group: string; readonly kind: string }>> = {
  binding: { schema: 'io.k8s.api.core.v1.Binding', group: '', kind: 'Binding' },
  eviction: { schema: 'io.k8s.api.policy.v1.Eviction', group: 'policy', kind: 'Eviction' },
  token: { schema: 'io.k8s.api.authentication.v1.TokenRequest', group: 'authentication.k8s.io', kind: 'TokenRequest' },
};

/** Schemas that the operations refer to besides the kind's own and its list's. */
export function schemasOfOperations({ subresources }: KindDefinition): readonly string[] {
  const posted = (subresources.others ?? []).map((name) => POSTED[name]?.schema).filter((name) => name !== undefined);
  return subresources.scale === undefined ? posted : [...posted, 'io.k8s.api.autoscaling.v1.Scale'];
}

/** A kind's paths with their operations. `root`: `api/v1`, `apis/apps/v1`. */
export function pathsOfKind(kind: KindDefinition, root: string): Readonly<Record<string, JsonObject>> {
  const { namespaced, plural, subresources, verbs } = kind;
  const collection = `/${root}/${namespaced ? 'namespaces/{namespace}/' : ''}${plural}`;
  const object = `${collection}/{name}`;
  const named = namedOf(kind);
  const paths: Record<string, JsonObject> = {};
  const has = (verb: string): boolean => verbs.includes(verb);
  paths[collection] = {
    ...(has('deletecollection') && { delete: deleteCollection(named) }),
    ...(has('list') && { get: list(named, false) }),
    parameters: placeParameters(namespaced, false),
    ...(has('create') && { post: create(named) }),
  };
  if (has('get') || has('delete')) {
    paths[object] = {
      ...(has('delete') && { delete: remove(named) }),
      ...(has('get') && { get: read(named, '') }),
      parameters: placeParameters(namespaced, true),
      ...(has('patch') && { patch: patch(named, '') }),
      ...(has('update') && { put: replace(named, '') }),
    };
  }
  if (namespaced && has('list')) {
    const parameters = Object.entries({ ...LIST, pretty: 'string' } as const).map(query);
    paths[`/${root}/${plural}`] = { get: list(named, true), parameters };
  }
  const others = [
    ...(subresources.status === true ? ['status'] : []),
    ...(subresources.scale === undefined ? [] : ['scale']),
    ...(subresources.others ?? []),
  ];
  for (const name of others) {
    paths[`${object}/${name}`] = { ...subresource(named, name), parameters: placeParameters(namespaced, true) };
  }
  return paths;
}

function placeParameters(namespaced: boolean, named: boolean): readonly JsonObject[] {
  const inPath = (name: string): JsonObject => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', uniqueItems: true },
  });
  const pretty = query(['pretty', 'string']);
  return [...(named ? [inPath('name')] : []), ...(namespaced ? [inPath('namespace')] : []), pretty];
}

function query([name, type]: readonly [string, ParameterType]): JsonObject {
  return { name, in: 'query', schema: { type, uniqueItems: true } };
}

/** `CoreV1`, `RbacAuthorizationV1`, `ExampleComV1`. */
function groupTitle({ group, version }: KindDefinition): string {
  const words = group === '' ? ['core'] : group.replace(/\.k8s\.io$/, '').split('.');
  return words.map(capital).join('') + capital(version);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface OperationParts {
  readonly action: string;
  readonly id: string;
  readonly parameters?: Readonly<Record<string, ParameterType>>;
  readonly body?: string;
  readonly answer: string;
  readonly codes?: readonly number[];
  readonly of?: JsonObject;
}

const WORDS: Readonly<Record<number, string>> = { 200: 'OK', 201: 'Created', 202: 'Accepted' };

/** A kind, with what the names of its operations are made of. */
interface Named {
  readonly kind: KindDefinition;
  /** `CoreV1` */
  readonly title: string;
  /** `Namespaced`, or nothing. */
  readonly scope: string;
}

function namedOf(kind: KindDefinition): Named {
  return { kind, title: groupTitle(kind), scope: kind.namespaced ? 'Namespaced' : '' };
}

/** `readCoreV1NamespacedPodStatus` */
function idOf({ kind, title, scope }: Named, verb: string, sub = ''): string {
  return `${verb}${title}${scope}${kind.kind}${sub}`;
}

function operation({ kind, title }: Named, parts: OperationParts): JsonObject {
  const { action, id, parameters = {}, body, answer, codes = [200] } = parts;
  const { group, version } = kind;
  const { of = { group, kind: kind.kind, version } } = parts;
  const tag = title.charAt(0).toLowerCase() + title.slice(1, -version.length);
  const isPatch = action === 'patch';
  const content = isPatch ? patchContent(kind) : { '*/*': { schema: reference(body ?? '') } };
  const answered = { content: { 'application/json': { schema: answerSchema(answer) } } };
  return {
    tags: [`${tag}_${version}`],
    operationId: id,
    ...(Object.keys(parameters).length > 0 && { parameters: Object.entries(parameters).map(query) }),
    ...((isPatch || body !== undefined) && { requestBody: { content, ...(isPatch && { required: true }) } }),
    responses: {
      ...Object.fromEntries(codes.map((code) => [code, { description: WORDS[code] ?? '', ...answered }])),
      '401': { description: 'Unauthorized' },
    },
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': of,
  };
}

function read(named: Named, sub: string): JsonObject {
  const { answer, of } = partOf(named.kind, sub);
  return operation(named, { action: 'get', id: idOf(named, 'read', capital(sub)), answer, of });
}

function replace(named: Named, sub: string): JsonObject {
  const { answer, of } = partOf(named.kind, sub);
  const common = { id: idOf(named, 'replace', capital(sub)), parameters: WRITE, codes: [200, 201] };
  return operation(named, { action: 'put', ...common, body: answer, answer, of });
}

function patch(named: Named, sub: string): JsonObject {
  const { answer, of } = partOf(named.kind, sub);
  const common = { id: idOf(named, 'patch', capital(sub)), parameters: PATCH, codes: [200, 201] };
  return operation(named, { action: 'patch', ...common, answer, of });
}

function list(named: Named, everywhere: boolean): JsonObject {
  const { kind, title } = named;
  return operation(named, {
    action: 'list',
    id: everywhere ? `list${title}${kind.kind}ForAllNamespaces` : idOf(named, 'list'),
    ...(everywhere ? {} : { parameters: LIST }),
    answer: `${kind.schema}List`,
  });
}

function create(named: Named): JsonObject {
  const { schema } = named.kind;
  return operation(named, {
    action: 'post',
    id: idOf(named, 'create'),
    parameters: WRITE,
    body: schema,
    answer: schema,
    codes: [200, 201, 202],
  });
}

function remove(named: Named): JsonObject {
  const { rules, schema } = named.kind;
  const answer = rules.deleteReturnsObject === true ? schema : `${META}.Status`;
  const common = { id: idOf(named, 'delete'), parameters: DELETE, codes: [200, 202] };
  return operation(named, { action: 'delete', ...common, body: `${META}.DeleteOptions`, answer });
}

function deleteCollection(named: Named): JsonObject {
  const { kind, title, scope } = named;
  return operation(named, {
    action: 'deletecollection',
    id: `delete${title}Collection${scope}${kind.kind}`,
    parameters: DELETE_COLLECTION,
    body: `${META}.DeleteOptions`,
    answer: `${META}.Status`,
  });
}

/** The operations of a subresource by HTTP method. */
function subresource(named: Named, name: string): JsonObject {
  const posted = POSTED[name];
  if (posted !== undefined) {
    const of = { group: posted.group, kind: posted.kind, version: 'v1' };
    const common = { id: idOf(named, 'create', capital(name)), parameters: WRITE, codes: [200, 201, 202] };
    return { post: operation(named, { action: 'post', ...common, body: posted.schema, answer: posted.schema, of }) };
  }
  if (name === 'log') {
    return { get: operation(named, { action: 'get', id: idOf(named, 'read', 'Log'), parameters: LOG, answer: 'string' }) };
  }
  if (name === 'finalize') return { put: replace(named, name) };
  const parameters = CONNECT[name];
  if (parameters === undefined) {
    return { get: read(named, name), patch: patch(named, name), put: replace(named, name) };
  }
  const methods = name === 'proxy' ? ['delete', 'get', 'head', 'options', 'patch', 'post', 'put'] : ['get', 'post'];
  return Object.fromEntries(methods.map((method) => [method, connect(named, name, method, parameters)]));
}

function connect(
  named: Named,
  name: string,
  method: string,
  parameters: Readonly<Record<string, ParameterType>>,
): JsonObject {
  const { kind, title, scope } = named;
  return operation(named, {
    action: 'connect',
    id: `connect${title}${capital(method)}${scope}${kind.kind}${capital(name)}`,
    parameters,
    answer: 'string',
  });
}

/** What a subresource is read and written as. */
function partOf(
  { group, version, kind, schema }: KindDefinition,
  sub: string,
): { readonly answer: string; readonly of: JsonObject } {
  if (sub !== 'scale') return { answer: schema, of: { group, kind, version } };
  return { answer: 'io.k8s.api.autoscaling.v1.Scale', of: { group: 'autoscaling', kind: 'Scale', version: 'v1' } };
}

function answerSchema(name: string): JsonObject {
  return name === 'string' ? { type: 'string' } : reference(name);
}

/** kubectl computes its patches by the schemas where strategic patches are among these. */
function patchContent({ structural }: KindDefinition): JsonObject {
  const types = ['apply-patch+yaml', 'json-patch+json', 'merge-patch+json'];
  if (structural === undefined) types.push('strategic-merge-patch+json');
  const content: Record<string, Json> = {};
  for (const type of types) content[`application/${type}`] = { schema: reference(`${META}.Patch`) };
  return content;
}
