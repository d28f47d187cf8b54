/**
 * `converge fault` and `converge incident`: make things go wrong on purpose, and heal them. `converge packet` and `converge manifest` have files
 * of their own.
 */
import { describeFault } from '../../engine/index.ts';
import type { Command, FaultControl, IncidentControl, Process } from '../types.ts';
import { faultHelp, readFault } from './fault-words.ts';
import { manifest } from './manifest.ts';
import { followPacket } from './packet.ts';

/** `converge incident begin --as=copies` names the incident. */
const asFlag = '--as=';

/** Clients that aren't parts of the cluster: the shell's kubectl, and `ts` cells. */
const outside: readonly string[] = ['kubectl', 'session'];

export const converge: Command = async (args, process) => {
  const [topic, action, ...rest] = args;
  const faults = process.options.faults;
  const asksHelp = (word: string | undefined): boolean => word === undefined || word === 'help' || word === '--help';
  if (topic === 'packet' && !asksHelp(action)) return followPacket(args.slice(1), process);
  if (topic === 'incident' && !asksHelp(action)) return incident(action ?? '', rest, process);
  if (topic === 'manifest' && !asksHelp(action)) return manifest(action ?? '', rest, process);
  if (topic === 'cloud') {
    process.stderr('converge: this cluster runs in no cloud\n');
    return 1;
  }
  if (topic !== 'fault' || asksHelp(action)) {
    process.stdout(faultHelp);
    return asksHelp(topic) || ['fault', 'incident', 'packet', 'manifest'].includes(topic ?? '') ? 0 : 2;
  }
  if (faults === undefined) {
    process.stderr('converge: this session has no faults to add\n');
    return 1;
  }
  if (action === 'list') return listFaults(faults, process);
  if (action === 'heal') return heal(faults, rest, process);
  if (action === 'add') return add(faults, rest, process);
  process.stderr(`converge: unknown action "${action}"\n${faultHelp}`);
  return 2;
};

function incident(action: string, rest: readonly string[], process: Process): number {
  const { incidents } = process.options;
  if (incidents === undefined) {
    process.stderr('converge: this session has no incidents\n');
    return 1;
  }
  const name = rest.length === 1 && rest[0]?.startsWith(asFlag) ? rest[0].slice(asFlag.length) : undefined;
  if (action === 'begin' && rest.length > 0 && name === undefined) return beginWith(incidents, rest, process);
  if (action === 'begin') {
    const number = incidents.begin(name);
    if (number !== undefined) process.stdout(`Incident ${number} has begun: one loop does nothing any more.\n`);
    else process.stderr('converge: an incident is under way; "converge incident end" ends it\n');
    return number === undefined ? 1 : 0;
  }
  if (action === 'end') {
    const ended = incidents.end();
    if (ended === 'given') process.stdout('What went wrong is over. What it was isn’t said here.\n');
    else if (ended !== undefined) process.stdout(`It was ${ended.component}, since t = ${(ended.from / 1000).toFixed(3)} s. It goes on now.\n`);
    else process.stderr('converge: there is no incident; "converge incident begin" begins one\n');
    return ended === undefined ? 1 : 0;
  }
  process.stderr(`converge: unknown action "${action}"\n${faultHelp}`);
  return 2;
}

/** What goes wrong is named by whoever makes the exercise, and listed nowhere. */
function beginWith(incidents: IncidentControl, rest: readonly string[], process: Process): number {
  const request = readFault(rest);
  try {
    if (typeof request === 'string') throw new Error(request);
    incidents.beginWith(request.fault);
    return 0;
  } catch (error) {
    process.stderr(`converge: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

function listFaults(faults: FaultControl, process: Process): number {
  const active = faults.list();
  if (active.length === 0) process.stdout('No faults.\n');
  for (const { id, fault } of active) process.stdout(`${id}  ${describeFault(fault)}\n`);
  return 0;
}

function heal(faults: FaultControl, rest: readonly string[], process: Process): number {
  const ids = rest.includes('--all') ? faults.list().map((each) => each.id) : rest;
  if (ids.length === 0 && !rest.includes('--all')) {
    process.stderr('converge: name a fault (see "converge fault list") or --all\n');
    return 2;
  }
  let code = 0;
  for (const id of ids) {
    if (faults.heal(id)) process.stdout(`fault ${id} healed\n`);
    else {
      process.stderr(`converge: no fault "${id}"\n`);
      code = 1;
    }
  }
  return code;
}

function add(faults: FaultControl, rest: readonly string[], process: Process): number {
  const request = readFault(rest);
  if (typeof request === 'string') {
    process.stderr(`converge: ${request}\n`);
    return 2;
  }
  const { fault, forMs, inMs, names } = request;
  const known = faults.components();
  const unknown = names.find((name) => !name.includes('*') && !outside.includes(name) && !known.includes(name));
  if (unknown !== undefined) {
    process.stderr(`converge: no component "${unknown}"; there are ${known.join(', ')}\n`);
    return 1;
  }
  try {
    process.stdout(`fault ${faults.add(fault, forMs, inMs)} added: ${describeFault(fault)}\n`);
    return 0;
  } catch (error) {
    process.stderr(`converge: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}
