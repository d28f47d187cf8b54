/** Faults as they are typed: `crash etcd-1 --down=5s`, `delay apiserver scheduler --by=500ms`. */
import type { Fault } from '../../engine/index.ts';

export const faultHelp = `Usage: converge fault list
       converge fault add FAULT [--in=10s] [--for=30s]
       converge fault heal (ID | --all)
       converge incident (begin | end)           one loop stops, and you find out which
       converge incident begin FAULT             this goes wrong, and is listed nowhere
       converge packet POD HOST:PORT [-n NAMESPACE]   what a connection of a Pod passes on its way
       converge packet --outside ADDRESS:PORT         the same from outside of the cluster, to a balancer of its cloud
       converge cloud [help]                     what is rented, where the cluster runs in a cloud, and how to change it
       converge manifest list NODE
       converge manifest (show | add | remove) NODE FILE  a static Pod of the node, in /etc/kubernetes/manifests

What can go wrong with a component (etcd-0, apiserver, scheduler, controller/replicaset, kubelet/node-1 ...):
  crash COMPONENT [--down=5s]              its memory is lost, it starts again; --down=healed: not before it is healed
  restart COMPONENT                        the same, at once
  pause COMPONENT                          it does nothing, and messages to it wait
  partition COMPONENT [OTHER...]           nothing passes between it and the others, or any component
  refuse COMPONENT [--chance=1] [--verb=create]  its writes are answered 500
  skew COMPONENT --by=-30s                 it starts again with a clock that is ahead or behind
  cloud (refuse [--chance=1] [--verb=create] | slow [--by=5s] | quota)  the cloud's API
  disk COMPONENT (slow [--by=500ms] | full | lost | torn)  the disk of a member of etcd
What can go wrong with messages from one to the other ('*', in quotes, is any component):
  delay FROM TO --by=500ms [--jitter=100ms]
  drop FROM TO [--chance=0.5]              they are lost, and a connection with them
  duplicate FROM TO [--chance=0.5]
`;

export interface FaultRequest {
  readonly fault: Fault;
  readonly forMs?: number;
  readonly inMs?: number;
  /** Names that must be those of components. */
  readonly names: readonly string[];
}

type Flags = ReadonlyMap<string, string>;
/** From the words behind the fault's name and the flags to the fault, or to what is wrong with them. */
type Reader = (words: readonly string[], flags: Flags) => Fault | string;

const readers: Readonly<Record<string, { readonly flags: readonly string[]; readonly read: Reader }>> = {
  crash: {
    flags: ['down'],
    read([component = ''], flags) {
      const down = flags.get('down') ?? '5s';
      if (down === 'healed') return { type: 'crash', component };
      const downMs = milliseconds(down);
      return downMs === undefined
        ? '--down is a duration such as 5s, or "healed"'
        : { type: 'crash', component, downMs };
    },
  },
  restart: { flags: [], read: ([component = '']) => ({ type: 'restart', component }) },
  pause: { flags: [], read: ([component = '']) => ({ type: 'pause', component }) },
  partition: {
    flags: [],
    read: ([component = '', ...from]) => ({ type: 'partition', component, ...(from.length > 0 && { from }) }),
  },
  refuse: {
    flags: ['chance', 'verb'],
    read([component = ''], flags) {
      const verb = flags.get('verb');
      return withChance(flags, (chance) => ({
        type: 'refuse',
        component,
        chance,
        ...(verb !== undefined && { verb }),
      }));
    },
  },
  skew: {
    flags: ['by'],
    read([component = ''], flags) {
      const by = flags.get('by') ?? '';
      const ms = milliseconds(by.replace(/^[+-]/, ''));
      if (ms === undefined) return 'skew needs --by, how far the clock is ahead (30s) or behind (-30s)';
      return { type: 'skew', component, byMs: by.startsWith('-') ? -ms : ms };
    },
  },
  cloud: { flags: ['chance', 'verb', 'by'], read: readCloudFault },
  disk: {
    flags: ['by'],
    read([component = '', what], flags) {
      if (what === 'full' || what === 'lost' || what === 'torn')
        return { type: 'disk', component, disk: { type: what } };
      if (what !== 'slow') return 'say what is wrong with the disk: slow, full, lost or torn';
      const latencyMs = milliseconds(flags.get('by') ?? '500ms');
      if (latencyMs === undefined) return '--by is a duration such as 500ms';
      return { type: 'disk', component, disk: { type: 'slow', latencyMs } };
    },
  },
  delay: {
    flags: ['by', 'jitter'],
    read: link((from, to, flags) => {
      const delayMs = milliseconds(flags.get('by') ?? '');
      if (delayMs === undefined) return 'delay needs --by, a duration such as 500ms';
      const jitterMs = milliseconds(flags.get('jitter') ?? '0s');
      return jitterMs === undefined
        ? '--jitter is a duration such as 100ms'
        : { type: 'link', from, to, delayMs, jitterMs };
    }),
  },
  drop: {
    flags: ['chance'],
    read: link((from, to, flags) =>
      withChance(flags, (chance) => ({ type: 'link', from, to, cut: chance, drop: chance })),
    ),
  },
  duplicate: {
    flags: ['chance'],
    read: link((from, to, flags) => withChance(flags, (duplicate) => ({ type: 'link', from, to, duplicate }))),
  },
};
/** What can go wrong, as it is typed. */
export const faultNames: readonly string[] = Object.keys(readers);

/** Flags of one of them, without dashes. */
export const faultFlags = (name: string): readonly string[] => ['in', 'for', ...(readers[aliases[name] ?? name]?.flags ?? [])];

/** What it was called at first. */
const aliases: Readonly<Record<string, string>> = { cut: 'drop' };

/** The fault these words ask for, or what is wrong with them. */
export function readFault(rest: readonly string[]): FaultRequest | string {
  const [name, ...words] = rest.filter((word) => !word.startsWith('--'));
  const flags = new Map(rest.filter((word) => word.startsWith('--')).map(split));
  if (name === undefined) return 'say which fault; see "converge fault"';
  const reader = readers[aliases[name] ?? name];
  if (reader === undefined) return `unknown fault "${name}"; there are ${Object.keys(readers).join(', ')}`;
  const unknown = [...flags.keys()].find((flag) => flag !== 'for' && flag !== 'in' && !reader.flags.includes(flag));
  if (unknown !== undefined) return `${name} has no --${unknown}; see "converge fault"`;
  if (words.length === 0) return `${name} needs a component`;
  const most =
    name === 'partition'
      ? Number.POSITIVE_INFINITY
      : ['disk', 'delay', 'drop', 'cut', 'duplicate'].includes(name)
        ? 2
        : 1;
  if (words.length > most) return tooMuch(name, words, most);
  const lasts = flags.get('for');
  const forMs = lasts === undefined ? undefined : milliseconds(lasts);
  if (lasts !== undefined && forMs === undefined) return '--for is a duration such as 30s';
  const begins = flags.get('in');
  const inMs = begins === undefined ? undefined : milliseconds(begins);
  if (begins !== undefined && inMs === undefined) return '--in is a duration such as 10s';
  const fault = reader.read(words, flags);
  if (typeof fault === 'string') return fault;
  return {
    fault,
    names: name === 'cloud' ? ['cloud'] : name === 'disk' ? words.slice(0, 1) : words,
    ...(forMs !== undefined && { forMs }),
    ...(inMs !== undefined && { inMs }),
  };
}

/** A bare `*` has become the names of the workspace's files by now. */
function tooMuch(name: string, words: readonly string[], most: number): string {
  const ofMessages = ['delay', 'drop', 'cut', 'duplicate'].includes(name);
  const advice = ofMessages ? "'*', in quotes, is any component" : 'see "converge fault"';
  return `${name} knows nothing of "${words[most] ?? ''}"; ${advice}`;
}

function readCloudFault([what = '']: readonly string[], flags: Flags): Fault | string {
  const component = 'cloud';
  if (what === 'quota') return { type: 'cloud', component, cloud: { what } };
  if (what === 'slow') {
    const byMs = milliseconds(flags.get('by') ?? '5s');
    return byMs === undefined ? '--by is a duration such as 5s' : { type: 'cloud', component, cloud: { what, byMs } };
  }
  if (what !== 'refuse') return 'say what is wrong with the cloud: refuse, slow or quota';
  const verb = flags.get('verb');
  return withChance(flags, (chance) => ({ type: 'cloud', component, cloud: { what, chance, ...(verb !== undefined && { verb }) } }));
}

function link(read: (from: string, to: string, flags: Flags) => Fault | string): Reader {
  return ([from, to], flags) =>
    from === undefined || to === undefined ? 'messages need two components, from and to' : read(from, to, flags);
}

function withChance(flags: Flags, fault: (chance: number) => Fault): Fault | string {
  const chance = Number(flags.get('chance') ?? '1');
  return chance >= 0 && chance <= 1 ? fault(chance) : '--chance is a number from 0 to 1';
}

function split(word: string): readonly [string, string] {
  const at = word.indexOf('=');
  return at < 0 ? [word.slice(2), ''] : [word.slice(2, at), word.slice(at + 1)];
}

function milliseconds(word: string): number | undefined {
  const found = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(word);
  if (found === null) return undefined;
  return Number(found[1]) * ({ ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[found[2] ?? ''] ?? 0);
}
