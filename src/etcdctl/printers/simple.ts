/** `-w simple`: what people read (ctlv3/command/printer_simple.go). */
import type { JsonObject } from '../../engine/index.ts';
import { objects, record, text } from '../../kubectl/json.ts';
import { decode, hex, hexText } from '../bytes.ts';
import type { Io } from '../types.ts';
import type { Printer } from './printer.ts';
import { hashRows, int, memberRows, opResponse, type Rows, snapshotRows, statusRows, texts } from './rows.ts';

export function createSimplePrinter(io: Pick<Io, 'stdout' | 'stderr'>, inHex: boolean): Printer {
  const line: Line = (words) => io.stdout(`${words}\n`);
  return {
    format: 'simple',
    ...keyPrinters(line, inHex ? hexText : decode),
    ...leasePrinters(line),
    ...clusterPrinters(line, io),
  };
}

type Line = (words: string) => void;
type KeyPrinters = Pick<Printer, 'put' | 'get' | 'del' | 'txn' | 'watch'>;
type LeasePrinters = Pick<Printer, 'grant' | 'revoke' | 'keepAlive' | 'timeToLive' | 'leases'>;
type ClusterPrinters = Omit<Printer, 'format' | keyof KeyPrinters | keyof LeasePrinters>;

/** Reads and writes of keys. `bytes`: how keys and values, in base64, are shown. */
function keyPrinters(line: Line, bytes: (base64: string) => string): KeyPrinters {
  function kv(pair: JsonObject, valueOnly = false): void {
    if (!valueOnly) line(bytes(text(pair, 'key')));
    line(bytes(text(pair, 'value')));
  }
  const printer: KeyPrinters = {
    put(answer) {
      line('OK');
      if (answer['prev_kv'] !== undefined) kv(record(answer, 'prev_kv'));
    },
    get(answer, valueOnly) {
      for (const pair of objects(answer, 'kvs')) kv(pair, valueOnly);
    },
    del(answer) {
      line(int(answer, 'deleted'));
      for (const pair of objects(answer, 'prev_kvs')) kv(pair);
    },
    txn(answer) {
      line(answer['succeeded'] === true ? 'SUCCESS' : 'FAILURE');
      for (const response of objects(answer, 'responses')) {
        line('');
        const { kind, answer: said } = opResponse(response);
        if (kind === 'put') printer.put(said);
        else if (kind === 'range') printer.get(said, false);
        else printer.del(said);
      }
    },
    watch(answer) {
      for (const event of objects(answer, 'events')) {
        line(text(event, 'type') || 'PUT');
        if (event['prev_kv'] !== undefined) kv(record(event, 'prev_kv'));
        kv(record(event, 'kv'));
      }
    },
  };
  return printer;
}

function leasePrinters(line: Line): LeasePrinters {
  return {
    grant: (answer) => line(`lease ${hex(int(answer, 'ID'), 16)} granted with TTL(${int(answer, 'TTL')}s)`),
    revoke: (id) => line(`lease ${hex(id, 16)} revoked`),
    keepAlive: (answer) => line(`lease ${hex(int(answer, 'ID'), 16)} keepalived with TTL(${int(answer, 'TTL')})`),
    timeToLive(id, answer, keys) {
      if (int(answer, 'grantedTTL') === '0' && int(answer, 'TTL') === '-1') {
        return line(`lease ${hex(id, 16)} already expired`);
      }
      const attached = keys ? `, attached keys([${texts(answer, 'keys').map(decode).join(' ')}])` : '';
      const granted = `lease ${hex(id, 16)} granted with TTL(${int(answer, 'grantedTTL')}s)`;
      line(`${granted}, remaining(${int(answer, 'TTL')}s)${attached}`);
    },
    leases(answer) {
      const leases = objects(answer, 'leases');
      line(`found ${leases.length} leases`);
      for (const lease of leases) line(hex(int(lease, 'ID'), 16));
    },
  };
}

/** Members, alarms, and what was learned of each endpoint. */
function clusterPrinters(line: Line, io: Pick<Io, 'stderr'>): ClusterPrinters {
  const lines = ({ rows }: Rows): void => {
    for (const row of rows) line(row.join(', '));
  };
  return {
    alarms(answer) {
      // Go prints the message as protobuf's text, with a space at its end.
      for (const alarm of objects(answer, 'alarms')) {
        line(`memberID:${int(alarm, 'memberID')} alarm:${text(alarm, 'alarm') || 'NONE'} `);
      }
    },
    memberAdd(answer) {
      const as = record(answer, 'member')['isLearner'] === true ? ' as learner ' : ' ';
      const cluster = hex(int(answer, 'header', 'cluster_id'), 16, ' ');
      line(`Member ${hex(int(answer, 'member', 'ID'), 16, ' ')} added${as}to cluster ${cluster}`);
    },
    memberChange(id, done, answer) {
      line(`Member ${hex(id, 16, ' ')} ${done} cluster ${hex(int(answer, 'header', 'cluster_id'), 16, ' ')}`);
    },
    members: (answer) => lines(memberRows(answer)),
    health(list) {
      for (const { endpoint, took, error } of list) {
        if (error === '') line(`${endpoint} is healthy: successfully committed proposal: took = ${took}`);
        else io.stderr(`${endpoint} is unhealthy: failed to commit proposal: ${error}\n`);
      }
    },
    status: (list) => lines(statusRows(list)),
    hashKv: (list) => lines(hashRows(list)),
    moveLeader: (from, to) => line(`Leadership transferred from ${hex(from)} to ${hex(to)}`),
    snapshot: (facts) => lines(snapshotRows(facts)),
  };
}
