/** Faults as a form asks for them, and the words of `converge fault add` that it makes. Pure. */
import type { English } from './words/words.ts';

/** What one may fill in. Durations are in milliseconds, shares in percent. */
export interface FaultFields {
  readonly component: string;
  readonly from: string;
  readonly to: string;
  readonly disk: 'slow' | 'full' | 'lost' | 'torn';
  /** How late, how slow, how far off. */
  readonly byMs: number;
  readonly percent: number;
  /** Absent: until it is healed. */
  readonly forMs: number | undefined;
}

export interface FaultKind {
  readonly name: FaultName;
  readonly title: string;
  readonly asks: readonly (keyof FaultFields)[];
  /** What `byMs` is called here. */
  readonly by?: string;
  /** Components it can befall; absent: all. */
  readonly of?: RegExp;
}

export type FaultName = 'crash' | 'restart' | 'pause' | 'partition' | 'refuse' | 'skew' | 'disk' | 'delay' | 'drop' | 'duplicate';

export const faultKinds: readonly (FaultKind & { readonly title: English; readonly by?: English })[] = [
  { name: 'crash', title: 'Crash: what it had in memory is lost', asks: ['component', 'forMs'] },
  { name: 'restart', title: 'Restart at once', asks: ['component'] },
  { name: 'pause', title: 'Pause: messages to it wait', asks: ['component', 'forMs'] },
  { name: 'partition', title: 'Cut off from all others', asks: ['component', 'forMs'] },
  { name: 'refuse', title: 'Its writes are answered 500', asks: ['component', 'percent', 'forMs'] },
  { name: 'skew', title: 'Its clock is wrong', asks: ['component', 'byMs', 'forMs'], by: 'Ahead (less than 0: behind) by' },
  { name: 'disk', title: 'Its disk', asks: ['component', 'disk', 'byMs', 'forMs'], by: 'Each write takes', of: /^etcd-/ },
  { name: 'delay', title: 'Messages come late', asks: ['from', 'to', 'byMs', 'forMs'], by: 'Late by' },
  { name: 'drop', title: 'Messages are lost', asks: ['from', 'to', 'percent', 'forMs'] },
  { name: 'duplicate', title: 'Messages arrive twice', asks: ['from', 'to', 'percent', 'forMs'] },
];

export const anyComponent = '*';

/** Whether this fault, filled in like this, asks for it: only a slow disk is slow by so much. */
export function asksFor(kind: FaultKind, field: keyof FaultFields, { disk }: Pick<FaultFields, 'disk'>): boolean {
  return kind.asks.includes(field) && !(kind.name === 'disk' && field === 'byMs' && disk !== 'slow');
}

/** `crash etcd-1 --down=5s`: what stands behind `converge fault add`. */
export function faultWords(kind: FaultKind, fields: FaultFields): string {
  const has = (field: keyof FaultFields): boolean => asksFor(kind, field, fields);
  const { forMs } = fields;
  return [
    kind.name,
    has('component') && fields.component,
    has('from') && quoted(fields.from),
    has('to') && quoted(fields.to),
    has('disk') && fields.disk,
    has('byMs') && `--by=${duration(fields.byMs)}`,
    has('percent') && fields.percent < 100 && `--chance=${fields.percent / 100}`,
    kind.name === 'crash' && `--down=${forMs === undefined ? 'healed' : duration(forMs)}`,
    kind.name !== 'crash' && has('forMs') && forMs !== undefined && `--for=${duration(forMs)}`,
  ]
    .filter((word) => word !== false)
    .join(' ');
}

/** The shell would read a bare `*` as all files. */
const quoted = (name: string): string => (name === anyComponent ? `'${anyComponent}'` : name);

function duration(ms: number): string {
  const sign = ms < 0 ? '-' : '';
  const size = Math.abs(ms);
  return size % 1000 === 0 ? `${sign}${size / 1000}s` : `${sign}${size}ms`;
}
