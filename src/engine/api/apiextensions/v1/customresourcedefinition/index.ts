import { defineKind, nameColumn } from '../../../define.ts';
import type { CustomResourceDefinition as Type } from '../../../generated/types.ts';
import type { Column } from '../../../types.ts';
import { defaultDefinition } from './defaults.ts';

/** Names the finalizer that lets a definition go only after its objects. */
export const customResourceCleanup = 'customresourcecleanup.apiextensions.k8s.io';

const createdAt: Column<Type> = {
  name: 'Created At',
  type: 'date',
  description: 'When the definition was created.',
  priority: 0,
  value: (object) => object.metadata.creationTimestamp,
};

/** A kind of one’s own: its group, names, versions, and a schema for each version. What is wrong with one the extension `custom-resources` says. */
export const CustomResourceDefinition = defineKind<Type>({
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  storageName: 'apiextensions.k8s.io/customresourcedefinitions',
  namespaced: false,
  shortNames: ['crd', 'crds'],
  categories: ['api-extensions'],
  subresources: { status: true },
  columns: [nameColumn, createdAt],
  rules: {
    generation: 'spec',
    unconditionalUpdate: false,
    default: defaultDefinition,
    prepareForCreate({ status: _, ...object }) {
      const stored = (object.spec.versions ?? []).filter(({ storage }) => storage).slice(0, 1).map(({ name }) => name);
      return { ...object, status: { conditions: [], acceptedNames: { plural: '', kind: '' }, storedVersions: stored } };
    },
    prepareForUpdate(object) {
      const storing = (object.spec.versions ?? []).find(({ storage }) => storage)?.name;
      const { storedVersions = [] } = object.status;
      if (storing === undefined || storedVersions.includes(storing)) return object;
      return { ...object, status: { ...object.status, storedVersions: [...storedVersions, storing] } };
    },
    prepareForDelete(object) {
      const { finalizers = [] } = object.metadata;
      if (object.metadata.deletionTimestamp !== undefined || finalizers.includes(customResourceCleanup)) return object;
      return { ...object, metadata: { ...object.metadata, finalizers: [...finalizers, customResourceCleanup] } };
    },
  },
});
export type CustomResourceDefinition = Type;
