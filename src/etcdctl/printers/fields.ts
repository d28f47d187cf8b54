/** `-w fields`: one field a line (ctlv3/command/printer_fields.go). */
import type { JsonObject } from '../../engine/index.ts';
import { objects, record, text } from '../../kubectl/json.ts';
import { decode, hex, quoted } from '../bytes.ts';
import type { Io } from '../types.ts';
import type { Printer } from './printer.ts';
import { int, opResponse, texts } from './rows.ts';
import { unsupported } from './unsupported.ts';

export function createFieldsPrinter(io: Pick<Io, 'stdout'>, inHex: boolean): Printer {
  const writer = createWriter(io, inHex);
  return {
    ...unsupported('fields'),
    format: 'fields',
    ...keyPrinters(writer),
    ...leasePrinters(writer),
    ...memberPrinters(writer),
    ...endpointPrinters(writer),
  };
}

/** The lines that answers are made of. */
interface Writer {
  field(name: string, value: string): void;
  blank(): void;
  /** An id in decimal, as it is shown. */
  id(decimal: string): string;
  lease(decimal: string): string;
  header(answer: JsonObject): void;
  kv(prefix: string, pair: JsonObject): void;
}

function createWriter(io: Pick<Io, 'stdout'>, inHex: boolean): Writer {
  const field = (name: string, value: string): void => io.stdout(`"${name}" : ${value}\n`);
  const id = (decimal: string, width = 0): string => (inHex ? hex(decimal, width) : decimal);
  const lease = (decimal: string): string => id(decimal, 16);
  return {
    field,
    id,
    lease,
    blank: () => io.stdout('\n'),
    header(answer) {
      field('ClusterID', id(int(answer, 'header', 'cluster_id')));
      field('MemberID', id(int(answer, 'header', 'member_id')));
      field('Revision', int(answer, 'header', 'revision'));
      field('RaftTerm', int(answer, 'header', 'raft_term'));
    },
    kv(prefix, pair) {
      field(`${prefix}Key`, quoted(decode(text(pair, 'key'))));
      field(`${prefix}CreateRevision`, int(pair, 'create_revision'));
      field(`${prefix}ModRevision`, int(pair, 'mod_revision'));
      field(`${prefix}Version`, int(pair, 'version'));
      field(`${prefix}Value`, quoted(decode(text(pair, 'value'))));
      field(`${prefix}Lease`, lease(int(pair, 'lease')));
    },
  };
}

type Printers<Names extends keyof Printer> = Pick<Printer, Names>;

/** Reads and writes of keys. */
function keyPrinters({ field, header, kv }: Writer): Printers<'put' | 'get' | 'del' | 'txn' | 'watch'> {
  const printer: Printers<'put' | 'get' | 'del' | 'txn' | 'watch'> = {
    put(answer) {
      header(answer);
      if (answer['prev_kv'] !== undefined) kv('Prev', record(answer, 'prev_kv'));
    },
    get(answer) {
      header(answer);
      for (const pair of objects(answer, 'kvs')) kv('', pair);
      field('More', String(answer['more'] === true));
      field('Count', int(answer, 'count'));
    },
    del(answer) {
      header(answer);
      field('Deleted', int(answer, 'deleted'));
      for (const pair of objects(answer, 'prev_kvs')) kv('Prev', pair);
    },
    txn(answer) {
      header(answer);
      field('Succeeded', String(answer['succeeded'] === true));
      for (const response of objects(answer, 'responses')) {
        const { kind, answer: said } = opResponse(response);
        if (kind === 'put') printer.put(said);
        else if (kind === 'range') printer.get(said, false);
        else printer.del(said);
      }
    },
    watch(answer) {
      header(answer);
      for (const event of objects(answer, 'events')) {
        field('Type', text(event, 'type') || 'PUT');
        if (event['prev_kv'] !== undefined) kv('Prev', record(event, 'prev_kv'));
        kv('', record(event, 'kv'));
      }
    },
  };
  return printer;
}

function leasePrinters({
  field,
  header,
  lease,
}: Writer): Printers<'grant' | 'revoke' | 'keepAlive' | 'timeToLive' | 'leases'> {
  const grant = (answer: JsonObject): void => {
    header(answer);
    field('ID', lease(int(answer, 'ID')));
    field('TTL', int(answer, 'TTL'));
  };
  return {
    grant,
    revoke: (_, answer) => header(answer),
    keepAlive: grant,
    timeToLive(id, answer) {
      header(answer);
      field('ID', lease(id));
      field('TTL', int(answer, 'TTL'));
      field('GrantedTTL', int(answer, 'grantedTTL'));
      for (const key of texts(answer, 'keys')) field('Key', quoted(decode(key)));
    },
    leases(answer) {
      header(answer);
      for (const each of objects(answer, 'leases')) field('ID', lease(int(each, 'ID')));
    },
  };
}

function memberPrinters({ field, blank, id, header }: Writer): Printers<'alarms' | 'members'> {
  return {
    alarms(answer) {
      header(answer);
      for (const alarm of objects(answer, 'alarms')) {
        field('MemberID', id(int(alarm, 'memberID')));
        field('AlarmType', text(alarm, 'alarm') || 'NONE');
        blank();
      }
    },
    members(answer) {
      header(answer);
      for (const member of objects(answer, 'members')) {
        field('ID', id(int(member, 'ID')));
        field('Name', quoted(text(member, 'name')));
        for (const url of texts(member, 'peerURLs')) field('PeerURL', quoted(url));
        for (const url of texts(member, 'clientURLs')) field('ClientURL', quoted(url));
        field('IsLearner', String(member['isLearner'] === true));
        blank();
      }
    },
  };
}

/** What was learned of each endpoint, and of a snapshot. */
function endpointPrinters({ field, blank, header }: Writer): Printers<'health' | 'status' | 'hashKv' | 'snapshot'> {
  return {
    health(list) {
      for (const { endpoint, healthy, took, error } of list) {
        field('Endpoint', quoted(endpoint));
        field('Health', String(healthy));
        field('Took', took);
        field('Error', error);
        blank();
      }
    },
    status(list) {
      for (const { endpoint, answer } of list) {
        header(answer);
        field('Version', quoted(text(answer, 'version')));
        field('DBSize', int(answer, 'dbSize'));
        field('Leader', int(answer, 'leader'));
        field('IsLearner', String(answer['isLearner'] === true));
        field('RaftIndex', int(answer, 'raftIndex'));
        field('RaftTerm', int(answer, 'raftTerm'));
        field('RaftAppliedIndex', int(answer, 'raftAppliedIndex'));
        field('Errors', `[${texts(answer, 'errors').join(' ')}]`);
        field('Endpoint', quoted(endpoint));
        blank();
      }
    },
    hashKv(list) {
      for (const { endpoint, answer } of list) {
        header(answer);
        field('Endpoint', quoted(endpoint));
        field('Hash', String(answer['hash'] ?? 0));
        blank();
      }
    },
    snapshot({ hash, revision, totalKeys, totalSize }) {
      field('Hash', String(hash));
      field('Revision', String(revision));
      field('Keys', String(totalKeys));
      field('Size', String(totalSize));
    },
  };
}
