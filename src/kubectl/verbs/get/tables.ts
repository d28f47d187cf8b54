/** The human output of get: Tables of the server, grouped by resource. */
import { ageOf, type Json, type JsonObject, StatusError } from '../../../engine/index.ts';
import type { Context } from '../../command.ts';
import { throwAll } from '../../errors.ts';
import { TABLE_TYPE } from '../../http/api.ts';
import { pathOf, type Resource } from '../../http/discovery.ts';
import { list, objects, record, text } from '../../json.ts';
import { compilePath } from '../../jsonpath/index.ts';
import { sortBy } from '../../printers/columns.ts';
import { formatRows, type TableOptions, tableCells } from '../../printers/table.ts';
import { asObject, enhanceListError, type Selection } from '../../resource/builder.ts';

interface Group {
  readonly resource: Resource;
  readonly tables: Json[];
}

/** Fetches and prints what was selected; what is missing is reported at the end. */
export async function printTables(context: Context, selection: Selection): Promise<void> {
  const { flags, io } = context;
  const groups: Group[] = [];
  const errors: unknown[] = [];
  for (const request of requestsOf(context, selection)) {
    try {
      const table = await fetchTable(context, request);
      const last = groups.at(-1);
      if (last?.resource === request.resource) last.tables.push(table);
      else groups.push({ resource: request.resource, tables: [table] });
    } catch (error) {
      const missing = error instanceof StatusError && error.status.reason === 'NotFound';
      if (!(missing && flags.bool('ignore-not-found'))) errors.push(error);
    }
  }
  const withKind = flags.bool('show-kind') || new Set(groups.map((group) => group.resource)).size > 1;
  const anyNamespaced = groups.some((group) => group.resource.namespaced);
  const blocks = groups
    .map((group) => formatGroup(context, group, withKind, anyNamespaced))
    .filter((block) => block !== '');
  io.stdout(blocks.join(flags.bool('no-headers') ? '' : '\n'));
  if (blocks.length === 0 && errors.length === 0 && !flags.bool('ignore-not-found')) {
    const namespaced = !flags.bool('all-namespaces') && groups.every((group) => group.resource.namespaced);
    io.stderr(namespaced ? `No resources found in ${context.namespace} namespace.\n` : 'No resources found\n');
  }
  throwAll(errors);
}

/** What the command line says about tables of this resource. */
export function tableOptions(context: Context, resource: Resource, withKind: boolean): TableOptions {
  const { flags } = context;
  const kind = resource.kind.toLowerCase();
  return {
    wide: flags.string('output') === 'wide',
    noHeaders: flags.bool('no-headers'),
    withNamespace: flags.bool('all-namespaces') && resource.namespaced,
    namePrefix: withKind ? `${resource.group === '' ? kind : `${kind}.${resource.group}`}/` : '',
    showLabels: flags.bool('show-labels'),
    labelColumns: flags.list('label-columns'),
  };
}

function formatGroup(context: Context, group: Group, withKind: boolean, anyNamespaced: boolean): string {
  const withNamespace = context.flags.bool('all-namespaces') && anyNamespaced;
  const options = { ...tableOptions(context, group.resource, withKind), withNamespace };
  const order = context.flags.string('sort-by');
  const texts = group.tables.map((table) => tableCells(order === '' ? table : sortTable(table, order), options));
  const rows = texts.flatMap((each) => each.rows);
  const header = texts[0]?.header ?? [];
  return rows.length === 0 ? '' : formatRows(options.noHeaders ? rows : [header, ...rows]);
}

function sortTable(table: Json, order: string): Json {
  const rows = objects(table, 'rows');
  // A path no row has leaves no rows: so does the real one.
  const known = rows.some((row) => compilePath(order)(record(row, 'object')).length > 0);
  return { ...asObject(table), rows: known ? sortBy(rows, order, (row) => record(row, 'object')) : [] };
}

export interface TableRequest {
  readonly resource: Resource;
  readonly namespace: string;
  readonly name: string;
}

/** One request an object, or one a collection. */
export function requestsOf(context: Context, selection: Selection): readonly TableRequest[] {
  if (selection.type === 'names') return selection.targets;
  const all = context.flags.bool('all-namespaces');
  return selection.resources.map((resource) => ({
    resource,
    namespace: all || !resource.namespaced ? '' : context.namespace,
    name: '',
  }));
}

/** The whole Table of one request, page by page. */
export async function fetchTable(context: Context, request: TableRequest): Promise<Json> {
  const { flags, api } = context;
  const path = pathOf(request.resource, request.namespace, request.name, flags.string('subresource'));
  const sorting = flags.string('sort-by') !== '';
  const chunk = flags.int('chunk-size');
  const query = {
    labelSelector: flags.string('selector') || undefined,
    fieldSelector: flags.string('field-selector') || undefined,
    includeObject: sorting ? 'Object' : undefined,
    limit: sorting || chunk === 0 || request.name !== '' ? undefined : String(chunk),
  };
  const answer = api.request('GET', path, { query, accept: TABLE_TYPE });
  const body = await (request.name === '' ? enhanceListError(answer, request.resource, query) : answer);
  const first = asTable(body, context.io.now());
  const rows = [...list(first, 'rows')];
  let next = text(first, 'metadata', 'continue');
  while (next !== '') {
    const more = await api.request('GET', path, { query: { ...query, continue: next }, accept: TABLE_TYPE });
    const page = asTable(more, context.io.now());
    rows.push(...list(page, 'rows'));
    next = text(page, 'metadata', 'continue');
  }
  return { ...first, rows };
}

/** The Table, or one with names and ages where the server makes none. */
export function asTable(body: Json, nowMs: number): JsonObject {
  if (text(body, 'kind') === 'Table') return asObject(body);
  const items =
    Array.isArray(list(body, 'items')) && text(body, 'kind').endsWith('List')
      ? objects(body, 'items')
      : [asObject(body)];
  return {
    kind: 'Table',
    metadata: record(body, 'metadata'),
    columnDefinitions: [
      { name: 'Name', type: 'string', format: 'name', priority: 0 },
      { name: 'Age', type: 'string', priority: 0 },
    ],
    rows: items.map((item) => ({
      cells: [text(item, 'metadata', 'name'), ageOf(text(item, 'metadata', 'creationTimestamp') || undefined, nowMs)],
      object: item,
    })),
  };
}
