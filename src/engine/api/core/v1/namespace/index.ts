import { ageColumn, defineKind, textColumn } from '../../../define.ts';
import type { Namespace as NamespaceObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type Namespace = NamespaceObject;

const NAME_LABEL = 'kubernetes.io/metadata.name';

/** A room for names. Its own finalizer (`spec.finalizers`) keeps it until what is inside has gone. */
export const Namespace: KindDefinition<Namespace> = defineKind<Namespace>({
  group: '',
  version: 'v1',
  kind: 'Namespace',
  plural: 'namespaces',
  namespaced: false,
  shortNames: ['ns'],
  verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
  subresources: { status: true, others: ['finalize'] },
  rules: {
    generation: 'none',
    name: 'label',
    deleteReturnsObject: true,
    default: (namespace) => {
      const { metadata } = namespace;
      const labelled = metadata.name === undefined || metadata.labels?.[NAME_LABEL] === metadata.name;
      if (labelled && namespace.spec !== undefined && namespace.status !== undefined) return namespace;
      const labels = { ...metadata.labels, [NAME_LABEL]: metadata.name };
      return {
        ...namespace,
        metadata: labelled ? metadata : { ...metadata, labels },
        spec: namespace.spec ?? {},
        status: namespace.status ?? {},
      };
    },
    prepareForCreate: (namespace) => {
      const finalizers = namespace.spec.finalizers ?? [];
      return {
        ...namespace,
        spec: { finalizers: finalizers.includes('kubernetes') ? finalizers : [...finalizers, 'kubernetes'] },
        status: { phase: 'Active' },
      };
    },
  },
  selectable: { 'status.phase': (namespace) => namespace.status.phase ?? '' },
  columns: [
    textColumn(
      'Status',
      'Active, or Terminating while its content is being deleted.',
      ({ status }) => status.phase ?? '',
    ),
    ageColumn,
  ],
});
