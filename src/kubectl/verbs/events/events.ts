/** `kubectl events`: what happened, oldest first. */
import { ageOf, type JsonObject } from '../../../engine/index.ts';
import { ALL_NAMESPACES_FLAG, type Context, OUTPUT_FLAGS, type Verb } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { groupVersionOf, pathOf } from '../../http/discovery.ts';
import { record, text } from '../../json.ts';
import { objectPrinter } from '../../printers/output.ts';
import { formatRows } from '../../printers/table.ts';
import { listObjects } from '../../resource/builder.ts';
import { eventAge, sortEvents } from '../describe/events.ts';

export const events: Verb = {
  name: 'events',
  short: 'List events',
  usage: '[(-o|--output=)FORMAT] [--for TYPE/NAME] [--watch] [--types=Normal,Warning]',
  flags: [
    ALL_NAMESPACES_FLAG,
    ...OUTPUT_FLAGS,
    { name: 'for', type: 'string', help: 'Events about this object only' },
    { name: 'watch', short: 'w', type: 'bool', help: 'After the list, watch for more' },
    { name: 'types', type: 'list', help: 'Normal, Warning' },
    { name: 'no-headers', type: 'bool', help: 'Without the line of headers' },
    { name: 'chunk-size', type: 'int', default: '500', help: 'Largest page of a list' },
  ],
  run,
};

async function run(context: Context): Promise<void> {
  const { flags, io, api } = context;
  const types = flags.list('types').map((type) => type.toLowerCase());
  if (types.some((type) => type !== 'normal' && type !== 'warning'))
    throw new CliError('valid --types are Normal or Warning');
  const all = flags.bool('all-namespaces');
  const resource = await context.mapper.resource('events');
  const fieldSelector = await selectorFor(context);
  const wanted = (event: JsonObject): boolean =>
    types.length === 0 || types.includes(text(event, 'type').toLowerCase());
  const found = sortEvents(
    (await listObjects(context, resource, all ? '' : context.namespace, { fieldSelector })).filter(wanted),
  );
  const print = objectPrinter(context);
  if (print !== undefined) {
    io.stdout(print({ apiVersion: 'v1', kind: 'List', metadata: {}, items: found }, undefined));
    return;
  }
  const widths: number[] = [];
  const header = flags.bool('no-headers')
    ? []
    : [[...(all ? ['NAMESPACE'] : []), 'LAST SEEN', 'TYPE', 'REASON', 'OBJECT', 'MESSAGE']];
  const row = (event: JsonObject): readonly string[] => rowOf(event, all, io.now());
  if (found.length === 0 && !flags.bool('watch')) {
    io.stderr(all ? 'No events found.\n' : `No events found in ${context.namespace} namespace.\n`);
    return;
  }
  if (found.length > 0) io.stdout(formatRows([...header, ...found.map(row)], widths));
  if (!flags.bool('watch')) return;
  let headed = found.length > 0;
  const path = pathOf(resource, all ? '' : context.namespace);
  const list = await api.request('GET', path, { query: { fieldSelector, limit: '1' } });
  const resourceVersion = text(list, 'metadata', 'resourceVersion');
  const stream = await api.open(path, { query: { fieldSelector, resourceVersion, watch: 'true' } });
  io.listens?.();
  for (let event = await stream.next(); event !== undefined; event = await stream.next()) {
    const object = record(event, 'object');
    if (['BOOKMARK', 'ERROR', 'DELETED'].includes(text(event, 'type')) || !wanted(object)) continue;
    io.stdout(formatRows(headed ? [row(object)] : [...header, row(object)], widths));
    headed = true;
  }
}

async function selectorFor(context: Context): Promise<string | undefined> {
  const word = context.flags.string('for');
  if (word === '') return undefined;
  const [type = '', name = '', more] = word.split('/');
  if (type === '' || name === '') throw new CliError('--for must be in resource/name form');
  if (more !== undefined) throw new CliError('arguments in resource/name form may not have more than one slash');
  const resource = await context.mapper.resource(type);
  const parts = { kind: resource.kind, apiVersion: groupVersionOf(resource), name };
  return Object.entries(parts)
    .map(([key, value]) => `involvedObject.${key}=${value}`)
    .join(',');
}

function rowOf(event: JsonObject, withNamespace: boolean, now: number): readonly string[] {
  const about = `${text(event, 'involvedObject', 'kind')}/${text(event, 'involvedObject', 'name')}`;
  const single = text(event, 'lastTimestamp') || text(event, 'eventTime') || text(event, 'firstTimestamp');
  const age = eventAge(event, now);
  const seen = age.includes('(x') ? age : ageOf(single === '' ? undefined : single, now);
  const cells = [seen, text(event, 'type'), text(event, 'reason'), about, text(event, 'message').trim()];
  return withNamespace ? [text(event, 'metadata', 'namespace'), ...cells] : cells;
}
