/** `kubectl auth whoami`: who the server takes one for (kubectl pkg/cmd/auth/whoami.go). */
import type { JsonObject } from '../../../engine/index.ts';
import { type Context, OUTPUT_FLAGS, type Verb } from '../../command.ts';
import { list, record, text } from '../../json.ts';
import { toJson } from '../../printers/json.ts';
import { objectPrinter } from '../../printers/output.ts';
import { formatRows } from '../../printers/table.ts';
import { asObject } from '../../resource/builder.ts';

export const whoami: Verb = {
  name: 'whoami',
  short: 'Experimental: Check self subject attributes',
  usage: '[flags]',
  flags: OUTPUT_FLAGS,
  run,
};

/** As Go prints its own types: in the order of their fields. */
function inGoOrder(review: JsonObject, info: JsonObject): JsonObject {
  const fields = ['username', 'uid', 'groups', 'extra'].filter((field) => info[field] !== undefined);
  return {
    kind: review['kind'],
    apiVersion: review['apiVersion'],
    metadata: review['metadata'],
    status: { userInfo: Object.fromEntries(fields.map((field) => [field, info[field]])) },
  };
}

async function run(context: Context): Promise<void> {
  const { api, io } = context;
  const print = objectPrinter(context);
  const body = { kind: 'SelfSubjectReview', apiVersion: 'authentication.k8s.io/v1', metadata: {} };
  const review = asObject(await api.request('POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', { body }));
  const info = record(review, 'status', 'userInfo');
  if (context.flags.string('output') === 'json') return io.stdout(toJson(inGoOrder(review, info), false));
  if (print !== undefined) return io.stdout(print(review, undefined));
  const rows: string[][] = [['ATTRIBUTE', 'VALUE']];
  if (text(info, 'username') !== '') rows.push(['Username', text(info, 'username')]);
  if (text(info, 'uid') !== '') rows.push(['UID', text(info, 'uid')]);
  const groups = list(info, 'groups');
  if (groups.length > 0) rows.push(['Groups', `[${groups.join(' ')}]`]);
  const extra = record(info, 'extra');
  for (const key of Object.keys(extra).sort()) rows.push([`Extra: ${key}`, `[${list(extra, key).join(' ')}]`]);
  io.stdout(formatRows(rows));
}
