/** Objects as a table of cells, which is what `kubectl get` prints (meta.k8s.io/v1 Table). */
import type { Column } from '../api/types.ts';
import type { KubeObject, ListMeta } from '../meta/index.ts';
import { partialObjectMetadata } from './partial-metadata.ts';

export interface TableOptions {
  readonly columns: readonly Column[];
  readonly metadata: ListMeta;
  /** What each row carries along: Metadata (default), Object or None. */
  readonly include: string;
  /** Whether the columns are described: on a watch only the first table does. */
  readonly header: boolean;
  readonly nowMs: number;
}

/** Builds the table. All columns are there; clients hide those of priority 1. */
export function tableOf(objects: readonly KubeObject[], options: TableOptions): object {
  const { columns, metadata, include, header, nowMs } = options;
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
    columnDefinitions: header
      ? columns.map(({ name, type, format = '', description, priority }) => ({
          name,
          type,
          format,
          description,
          priority,
        }))
      : null,
    rows: objects.map((object) => ({
      cells: columns.map((column) => column.value(object, nowMs)),
      ...(include !== 'None' && { object: include === 'Object' ? object : partialObjectMetadata(object) }),
    })),
  };
}
