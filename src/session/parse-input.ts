/** An input of a session's log, checked. In a page this comes with the first log that has inputs. */
import type { CloudFault, Fault, RefusalCode } from '../engine/index.ts';
import { anyNumber, type Fields, list, number, onlyTrue, record, text, wrong } from './log-fields.ts';
import { parseRequest } from './parse-request.ts';
import { isPartName, type PartName, partNames } from './part-names.ts';
import type { Action, Input, TerminalAct } from './types.ts';

type DiskFault = Extract<Fault, { type: 'disk' }>['disk'];

/** An input, or an Error that says what is wrong with it. `where`: `inputs[3]`. */
export function parseInput(value: unknown, where: string): Input {
  const input = record(value, where);
  const { cell, notBeyond, after, interruptedAt } = input;
  if (after !== undefined && after !== 'quiet' && after !== 'now') throw wrong(`${where}.after`, '"quiet" or "now"');
  return {
    ...parseAction(input, where),
    at: number(input['at'], `${where}.at`),
    ...(cell === undefined ? {} : { cell: text(cell, `${where}.cell`) }),
    ...(notBeyond === undefined ? {} : { notBeyond: number(notBeyond, `${where}.notBeyond`) }),
    ...(after === undefined ? {} : { after }),
    ...(interruptedAt === undefined ? {} : { interruptedAt: number(interruptedAt, `${where}.interruptedAt`) }),
  };
}

function parseAction(input: Fields, where: string): Action {
  const field = (name: string): string => text(input[name], `${where}.${name}`);
  const { type, forMs } = input;
  switch (type) {
    case 'command':
      return { type, text: field('text') };
    case 'manifest':
      return { type, path: field('path'), text: field('text') };
    case 'script':
      return { type, source: field('source') };
    case 'edit':
      return { type, path: field('path'), text: input['text'] === null ? null : field('text') };
    case 'swap':
      return {
        type,
        controller: field('controller'),
        entry: field('entry'),
        ...(input['apart'] === undefined ? {} : { apart: onlyTrue(input['apart'], `${where}.apart`) }),
        ...(input['part'] === undefined ? {} : { part: parsePart(input['part'], `${where}.part`) }),
      };
    case 'unswap':
      return { type, controller: field('controller') };
    case 'fault':
      return {
        type,
        fault: parseFault(input['fault'], `${where}.fault`),
        ...(forMs === undefined ? {} : { forMs: number(forMs, `${where}.forMs`) }),
      };
    case 'terminal':
      if (!/^[\w-]{1,40}$/.test(field('terminal')))
        throw wrong(`${where}.terminal`, 'a name of letters, digits, "_" and "-"');
      return { type, terminal: field('terminal'), ...parseTerminalAct(input, where) };
    case 'request':
      return { type, id: field('id'), to: field('to'), request: parseRequest(input['request'], `${where}.request`) };
    case 'hangup':
      return { type, id: field('id') };
    case 'advance':
      return { type, to: number(input['to'], `${where}.to`) };
    default:
      throw wrong(`${where}.type`, 'command, terminal, request, hangup, manifest, script, edit, swap, unswap, fault or advance');
  }
}

function parseTerminalAct(input: Fields, where: string): TerminalAct {
  const size = (name: string): number => {
    const cells = number(input[name], `${where}.${name}`);
    if (!Number.isInteger(cells) || cells < 1 || cells > 1000) throw wrong(`${where}.${name}`, 'from 1 to 1000');
    return cells;
  };
  switch (input['do']) {
    case 'line':
    case 'keys':
      return { do: input['do'], text: text(input['text'], `${where}.text`) };
    case 'resize':
      return { do: 'resize', columns: size('columns'), rows: size('rows') };
    case 'interrupt':
    case 'close':
      return { do: input['do'] };
    default:
      throw wrong(`${where}.do`, 'line, keys, interrupt, resize or close');
  }
}

function parseFault(value: unknown, where: string): Fault {
  const fault = record(value, where);
  const field = (name: string): string => text(fault[name], `${where}.${name}`);
  const amount = (name: string): number => number(fault[name], `${where}.${name}`);
  const { type } = fault;
  switch (type) {
    case 'crash':
      return {
        type,
        component: field('component'),
        ...(fault['downMs'] === undefined ? {} : { downMs: amount('downMs') }),
      };
    case 'restart':
    case 'pause':
      return { type, component: field('component') };
    case 'partition': {
      const from = fault['from'];
      const peers =
        from === undefined ? undefined : list(from, `${where}.from`).map((each) => text(each, `${where}.from`));
      return { type, component: field('component'), ...(peers === undefined ? {} : { from: peers }) };
    }
    case 'skew':
      return { type, component: field('component'), byMs: anyNumber(fault['byMs'], `${where}.byMs`) };
    case 'crash-after-write':
      return { type, component: field('component'), write: amount('write'), downMs: amount('downMs') };
    case 'stale-after-write':
      return {
        type,
        component: field('component'),
        write: amount('write'),
        lagMs: amount('lagMs'),
        ...(fault['restart'] === true ? { restart: true } : {}),
      };
    case 'withhold':
      return { type, component: field('component'), event: amount('event'), ...(fault['lost'] === true ? { lost: true } : {}) };
    case 'cloud':
      return { type, component: 'cloud', cloud: parseCloudFault(fault['cloud'], `${where}.cloud`) };
    case 'disk':
      return { type, component: field('component'), disk: parseDisk(fault['disk'], `${where}.disk`) };
    case 'refuse':
      return { type, component: field('component'), ...parseRefusal(fault, where) };
    case 'link': {
      const amounts = ['delayMs', 'jitterMs', 'duplicate', 'cut', 'drop'].filter((name) => fault[name] !== undefined);
      const flags = ['partition', 'hold', 'watchOnly', 'answersOnly'].filter((name) => fault[name] === true);
      return {
        type,
        from: field('from'),
        to: field('to'),
        ...Object.fromEntries(amounts.map((name) => [name, amount(name)])),
        ...Object.fromEntries(flags.map((name) => [name, true])),
      };
    }
    default:
      throw wrong(`${where}.type`, 'link, crash, restart, pause, partition, skew, cloud, disk, refuse, crash-after-write, stale-after-write or withhold');
  }
}

function parsePart(value: unknown, where: string): PartName {
  if (!isPartName(value)) throw wrong(where, partNames.join(', '));
  return value;
}

const codes: readonly RefusalCode[] = [403, 409, 429, 500, 503, 504];

function parseCode(value: unknown, where: string): RefusalCode {
  const code = codes.find((each) => each === value);
  if (code === undefined) throw wrong(where, codes.join(', '));
  return code;
}

function parseDisk(value: unknown, where: string): DiskFault {
  const { type, latencyMs } = record(value, where);
  switch (type) {
    case 'slow':
      return { type, latencyMs: number(latencyMs, `${where}.latencyMs`) };
    case 'full':
    case 'lost':
    case 'torn':
      return { type };
    default:
      throw wrong(`${where}.type`, 'slow, full, lost or torn');
  }
}

function parseCloudFault(value: unknown, where: string): CloudFault {
  const fault = record(value, where);
  const { what } = fault;
  if (what === 'quota') return { what };
  if (what === 'slow') return { what, byMs: number(fault['byMs'], `${where}.byMs`) };
  if (what === 'refuse') return { what, ...parseRefusal(fault, where) };
  throw wrong(`${where}.what`, 'refuse, slow or quota');
}

function parseRefusal(fault: Fields, where: string) {
  const { chance, verb, code } = fault;
  return {
    chance: number(chance, `${where}.chance`),
    ...(verb === undefined ? {} : { verb: text(verb, `${where}.verb`) }),
    ...(code === undefined ? {} : { code: parseCode(code, `${where}.code`) }),
  };
}
