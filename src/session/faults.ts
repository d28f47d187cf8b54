/** The faults of a session: who put them there, until when, and in what words. */
import type { Cluster, Fault } from '../engine/index.ts';
import type { FaultControl } from '../shell/types.ts';
import type { FaultsView } from '../viz/faults-model.ts';
import type { FaultView } from '../viz/model.ts';

export interface Faults extends FaultControl {
  addFor(fault: Fault, forMs: number | undefined, inMs?: number): string;
  /** All there ever were. `to` of those that last is `now`. */
  views(): readonly FaultView[];
  /** Those that last, and the components there are. */
  current(): FaultsView;
  /** The same, as they were requested; `to` of those that last is Infinity. */
  all(): readonly TimedFault[];
}

export interface TimedFault {
  readonly fault: Fault;
  readonly from: number;
  readonly to: number;
}

interface Entry {
  readonly id: string;
  readonly fault: Fault;
  readonly from: number;
  heal: () => void;
  to?: number;
}

/** `t`: milliseconds since the session's start. */
export function createFaults(cluster: Cluster, t: () => number): Faults {
  const entries: Entry[] = [];

  function heal(entry: Entry | undefined): boolean {
    if (entry === undefined || entry.to !== undefined) return false;
    entry.to = t();
    entry.heal();
    return true;
  }

  function begin(entry: Entry, forMs: number | undefined): void {
    const { fault } = entry;
    entry.heal = cluster.addFault(fault);
    const lasts = forMs ?? (fault.type === 'crash' ? fault.downMs : fault.type === 'restart' ? 0 : undefined);
    if (lasts !== undefined) cluster.after(lasts, () => heal(entry), { background: true });
  }

  function addFor(fault: Fault, forMs: number | undefined, inMs = 0): string {
    const entry: Entry = { id: `fault-${entries.length + 1}`, fault, from: t() + inMs, heal() {} };
    if (inMs > 0) {
      const beginLater = (): void => {
        try {
          begin(entry, forMs);
        } catch {
          // What it was meant for has gone in the meantime: it never was.
          entry.to = entry.from - 1;
        }
      };
      const timer = cluster.after(inMs, beginLater, { background: true });
      entry.heal = timer.cancel;
    } else begin(entry, forMs);
    entries.push(entry);
    return entry.id;
  }

  return {
    components: cluster.components,
    list: () => entries.filter((entry) => entry.to === undefined),
    add: addFor,
    addFor,
    heal: (id) => heal(entries.find((entry) => entry.id === id)),
    current: () => ({
      components: cluster.components(),
      faults: entries.flatMap(({ id, fault, from, to }) => (to === undefined ? [{ id, label: faultLabel(fault), from }] : [])),
    }),
    all: () => entries.map(({ fault, from, to = Number.POSITIVE_INFINITY }) => ({ fault, from, to })),
    views: () => entries.filter(({ from, to }) => from <= (to ?? t())).map(({ fault, from, to }) => ({ from, to: to ?? t(), label: faultLabel(fault) })),
  };
}

/** `slow link, scheduler to apiserver` */
function faultLabel(fault: Fault): string {
  switch (fault.type) {
    case 'crash':
      return `crash, ${fault.component}`;
    case 'pause':
      return `paused, ${fault.component}`;
    case 'restart':
      return `restart, ${fault.component}`;
    case 'partition':
      return `cut off, ${fault.component}`;
    case 'skew':
      return `wrong clock, ${fault.component}`;
    case 'disk':
      return `${fault.disk.type} disk, ${fault.component}`;
    case 'cloud':
      return `${fault.cloud.what}, cloud`;
    case 'crash-after-write':
      return `crash after a write, ${fault.component}`;
    case 'stale-after-write':
      return `stale cache, ${fault.component}`;
    case 'withhold':
      return `event ${fault.lost === true ? 'lost' : 'withheld'}, ${fault.component}`;
    case 'refuse':
      return `writes refused, ${fault.component}`;
    case 'link': {
      const what =
        fault.partition === true
          ? 'no link'
          : fault.cut !== undefined || fault.drop !== undefined
            ? 'dropped messages'
            : fault.duplicate !== undefined
              ? 'doubled messages'
              : 'slow link';
      return `${what}, ${fault.from} to ${fault.to}`;
    }
  }
}
