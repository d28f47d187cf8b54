/** From words and flags to objects: `pods web`, `pod/a svc/b`, `rs,pods`, `-l app=web`, `-f file` (cli-runtime pkg/resource). */
import { type Json, type JsonObject, StatusError } from '../../engine/index.ts';
import type { Context } from '../command.ts';
import { CliError, throwAll } from '../errors.ts';
import { pathOf, type Resource } from '../http/discovery.ts';
import { isObject, objects, text, withField } from '../json.ts';
import { readFiles } from '../manifest/files.ts';
import { checkKind, type ManifestObject } from '../manifest/read.ts';

/** One object a command is about. `object` is what a file says; absent for those named by words. */
export interface Target {
  readonly resource: Resource;
  readonly namespace: string;
  readonly name: string;
  readonly object?: JsonObject;
  readonly source?: string;
}

/** What the words ask for: objects by name, or whole collections. */
export type Selection =
  | { readonly type: 'names'; readonly targets: readonly Target[]; readonly single: boolean }
  | { readonly type: 'lists'; readonly resources: readonly Resource[] };

export interface SelectOptions {
  readonly allNamespaces?: boolean;
  readonly selector?: string;
  readonly fieldSelector?: string;
  readonly all?: boolean;
  /** Whether a type without a name means all of them. */
  readonly lists?: boolean;
}

export const MISSING_RESOURCE = `You must provide one or more resources by argument or filename.
Example resource specifications include:
   '-f rsrc.yaml'
   '--filename=rsrc.json'
   '<resource> <name>'
   '<resource>'`;

/** Reads the words of a command line. */
export async function select(
  context: Context,
  words: readonly string[],
  options: SelectOptions = {},
): Promise<Selection> {
  const hasSelector = Boolean(options.selector) || Boolean(options.fieldSelector) || options.all === true;
  if (words.some((word) => word.includes('/'))) return combined(context, words, hasSelector, options);
  const [types, ...names] = words;
  if (types === undefined) throw new CliError(MISSING_RESOURCE);
  if (types === '' || names.includes('')) throw new CliError('resource name may not be empty');
  if (names.length > 0 && hasSelector) throw new CliError('name cannot be provided when a selector is specified');
  const resources = await resourcesOf(context, types);
  if (names.length === 0) {
    if (!hasSelector && options.lists !== true)
      throw new CliError('resource(s) were provided, but no name was specified');
    return { type: 'lists', resources };
  }
  if (resources.length === 0) throw new CliError(MISSING_RESOURCE);
  const targets = resources.flatMap((resource) => names.map((name) => targetOf(context, resource, name, options)));
  return { type: 'names', targets, single: targets.length === 1 };
}

/** The resources of `rs,pods` or of a category; each once. */
async function resourcesOf(context: Context, types: string): Promise<readonly Resource[]> {
  const found: Resource[] = [];
  for (const word of types.split(',').filter((each) => each !== '')) {
    const members = (await context.mapper.category(word)) ?? [await context.mapper.resource(word)];
    for (const member of members) if (!found.includes(member)) found.push(member);
  }
  return found;
}

async function combined(
  context: Context,
  words: readonly string[],
  hasSelector: boolean,
  options: SelectOptions,
): Promise<Selection> {
  const targets: Target[] = [];
  for (const word of words) {
    const parts = word.split('/');
    if (parts.length === 1) {
      throw new CliError(
        "there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. 'kubectl get resource/<resource_name>' instead of 'kubectl get resource resource/<resource_name>'",
      );
    }
    if (parts.length > 2) throw new CliError('arguments in resource/name form may not have more than one slash');
    const [type = '', name = ''] = parts;
    if (type === '' || name === '') {
      throw new CliError('arguments in resource/name form must have a single resource and name');
    }
    targets.push(targetOf(context, await context.mapper.resource(type), name, options));
  }
  if (hasSelector) throw new CliError('selectors and the all flag cannot be used when passing resource/name arguments');
  return { type: 'names', targets, single: targets.length === 1 };
}

function targetOf(context: Context, resource: Resource, name: string, options: SelectOptions): Target {
  if (options.allNamespaces && resource.namespaced) {
    throw new CliError('a resource cannot be retrieved by name across all namespaces');
  }
  return { resource, namespace: resource.namespaced ? context.namespace : '', name };
}

/** The objects of `-f`, with the namespace of the command line where they name none. */
export async function fileTargets(context: Context, validating: boolean): Promise<readonly Target[]> {
  const { objects: manifests, errors } = readFiles(context.io, context.flags.list('filename'));
  if (errors.length > 0) throwAll(errors);
  const targets: Target[] = [];
  for (const manifest of manifests) targets.push(await manifestTarget(context, manifest, validating));
  return targets;
}

/** An object that is there, as it is in the cluster; with --local, as its file says. */
export type Found = Target & { readonly object: JsonObject };

/** The objects of `-f` as they stand there, for `--local`. */
export async function localTargets(context: Context): Promise<readonly Found[]> {
  const { objects: manifests, errors } = readFiles(context.io, context.flags.list('filename'));
  throwAll(errors);
  const targets: Found[] = [];
  for (const manifest of manifests) targets.push({ ...(await manifestTarget(context, manifest, false)), object: manifest.object });
  return targets;
}

/** One manifest as a target: its kind known to the server, its namespace settled. */
export async function manifestTarget(context: Context, manifest: ManifestObject, validating: boolean): Promise<Target> {
  checkKind(manifest, validating);
  const { object, source } = manifest;
  const [apiVersion, kind] = [text(object, 'apiVersion'), text(object, 'kind')];
  const resource = await context.mapper.kind(apiVersion, kind);
  const name = text(object, 'metadata', 'name');
  const own = text(object, 'metadata', 'namespace');
  if (resource === undefined) {
    throw new CliError(
      `resource mapping not found for name: "${name}" namespace: "${own}" from "${source}": ` +
        `no matches for kind "${kind}" in version "${apiVersion}"\nensure CRDs are installed first`,
    );
  }
  if (!resource.namespaced)
    return { resource, namespace: '', name, object: withField(object, ['metadata', 'namespace'], undefined), source };
  if (own !== '' && own !== context.namespace && context.namespaceGiven) {
    throw new CliError(
      `the namespace from the provided object "${own}" does not match the namespace "${context.namespace}". ` +
        `You must pass '--namespace=${own}' to perform this operation.`,
    );
  }
  const namespace = own === '' ? context.namespace : own;
  return { resource, namespace, name, object: withField(object, ['metadata', 'namespace'], namespace), source };
}

/** The live object. */
export async function getObject(context: Context, target: Target): Promise<JsonObject> {
  return asObject(await context.api.request('GET', pathOf(target.resource, target.namespace, target.name)));
}

/** The live object; undefined when there is none. */
export async function findObject(context: Context, target: Target): Promise<JsonObject | undefined> {
  try {
    return await getObject(context, target);
  } catch (error) {
    if (error instanceof StatusError && error.status.reason === 'NotFound') return undefined;
    throw error;
  }
}

/** A response's body as an object. */
export function asObject(body: Json): JsonObject {
  return isObject(body) ? body : {};
}

/** A list that is refused says what was asked for (cli-runtime EnhanceListError). */
export async function enhanceListError(
  request: Promise<Json>,
  resource: Resource,
  query: { readonly labelSelector?: string | undefined; readonly fieldSelector?: string | undefined },
): Promise<Json> {
  try {
    return await request;
  } catch (error) {
    const reason = error instanceof StatusError ? error.status.reason : '';
    if (!(error instanceof StatusError) || (reason !== 'BadRequest' && reason !== 'NotFound')) throw error;
    const what = `"${resource.group}/${resource.version}, Resource=${resource.plural}"`;
    const { labelSelector = '', fieldSelector = '' } = query;
    const start =
      labelSelector === '' && fieldSelector === ''
        ? `Unable to list ${what}`
        : `Unable to find ${what} that match label selector "${labelSelector}", field selector "${fieldSelector}"`;
    throw new StatusError({ ...error.status, message: `${start}: ${error.status.message ?? ''}` });
  }
}

/** The objects of a collection, with kind and apiVersion filled in where the list leaves them out. */
export async function listObjects(
  context: Context,
  resource: Resource,
  namespace: string,
  query: { readonly labelSelector?: string | undefined; readonly fieldSelector?: string | undefined } = {},
): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = [];
  let next: string | undefined;
  do {
    const body = await enhanceListError(
      context.api.request('GET', pathOf(resource, namespace), { query: { ...query, limit: '500', continue: next } }),
      resource,
      query,
    );
    const apiVersion = resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
    for (const item of objects(body, 'items')) found.push({ apiVersion, kind: resource.kind, ...item });
    next = text(body, 'metadata', 'continue') || undefined;
  } while (next !== undefined);
  return found;
}

/** Every target of words, flags and files; collections are listed. */
export async function gather(
  context: Context,
  words: readonly string[],
  options: SelectOptions & { readonly files?: boolean } = {},
): Promise<{ readonly targets: readonly Target[]; readonly single: boolean }> {
  if (options.files && context.flags.list('filename').length > 0) {
    if (words.length > 0) {
      throw new CliError(
        'when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well',
      );
    }
    const targets = await fileTargets(context, false);
    return { targets, single: targets.length === 1 };
  }
  const selection = await select(context, words, options);
  if (selection.type === 'names') return selection;
  const targets: Target[] = [];
  for (const resource of selection.resources) {
    const namespace = options.allNamespaces || !resource.namespaced ? '' : context.namespace;
    const query = { labelSelector: options.selector || undefined, fieldSelector: options.fieldSelector || undefined };
    for (const object of await listObjects(context, resource, namespace, query)) {
      targets.push({
        resource,
        namespace: text(object, 'metadata', 'namespace'),
        name: text(object, 'metadata', 'name'),
        object,
      });
    }
  }
  return { targets, single: false };
}
