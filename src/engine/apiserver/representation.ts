/** In which form a client wants objects: as they are, as a Table, or their metadata alone (Accept: …;as=Table). */
import { badRequest, type KubeObject, type ListMeta, notAcceptable } from '../meta/index.ts';
import type { Context } from './context.ts';
import { refuse } from './outcome.ts';
import { partialObjectMetadata } from './partial-metadata.ts';
import { acceptedBy } from './respond.ts';
import { tableOf } from './table.ts';

export interface Representation {
  object(object: KubeObject): object;
  list(objects: readonly KubeObject[], metadata: ListMeta): object;
  /** Of an object in a watch event. `first`: nothing has been sent on this watch. */
  event(object: KubeObject, first: boolean): object;
  /** True when objects pass as they are, so that watches can share events. */
  readonly plain: boolean;
}

/** Chooses by the Accept header. Throws 406 when it names only what this server doesn't speak. */
export function representation(context: Context): Representation {
  for (const { type, parameters } of acceptedBy(context.request)) {
    if (!['', '*/*', 'application/*', 'application/json'].includes(type)) continue;
    const { as, g: group, v: version } = parameters;
    if (as === undefined) return plain(context);
    if (group !== 'meta.k8s.io' || version !== 'v1') continue;
    // Reviews and the like, which are only answered, have no table.
    if (as === 'Table' && context.resource.definition.verbs.includes('get')) return table(context);
    if (as === 'PartialObjectMetadata' || as === 'PartialObjectMetadataList') return metadataOnly;
  }
  return refuse(notAcceptable(['application/json']));
}

function plain({ resource }: Context): Representation {
  const { apiVersion } = resource;
  const kind = `${resource.definition.kind}List`;
  return {
    plain: true,
    object: (object) => object,
    list: (items, metadata) => ({ kind, apiVersion, metadata, items }),
    event: (object) => object,
  };
}

const included = ['Metadata', 'Object', 'None'];

function table({ resource, request, parts }: Context): Representation {
  const include = request.query['includeObject'] || 'Metadata';
  if (!included.includes(include)) {
    const why = `includeObject: Invalid value: ${JSON.stringify(include)}: must be 'Metadata', 'Object', 'None', or empty`;
    refuse(badRequest(`Unable to convert to Table as requested: ${why}`));
  }
  const options = { include, columns: resource.definition.columns };
  const build = (objects: readonly KubeObject[], metadata: ListMeta, header: boolean) =>
    tableOf(objects, { ...options, metadata, header, nowMs: parts.clock.now() });
  const one = (object: KubeObject, header: boolean) => {
    const { resourceVersion } = object.metadata;
    return build([object], { resourceVersion }, header);
  };
  return {
    plain: false,
    object: (object) => one(object, true),
    list: (objects, metadata) => build(objects, metadata, true),
    event: one,
  };
}

const metadataOnly: Representation = {
  plain: false,
  object: partialObjectMetadata,
  list: (objects, metadata) => ({
    kind: 'PartialObjectMetadataList',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
    items: objects.map(partialObjectMetadata),
  }),
  event: partialObjectMetadata,
};
