/** A value as `print` and `console.log` show it: text as it is, the rest as JSON, errors by their message. */
export function formatValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (typeof value !== 'object' || value === null) return String(value);
  try {
    const short = JSON.stringify(value) ?? String(value);
    return short.length <= shortest ? short : JSON.stringify(value, null, 2);
  } catch {
    return String(value);
  }
}

/** What is no longer than this stands on one line. */
export const shortest = 80;

/** One line, cut where it becomes too long to read. */
export function formatLine(value: unknown): string {
  const line = formatValue(value).replaceAll(/\s*\n\s*/g, ' ');
  return line.length <= longest ? line : `${line.slice(0, longest - 1)}…`;
}

const longest = 160;
