/** A transaction as it is typed: compares, an empty line, requests on success, an empty line, requests on failure, an empty line. */
import type { JsonObject } from '../../../engine/index.ts';
import { FlagError, parseFlags } from '../../../kubectl/flags.ts';
import { encode } from '../../bytes.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { del, deleteRequest } from '../del/index.ts';
import { get, rangeRequest } from '../get/index.ts';
import { put, putRequest } from '../put/index.ts';

const invalid = (message: string): CommandError => new CommandError(message, exitCodes.invalidInput);

/** The TxnRequest that a text asks for; `prompts` are what --interactive asks with. */
export function readTxn(input: string): { readonly request: JsonObject; readonly prompts: string } {
  const lines = input.split('\n');
  // What follows the last line break is no line: reading it ends in EOF.
  lines.pop();
  const block = <T>(read: (line: string) => T): T[] => {
    const found: T[] = [];
    for (;;) {
      const line = lines.shift();
      if (line === undefined) throw invalid('EOF');
      if (line.trim() === '') return found;
      found.push(read(line.trim()));
    }
  };
  const compare = block(readCompare);
  const success = block(readRequest);
  const failure = block(readRequest);
  return {
    request: { compare, success, failure },
    prompts: 'compares:\nsuccess requests (get, put, del):\nfailure requests (get, put, del):\n',
  };
}

const results: Readonly<Record<string, string>> = { '=': 'EQUAL', '!=': 'NOT_EQUAL', '>': 'GREATER', '<': 'LESS' };
const targets: Readonly<Record<string, { readonly target: string; readonly field: string; readonly radix: 10 | 16 } | undefined>> = {
  ver: { target: 'VERSION', field: 'version', radix: 10 },
  version: { target: 'VERSION', field: 'version', radix: 10 },
  c: { target: 'CREATE', field: 'create_revision', radix: 10 },
  create: { target: 'CREATE', field: 'create_revision', radix: 10 },
  m: { target: 'MOD', field: 'mod_revision', radix: 10 },
  mod: { target: 'MOD', field: 'mod_revision', radix: 10 },
  lease: { target: 'LEASE', field: 'lease', radix: 16 },
};

/** `mod("key") > "0"` */
function readCompare(line: string): JsonObject {
  const paren = line.indexOf('(');
  if (paren < 0) throw invalid(`malformed comparison: ${line}`);
  const name = line.slice(0, paren);
  const parts = /^("(?:[^"\\]|\\.)*")\)\s*(\S+)\s+("(?:[^"\\]|\\.)*")/.exec(line.slice(paren + 1));
  if (parts === null) {
    const partly = /^("(?:[^"\\]|\\.)*")\)\s*(\S*)/.exec(line.slice(paren + 1));
    const got = `${name}(${partly?.[1] ?? '""'}) ${partly?.[2] ?? ''} ""`;
    throw invalid(`malformed comparison: ${line}; got ${got}`);
  }
  const [, key = '', operator = '', value = ''] = parts;
  const known = targets[name];
  if (known === undefined && name !== 'val' && name !== 'value') {
    throw invalid(`malformed comparison: ${line} (unknown target ${name})`);
  }
  const result = results[operator];
  // clientv3.Compare panics here.
  if (result === undefined) throw invalid(`malformed comparison: ${line} (Unknown result op)`);
  const guard = { result, key: encode(unquote(key)) };
  if (known === undefined) return { ...guard, target: 'VALUE', value: encode(unquote(value)) };
  const digits = unquote(value);
  if (!(known.radix === 10 ? /^[+-]?\d+$/ : /^[0-9a-fA-F]+$/).test(digits)) {
    throw invalid(`invalid txn compare request: ${line}`);
  }
  const number = String(known.radix === 10 ? BigInt(digits.replace('+', '')) : BigInt(`0x${digits}`));
  return { ...guard, target: known.target, [known.field]: number };
}

/** A text in Go's double quotes. */
function unquote(word: string): string {
  return word.slice(1, -1).replace(/\\(x[0-9a-f]{2}|u[0-9a-f]{4}|.)/gi, (_, mark: string) => {
    if (mark.length > 1) return String.fromCharCode(Number.parseInt(mark.slice(1), 16));
    return { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' }[mark] ?? mark;
  });
}

const requests = { put, get, del } as const;

/** `put key "a value"` */
function readRequest(line: string): JsonObject {
  const [name = '', ...words] = argify(line);
  if (words.length === 0) throw invalid(`invalid txn compare request: ${line}`);
  if (name !== 'put' && name !== 'get' && name !== 'del') throw invalid(`invalid txn request: ${line}`);
  try {
    const { flags, args } = parseFlags(words, requests[name].flags ?? []);
    if (name === 'put') return { request_put: putRequest(args, flags, '') };
    if (name === 'get') return { request_range: rangeRequest(args, flags) };
    return { request_delete_range: deleteRequest(args, flags) };
  } catch (error) {
    if (error instanceof FlagError) throw invalid(`invalid txn request: ${line}`);
    throw error;
  }
}

/** Words and quoted texts of a line (ctlv3/command/util.go Argify). */
function argify(line: string): readonly string[] {
  return (line.match(/"(?:[^"\\]|\\.)*"|'[^']*'|[^'"\s]\S*/g) ?? []).map((word) =>
    word.startsWith('"') ? unquote(word) : word.startsWith("'") ? word.slice(1, -1) : word,
  );
}
