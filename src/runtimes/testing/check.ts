/** The few assertions of the conformance suite, which runs where no test framework is. */
export function equal(actual: unknown, wanted: unknown, what: string): void {
  const [a, b] = [JSON.stringify(actual, sorted), JSON.stringify(wanted, sorted)];
  if (a !== b) throw new Error(`${what}: wanted ${b}, got ${a}`);
}

export function ok(condition: boolean, what: string): void {
  if (!condition) throw new Error(`not so: ${what}`);
}

export function contains(text: string | undefined, part: string): void {
  if (text?.includes(part) !== true) throw new Error(`wanted "${part}" in ${JSON.stringify(text)}`);
}

/** The message of what a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error('wanted a rejection');
}

/** Objects with their fields in one order. */
function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
