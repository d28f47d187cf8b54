/** `converge fault`: makes things go wrong on purpose, and heals them. */
import type { Fault } from '../../engine/index.ts';
import type { Command, FaultControl, Process } from '../types.ts';

const HELP = `Usage: converge fault list
       converge fault add crash COMPONENT [--down=5s]
       converge fault add pause COMPONENT
       converge fault add refuse COMPONENT [--chance=1] [--verb=create]
       converge fault add partition FROM TO
       converge fault add delay FROM TO --by=500ms [--jitter=100ms]
       converge fault add cut FROM TO [--chance=0.5]
       converge fault add duplicate FROM TO [--chance=0.5]
       converge fault heal (ID | --all)
`;

export const converge: Command = async (args, process) => {
  const [topic, action, ...rest] = args;
  const faults = process.options.faults;
  if (topic !== 'fault' || action === undefined) {
    process.stdout(HELP);
    return topic === undefined || topic === 'help' || topic === '--help' || topic === 'fault' ? 0 : 2;
  }
  if (faults === undefined) {
    process.stderr('converge: this session has no faults to add\n');
    return 1;
  }
  if (action === 'list') return listFaults(faults, process);
  if (action === 'heal') return heal(faults, rest, process);
  if (action === 'add') return add(faults, rest, process);
  process.stderr(`converge: unknown action "${action}"\n${HELP}`);
  return 2;
};

function listFaults(faults: FaultControl, process: Process): number {
  const active = faults.list();
  if (active.length === 0) process.stdout('No faults.\n');
  for (const { id, fault } of active) process.stdout(`${id}  ${describe(fault)}\n`);
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
  const words = rest.filter((word) => !word.startsWith('--'));
  const flags = new Map(rest.filter((word) => word.startsWith('--')).map((word) => split(word)));
  const fault = faultOf(words, flags);
  if (typeof fault === 'string') {
    process.stderr(`converge: ${fault}\n`);
    return 2;
  }
  if ('component' in fault && !faults.components().includes(fault.component)) {
    process.stderr(`converge: no component "${fault.component}"; there are ${faults.components().join(', ')}\n`);
    return 1;
  }
  process.stdout(`fault ${faults.add(fault)} added: ${describe(fault)}\n`);
  return 0;
}

function split(word: string): readonly [string, string] {
  const at = word.indexOf('=');
  return at < 0 ? [word.slice(2), ''] : [word.slice(2, at), word.slice(at + 1)];
}

/** The fault these words ask for, or what is wrong with them. */
function faultOf(words: readonly string[], flags: ReadonlyMap<string, string>): Fault | string {
  const [type, first, second] = words;
  const chance = Number(flags.get('chance') ?? '1');
  if (!(chance >= 0 && chance <= 1)) return '--chance is a number from 0 to 1';
  if (type === undefined) return 'say which fault; see "converge fault"';
  if (first === undefined) return `${type} needs a component`;
  const downMs = milliseconds(flags.get('down') ?? '5s');
  const verb = flags.get('verb');
  if (type === 'crash')
    return downMs === undefined ? '--down is a duration such as 5s' : { type, component: first, downMs };
  if (type === 'pause') return { type, component: first };
  if (type === 'refuse') return { type, component: first, chance, ...(verb === undefined ? {} : { verb }) };
  if (!['partition', 'delay', 'cut', 'duplicate'].includes(type)) return `unknown fault "${type}"`;
  if (second === undefined) return `${type} needs two components, from and to`;
  const link = { type: 'link', from: first, to: second } as const;
  if (type === 'partition') return { ...link, partition: true };
  if (type === 'cut') return { ...link, cut: chance };
  if (type === 'duplicate') return { ...link, duplicate: chance };
  const delayMs = milliseconds(flags.get('by') ?? '');
  if (delayMs === undefined) return 'delay needs --by, a duration such as 500ms';
  const jitterMs = milliseconds(flags.get('jitter') ?? '0s') ?? 0;
  return { ...link, delayMs, jitterMs };
}

function milliseconds(word: string): number | undefined {
  const found = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(word);
  if (found === null) return undefined;
  return Number(found[1]) * ({ ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[found[2] ?? ''] ?? 0);
}

function describe(fault: Fault): string {
  const { type, ...rest } = fault;
  return [type, ...Object.entries(rest).map(([key, value]) => `${key}=${value}`)].join(' ');
}
