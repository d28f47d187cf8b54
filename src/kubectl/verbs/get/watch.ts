/** `kubectl get -w`: the list, then one line a change. */
import type { Json, JsonObject } from '../../../engine/index.ts';
import { StatusError } from '../../../engine/index.ts';
import type { Context } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { asStatus, JSON_TYPE, TABLE_TYPE } from '../../http/api.ts';
import { pathOf, type Resource } from '../../http/discovery.ts';
import { objects, text } from '../../json.ts';
import { formatColumns, parseColumns } from '../../printers/columns.ts';
import { objectPrinter } from '../../printers/output.ts';
import { formatRows, tableCells } from '../../printers/table.ts';
import { asObject, type Selection } from '../../resource/builder.ts';
import { asTable, requestsOf, tableOptions } from './tables.ts';

/** Runs until the server ends the watch or the user interrupts. */
export async function watch(context: Context, selection: Selection): Promise<void> {
  const { flags, api } = context;
  const [request, ...others] = requestsOf(context, selection);
  if (request === undefined || others.length > 0) throw new CliError('you may only specify a single resource type');
  const { resource, namespace, name } = request;
  const show = presenter(context, resource);
  const accept = show.tables ? TABLE_TYPE : JSON_TYPE;
  const query = {
    labelSelector: flags.string('selector') || undefined,
    fieldSelector: flags.string('field-selector') || undefined,
  };
  const first = await api.request('GET', pathOf(resource, namespace, name), {
    query: { ...query, limit: name === '' ? '500' : undefined },
    accept,
  });
  if (!flags.bool('watch-only')) show.list(first);
  const resourceVersion =
    text(first, 'metadata', 'resourceVersion') || text(first, 'rows', '0', 'object', 'metadata', 'resourceVersion');
  const fieldSelector = name === '' ? query.fieldSelector : `metadata.name=${name}`;
  const from = resourceVersion || versionOfOnly(first);
  const stream = await api.open(pathOf(resource, namespace), {
    query: { ...query, fieldSelector, resourceVersion: from, watch: 'true' },
    accept,
  });
  context.io.listens?.();
  for (let event = await stream.next(); event !== undefined; event = await stream.next()) {
    const type = text(event, 'type');
    if (type === 'BOOKMARK') continue;
    const object = asObject(event)['object'] ?? null;
    if (type === 'ERROR') throw new StatusError(asStatus(asObject(object), 500));
    show.event(type, object);
  }
}

function versionOfOnly(table: Json): string | undefined {
  const [row] = objects(table, 'rows');
  return (row && text(row, 'object', 'metadata', 'resourceVersion')) || undefined;
}

interface Presenter {
  readonly tables: boolean;
  list(body: Json): void;
  event(type: string, object: Json): void;
}

function presenter(context: Context, resource: Resource): Presenter {
  const { flags, io } = context;
  const output = flags.string('output');
  if (output.startsWith('custom-columns=')) {
    const columns = parseColumns(output.slice('custom-columns='.length));
    let headed = flags.bool('no-headers');
    const rows = (found: readonly JsonObject[]): void => {
      if (found.length === 0) return;
      io.stdout(formatColumns(columns, found, headed));
      headed = true;
    };
    return { tables: false, list: (body) => rows(itemsOf(body)), event: (_, object) => rows([asObject(object)]) };
  }
  const print = objectPrinter(context, ['custom-columns', 'custom-columns-file', 'wide']);
  if (print !== undefined) {
    const typed = flags.bool('output-watch-events');
    const one = (type: string, object: JsonObject): void => {
      io.stdout(print(typed ? { type, object } : object, typed ? undefined : resource));
    };
    return {
      tables: false,
      list: (body) => itemsOf(body).forEach((item) => one('ADDED', item)),
      event: (type, object) => one(type, asObject(object)),
    };
  }
  return tablePresenter(context, resource);
}

/** Kinds of events come later: their column is as wide as the widest from the first line on. */
const eventWidth = 'MODIFIED'.length;

function tablePresenter(context: Context, resource: Resource): Presenter {
  const { flags, io } = context;
  const options = tableOptions(context, resource, flags.bool('show-kind'));
  const withEvents = flags.bool('output-watch-events');
  const widths: number[] = [];
  let headed = options.noHeaders;
  function show(type: string, body: Json): void {
    const { header, rows } = tableCells(asTable(body, io.now()), options);
    if (rows.length === 0) return;
    const typed = withEvents ? rows.map((cells) => [type.padEnd(eventWidth), ...cells]) : rows;
    const top = withEvents ? ['EVENT', ...header] : header;
    io.stdout(formatRows(headed ? typed : [top, ...typed], widths));
    headed = true;
  }
  let definitions: Json | undefined;
  // Later Tables of a watch may leave the column definitions out: the first ones hold.
  const complete = (body: Json): Json => {
    const table = asObject(body);
    definitions = objects(table, 'columnDefinitions').length > 0 ? table['columnDefinitions'] : definitions;
    return text(table, 'kind') === 'Table' && definitions !== undefined
      ? { ...table, columnDefinitions: definitions }
      : body;
  };
  return {
    tables: true,
    list: (body) => show('ADDED', complete(body)),
    event: (type, object) => show(type, complete(object)),
  };
}

function itemsOf(body: Json): readonly JsonObject[] {
  const items = objects(body, 'items');
  return items.length > 0 || text(body, 'kind').endsWith('List') ? items : [asObject(body)];
}
