/** What a controller logs or throws. */
export interface LogLine {
  /** Virtual milliseconds since the Unix epoch. */
  readonly time: number;
  /** `controller/replicaset` */
  readonly component: string;
  readonly level: 'info' | 'error';
  readonly text: string;
  /** For what a reconcile threw: its stack, as the platform gives it. */
  readonly stack?: string;
  /** The key that was being reconciled. */
  readonly key?: string;
}

/** Values on one line: text as it is, anything else as JSON, an error as its message. */
export function formatLog(values: readonly unknown[]): string {
  return values.map(formatValue).join(' ');
}

function formatValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return value.message;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}
