/** `kubectl get`: lists as the server's Tables, or whole objects in the form of -o; and follows them with -w. */
import type { JsonObject } from '../../../engine/index.ts';
import { StatusError } from '../../../engine/index.ts';
import type { Context, Verb } from '../../command.ts';
import { ALL_NAMESPACES_FLAG, FIELD_SELECTOR_FLAG, FILE_FLAGS, KUSTOMIZE_FLAG, OUTPUT_FLAGS, SELECTOR_FLAG } from '../../command.ts';
import { CliError, Exit, throwAll, usageError } from '../../errors.ts';
import { pathOf } from '../../http/discovery.ts';
import { requestRaw } from '../../http/raw.ts';
import { objects, text } from '../../json.ts';
import { formatColumns, parseColumns, parseColumnsFile, sortBy } from '../../printers/columns.ts';
import { objectPrinter } from '../../printers/output.ts';
import { asObject, fileTargets, listObjects, type Selection, select } from '../../resource/builder.ts';
import { printTables } from './tables.ts';
import { watch } from './watch.ts';

/** Formats of its own. */
const tableFormats = ['wide', 'custom-columns=', 'custom-columns-file='];

export const get: Verb = {
  name: 'get',
  short: 'Display one or many resources',
  usage: '[(-o|--output=)FORMAT] (TYPE[.VERSION][.GROUP] [NAME | -l label] | TYPE[.VERSION][.GROUP]/NAME ...) [flags]',
  examples: ['kubectl get pods -o wide', 'kubectl get rs,pods', 'kubectl get pod web-1 -o yaml', 'kubectl get pods -w'],
  flags: [
    ...FILE_FLAGS,
    KUSTOMIZE_FLAG,
    ...OUTPUT_FLAGS.map((flag) => (flag.name === 'output' ? { ...flag, values: [...(flag.values ?? []), ...tableFormats] } : flag)),
    SELECTOR_FLAG,
    FIELD_SELECTOR_FLAG,
    ALL_NAMESPACES_FLAG,
    { name: 'watch', short: 'w', type: 'bool', help: 'After the list, watch for changes' },
    { name: 'watch-only', type: 'bool', help: 'Watch for changes without the list' },
    { name: 'output-watch-events', type: 'bool', help: 'With -w: a column with the kind of event' },
    { name: 'no-headers', type: 'bool', help: 'Without the line of headers' },
    { name: 'show-labels', type: 'bool', help: 'Labels as the last column' },
    { name: 'show-kind', type: 'bool', help: 'Names with their resource type' },
    { name: 'label-columns', short: 'L', type: 'list', help: 'Labels shown as columns' },
    { name: 'sort-by', type: 'string', help: "Sort by a JSONPath, e.g. '{.metadata.name}'" },
    { name: 'ignore-not-found', type: 'bool', help: 'Missing objects are no error' },
    { name: 'chunk-size', type: 'int', default: '500', help: 'Largest page of a list; 0 for all at once' },
    { name: 'subresource', type: 'string', values: ['status', 'scale'], help: 'status or scale instead of the object' },
    { name: 'raw', type: 'string', help: 'A path to request as it is' },
    { name: 'server-print', type: 'bool', default: 'true', help: 'Let the server make the table' },
  ],
  run,
};

async function run(context: Context): Promise<void> {
  const { flags, args, path, io } = context;
  if (flags.string('raw') !== '') return requestRaw(context, 'GET');
  if (args.length === 0 && flags.list('filename').length === 0) {
    io.stderr(
      'You must specify the type of resource to get. Use "kubectl api-resources" for a complete list of supported resources.\n\n',
    );
    const hint =
      'Use "kubectl explain <resource>" for a detailed description of that resource (e.g. kubectl explain pods).';
    throw usageError(path, `Required resource not specified.\n${hint}`);
  }
  if (flags.string('subresource') !== '' && selectsMany(context)) {
    throw new CliError('subresource cannot be used when bulk resources are specified');
  }
  if (flags.bool('watch') || flags.bool('watch-only')) return watch(context, await choose(context));
  const selection = await choose(context);
  const output = flags.string('output');
  if (output.startsWith('custom-columns')) return printColumns(context, selection);
  const print = objectPrinter(context, ['custom-columns', 'custom-columns-file', 'wide']);
  if (print === undefined) return printTables(context, selection);
  const { found, errors, single } = await fetchAll(context, selection);
  if (single && found[0] !== undefined) io.stdout(print(found[0].object, found[0].resource));
  else if (!single || errors.length === 0) {
    if (output === 'name') for (const each of found) io.stdout(print(each.object, each.resource));
    else if (!(single && flags.bool('ignore-not-found')))
      io.stdout(print(listOf(found.map((each) => each.object)), undefined));
  }
  throwAll(errors);
}

/** Whether the words name collections rather than objects. */
function selectsMany({ args, flags }: Context): boolean {
  return flags.list('filename').length === 0 && args.length === 1 && !(args[0] ?? '').includes('/');
}

async function choose(context: Context): Promise<Selection> {
  const { flags, args } = context;
  if (flags.list('filename').length > 0) {
    if (args.length > 0) {
      throw new CliError(
        'when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well',
      );
    }
    const targets = await fileTargets(context, false);
    return { type: 'names', targets, single: targets.length === 1 };
  }
  return select(context, args, {
    lists: true,
    allNamespaces: flags.bool('all-namespaces'),
    selector: flags.string('selector'),
    fieldSelector: flags.string('field-selector'),
  });
}

interface Found {
  readonly object: JsonObject;
  readonly resource: import('../../http/discovery.ts').Resource;
}

/** Whole objects, failures kept for the end. */
async function fetchAll(
  context: Context,
  selection: Selection,
): Promise<{ readonly found: readonly Found[]; readonly errors: readonly unknown[]; readonly single: boolean }> {
  const { flags } = context;
  const found: Found[] = [];
  const errors: unknown[] = [];
  const attempt = async (load: () => Promise<void>): Promise<void> => {
    try {
      await load();
    } catch (error) {
      const missing = error instanceof StatusError && error.status.reason === 'NotFound';
      if (!(missing && flags.bool('ignore-not-found'))) errors.push(error);
    }
  };
  if (selection.type === 'names') {
    for (const { resource, namespace, name } of selection.targets) {
      await attempt(async () => {
        const path = pathOf(resource, namespace, name, flags.string('subresource'));
        found.push({ resource, object: asObject(await context.api.request('GET', path)) });
      });
    }
  } else {
    const query = {
      labelSelector: flags.string('selector') || undefined,
      fieldSelector: flags.string('field-selector') || undefined,
    };
    for (const resource of selection.resources) {
      const namespace = flags.bool('all-namespaces') || !resource.namespaced ? '' : context.namespace;
      await attempt(async () => {
        for (const object of await listObjects(context, resource, namespace, query)) found.push({ resource, object });
      });
    }
  }
  const order = flags.string('sort-by');
  const sorted = order === '' ? found : sortBy(found, order, (each) => each.object);
  return { found: sorted, errors, single: selection.type === 'names' && selection.single };
}

function listOf(items: readonly JsonObject[]): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'List',
    metadata: { resourceVersion: '' },
    items: [...items],
  };
}

async function printColumns(context: Context, selection: Selection): Promise<void> {
  const { flags, io } = context;
  const output = flags.string('output');
  const value = output.includes('=') ? output.slice(output.indexOf('=') + 1) : '';
  const columns = output.startsWith('custom-columns-file')
    ? parseColumnsFile(file(context, value))
    : parseColumns(value);
  const { found, errors } = await fetchAll(context, selection);
  const rows = found.flatMap(({ object }) => (text(object, 'kind') === 'List' ? objects(object, 'items') : [object]));
  if (rows.length > 0 || !flags.bool('ignore-not-found'))
    io.stdout(formatColumns(columns, rows, flags.bool('no-headers')));
  throwAll(errors);
}

function file(context: Context, path: string): string {
  const content = context.io.readFile(path);
  if (content === undefined) {
    context.io.stderr(`error: error reading template ${path}, open ${path}: no such file or directory\n`);
    throw new Exit(1);
  }
  return content;
}
