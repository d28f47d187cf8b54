/** What the verbs of `lesson` read alike. */

/** Prints the usage where `--help` is among the words; whether it is. */
export function printedHelp(usage: string, argv: readonly string[]): boolean {
  const asks = argv.includes('--help');
  if (asks) console.log(usage);
  return asks;
}

/** What `read` makes of the words; undefined where it throws, which is told with the usage. */
export function readOrTell<T>(usage: string, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    return undefined;
  }
}

/** Undefined: the flag wasn't given. @throws Error that names the flag. */
export function numberOf(name: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(number) || number < least)
    throw new Error(`--${name} takes a whole number from ${least} on, such as --${name} 25, not ${text}`);
  return number;
}
