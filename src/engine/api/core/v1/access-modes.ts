const SHORT: Readonly<Record<string, string>> = {
  ReadWriteOnce: 'RWO',
  ReadOnlyMany: 'ROX',
  ReadWriteMany: 'RWX',
  ReadWriteOncePod: 'RWOP',
};

/** `RWO,ROX`: in this order, each once, as tables and `describe` show them. */
export function accessModesCell(modes: readonly string[] = []): string {
  return Object.keys(SHORT)
    .filter((mode) => modes.includes(mode))
    .map((mode) => SHORT[mode])
    .join(',');
}
