/** A duration as Go prints it: `10s`, `1m20s`, `5m0s`, `1.702s`, `845ms`. Whole milliseconds. */
export function goDuration(durationMs: number): string {
  if (durationMs === 0) return '0s';
  if (durationMs < 1000) return `${durationMs}ms`;
  const hours = Math.floor(durationMs / 3_600_000);
  const minutes = Math.floor(durationMs / 60_000) % 60;
  const millis = durationMs % 60_000;
  const fraction =
    millis % 1000 === 0
      ? ''
      : `.${String(millis % 1000)
          .padStart(3, '0')
          .replace(/0+$/, '')}`;
  const seconds = `${Math.floor(millis / 1000)}${fraction}s`;
  if (hours > 0) return `${hours}h${minutes}m${seconds}`;
  return minutes > 0 ? `${minutes}m${seconds}` : seconds;
}
