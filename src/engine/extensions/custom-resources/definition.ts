/** A CustomResourceDefinition's version as a kind: from here on it is served as any other. */
import {
  apiVersionOf,
  type CustomKind,
  type CustomResourceDefinition,
  type CustomResourceDefinitionVersion,
  decode,
  type KindDefinition,
  validateMetadata,
} from '../../api/index.ts';
import { withMetadataOf } from '../../api/status-metadata.ts';
import { asJson } from '../../apiserver/codec.ts';
import {
  badRequest,
  type FieldError,
  invalidValue,
  isJsonObject,
  type Json,
  type JsonObject,
  type KubeObject,
  StatusError,
} from '../../meta/index.ts';
import { columnsOf } from './columns.ts';
import { applyDefaults } from './defaults.ts';
import { prune } from './prune.ts';
import { hasRules, validateRules } from './rules.ts';
import { emptySchema, type Schema } from './schema.ts';
import { validateValue } from './validate.ts';
import { compareVersions, inOrder } from './versions.ts';

const VERBS = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];

/** The kinds of all served versions, those that clients prefer first. */
export function servedKinds(crd: CustomResourceDefinition): readonly KindDefinition[] {
  const shared = sharedByVersions(crd);
  return inOrder(crd.spec.versions.filter((each) => each.served)).map((each) => kindOfVersion(crd, each, shared));
}

/** What is found among all versions of a definition, once for all of them. */
interface SharedByVersions {
  /** The name of the version that objects are kept as. */
  readonly storing: string | undefined;
  /** The one that clients prefer of those that are served and not deprecated. */
  readonly preferred: CustomResourceDefinitionVersion | undefined;
}

function sharedByVersions({ spec: { versions } }: CustomResourceDefinition): SharedByVersions {
  return {
    storing: versions.find(({ storage }) => storage)?.name,
    preferred: inOrder(versions.filter((each) => each.served && each.deprecated !== true))[0],
  };
}

/** The kind of a served version. Its objects are kept as the storage version's. */
export function kindOfVersion(
  crd: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
  { storing = version.name, preferred } = sharedByVersions(crd),
): KindDefinition {
  const { group, scope } = crd.spec;
  const names = crd.status.acceptedNames ?? crd.spec.names;
  const schema: Schema = version.schema?.openAPIV3Schema ?? emptySchema;
  const namespaced = scope === 'Namespaced';
  const name = { group, version: version.name, kind: names.kind, plural: names.plural, namespaced };
  const hasStatus = version.subresources?.status !== undefined;
  return {
    ...name,
    singular: names.singular ?? names.kind.toLowerCase(),
    shortNames: names.shortNames ?? [],
    categories: names.categories ?? [],
    schema: `${group.split('.').reverse().join('.')}.${version.name}.${names.kind}`,
    structural: asJsonObject(schema),
    custom: customKind(name, schema, `${group}/${storing}`),
    verbs: VERBS,
    checked: 'structure',
    ...(version.deprecated === true && { deprecated: deprecation(crd, version, preferred) }),
    storageName: `${group}/${names.plural}`,
    subresources: { ...(hasStatus && { status: true }), ...scaleOf(version) },
    columns: columnsOf(version),
    selectable: selectableOf(version),
    rules: {
      generation: 'custom',
      unconditionalUpdate: false,
      default: (object) => asObject(applyDefaults(asJsonObject(object), schema)),
      prepareForCreate: (object) => (hasStatus ? withoutStatus(object) : object),
      prepareForStatusUpdate: withMetadataOf,
      validate: (object, old) => [
        ...validateMetadata(object.metadata, { namespaced }, undefined, old?.metadata),
        ...validateObject(object, schema, old),
      ],
    },
  };
}

/** What clients of a deprecated version are warned of. */
function deprecation(
  { spec }: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
  preferred: CustomResourceDefinitionVersion | undefined,
): string {
  if (version.deprecationWarning !== undefined) return version.deprecationWarning;
  const { group, names } = spec;
  const words = `${group}/${version.name} ${names.kind} is deprecated`;
  const isBetter = preferred !== undefined && compareVersions(preferred.name, version.name) < 0;
  return isBetter ? `${words}; use ${group}/${preferred.name} ${names.kind}` : words;
}

type Named = Pick<KindDefinition, 'group' | 'version' | 'kind' | 'plural' | 'namespaced'>;

function customKind(kind: Named, schema: Schema, storedVersion: string): CustomKind {
  const apiVersion = apiVersionOf(kind);
  const inVersion = (object: KubeObject, version: string): KubeObject =>
    object.apiVersion === version ? object : { ...object, apiVersion: version };
  return {
    decode(body) {
      const problems: string[] = [];
      if (!isJsonObject(body))
        throw new StatusError(
          badRequest(
            `${kind.kind} in version "${kind.version}" cannot be handled as a ${kind.kind}: json: cannot unmarshal ${body === undefined ? 'null' : typeof body} into Go value of type map[string]interface {}`,
          ),
        );
      const { apiVersion, kind: kindName, metadata, ...content } = body;
      const head = {
        ...(apiVersion !== undefined && { apiVersion }),
        ...(kindName !== undefined && { kind: kindName }),
        ...(metadata !== undefined && { metadata }),
      };
      const envelope = decode({ ...kind, schema: ENVELOPE }, head);
      problems.push(...envelope.problems);
      const pruned = prune(content, schema, (path) => problems.push(`unknown field "${path}"`));
      return { object: { ...pruned, ...envelope.object }, problems };
    },
    fromStored(object) {
      const whole = applyDefaults(
        prune(asJsonObject(object), schema, () => undefined),
        schema,
      );
      return inVersion(asObject(whole), apiVersion);
    },
    toStored: (object) => inVersion(object, storedVersion),
  };
}

/** A type of the field tables that has an envelope; nothing but the envelope is given to it. */
const ENVELOPE = 'io.k8s.api.core.v1.ConfigMap';

/** Errors that keep expressions from being run (apiextensions pkg/registry/customresource, hasBlockingErr). */
const blocking = /^(?:TypeInvalid|Required|NotSupported|TooLong|TooMany)$/;

const unchecked = 'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';

function validateObject(object: KubeObject, schema: Schema, old: KubeObject | undefined): readonly FieldError[] {
  const errors: FieldError[] = [];
  const value = asJson(object);
  const before = old === undefined ? undefined : asJson(old);
  validateValue(value, schema, '', before, errors);
  // Expressions may rely on what the schema promises.
  const isBlocked = hasRules(schema) && errors.some(({ type }) => blocking.test(type));
  return [...errors, ...(isBlocked ? [invalidValue('<nil>', null, unchecked)] : validateRules(value, schema, before, () => undefined))];
}

function scaleOf({ subresources }: CustomResourceDefinitionVersion): Pick<KindDefinition['subresources'], 'scale'> {
  const scale = subresources?.scale;
  if (scale === undefined) return {};
  const { specReplicasPath: specPath, statusReplicasPath: statusPath, labelSelectorPath: selectorPath = '' } = scale;
  return { scale: { specPath, statusPath, selectorPath } };
}

function selectableOf({ selectableFields = [] }: CustomResourceDefinitionVersion): KindDefinition['selectable'] {
  return Object.fromEntries(
    selectableFields.map(({ jsonPath }) => {
      const path = jsonPath.replace(/^\./, '').split('.');
      return [path.join('.'), (object: KubeObject) => textAt(asJson(object), path)];
    }),
  );
}

function textAt(value: Json, path: readonly string[]): string {
  let found: Json | undefined = value;
  for (const field of path) found = isJsonObject(found) ? found[field] : undefined;
  return found === undefined || found === null ? '' : String(found);
}

function withoutStatus(object: KubeObject): KubeObject {
  const { status: _, ...rest } = asJsonObject(object);
  return asObject(rest);
}

/** An object is JSON: see `asJson`. */
function asJsonObject(object: object): JsonObject {
  const json = asJson(object);
  return isJsonObject(json) ? json : {};
}

/** What was an object before its contents were changed still is one: metadata is never among them. */
function asObject(json: JsonObject): KubeObject {
  return json as JsonObject & KubeObject;
}
