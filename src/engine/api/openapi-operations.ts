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

/** What is asked of subresources that lead elsewhere. */
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
  const write = createWriter(kind);
  const paths: Record<string, JsonObject> = {};
  const has = (verb: string): boolean => verbs.includes(verb);
  paths[collection] = {
    ...(has('deletecollection') && { delete: write.deleteCollection() }),
    ...(has('list') && { get: write.list(false) }),
    parameters: placeParameters(namespaced, false),
    ...(has('create') && { post: write.create() }),
  };
  if (has('get') || has('delete')) {
    paths[object] = {
      ...(has('delete') && { delete: write.remove() }),
      ...(has('get') && { get: write.read('') }),
      parameters: placeParameters(namespaced, true),
      ...(has('patch') && { patch: write.patch('') }),
      ...(has('update') && { put: write.replace('') }),
    };
  }
  if (namespaced && has('list')) {
    const parameters = Object.entries({ ...LIST, pretty: 'string' } as const).map(query);
    paths[`/${root}/${plural}`] = { get: write.list(true), parameters };
  }
  const others = [
    ...(subresources.status === true ? ['status'] : []),
    ...(subresources.scale === undefined ? [] : ['scale']),
    ...(subresources.others ?? []),
  ];
  for (const name of others) {
    paths[`${object}/${name}`] = { ...write.subresource(name), parameters: placeParameters(namespaced, true) };
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

function createWriter(kind: KindDefinition) {
  const { group, version, namespaced, schema } = kind;
  const title = groupTitle(kind);
  const scope = namespaced ? 'Namespaced' : '';
  const list = `${schema}List`;
  const own: JsonObject = { group, kind: kind.kind, version };
  const tag = title.charAt(0).toLowerCase() + title.slice(1, -version.length);

  function operation({
    action,
    id,
    parameters = {},
    body,
    answer,
    codes = [200],
    of = own,
  }: OperationParts): JsonObject {
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

  const id = (verb: string, sub = ''): string => `${verb}${title}${scope}${kind.kind}${sub}`;
  const parts = (sub: string) => partOf(kind, sub);

  function read(sub: string): JsonObject {
    const { answer, of } = parts(sub);
    return operation({ action: 'get', id: id('read', capital(sub)), answer, of });
  }
  function replace(sub: string): JsonObject {
    const { answer, of } = parts(sub);
    const common = { id: id('replace', capital(sub)), parameters: WRITE, codes: [200, 201] };
    return operation({ action: 'put', ...common, body: answer, answer, of });
  }
  function patch(sub: string): JsonObject {
    const { answer, of } = parts(sub);
    const common = { id: id('patch', capital(sub)), parameters: PATCH, codes: [200, 201] };
    return operation({ action: 'patch', ...common, answer, of });
  }

  return {
    read,
    replace,
    patch,
    list: (everywhere: boolean) =>
      operation({
        action: 'list',
        id: everywhere ? `list${title}${kind.kind}ForAllNamespaces` : id('list'),
        ...(everywhere ? {} : { parameters: LIST }),
        answer: list,
      }),
    create: () =>
      operation({
        action: 'post',
        id: id('create'),
        parameters: WRITE,
        body: schema,
        answer: schema,
        codes: [200, 201, 202],
      }),
    remove: () => {
      const answer = kind.rules.deleteReturnsObject === true ? schema : `${META}.Status`;
      const common = { id: id('delete'), parameters: DELETE, codes: [200, 202] };
      return operation({ action: 'delete', ...common, body: `${META}.DeleteOptions`, answer });
    },
    deleteCollection: () =>
      operation({
        action: 'deletecollection',
        id: `delete${title}Collection${scope}${kind.kind}`,
        parameters: DELETE_COLLECTION,
        body: `${META}.DeleteOptions`,
        answer: `${META}.Status`,
      }),
    subresource(name: string): JsonObject {
      const posted = POSTED[name];
      if (posted !== undefined) {
        const of = { group: posted.group, kind: posted.kind, version: 'v1' };
        const common = { id: id('create', capital(name)), parameters: WRITE, codes: [200, 201, 202] };
        return { post: operation({ action: 'post', ...common, body: posted.schema, answer: posted.schema, of }) };
      }
      if (name === 'log') {
        return { get: operation({ action: 'get', id: id('read', 'Log'), parameters: LOG, answer: 'string' }) };
      }
      if (name === 'finalize') return { put: replace(name) };
      const asked = CONNECT[name];
      if (asked === undefined) return { get: read(name), patch: patch(name), put: replace(name) };
      const methods = name === 'proxy' ? ['delete', 'get', 'head', 'options', 'patch', 'post', 'put'] : ['get', 'post'];
      const connect = (method: string): JsonObject => ({
        ...operation({
          action: 'connect',
          id: `connect${title}${capital(method)}${scope}${kind.kind}${capital(name)}`,
          parameters: asked,
          answer: 'string',
        }),
      });
      return Object.fromEntries(methods.map((method) => [method, connect(method)]));
    },
  };
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
