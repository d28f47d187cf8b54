/** For readers of what comes from outside: each takes an unknown value and gives it a type, or says what is wrong and where. */

export type Fields = Readonly<Record<string, unknown>>;

export interface Checks {
  /** `The link can’t be read: log.seed should be a number.` */
  wrong(where: string, wanted: string): Error;
  record(value: unknown, where: string): Fields;
  /** As `record`, with these fields and no other. */
  only(value: unknown, where: string, names: readonly string[]): Fields;
  list(value: unknown, where: string): readonly unknown[];
  text(value: unknown, where: string): string;
  /** 0 or more. */
  number(value: unknown, where: string): number;
  yes(value: unknown, where: string): boolean;
  /** An object with a text in each field. */
  texts(value: unknown, where: string): Readonly<Record<string, string>>;
  /** Every field through this reader. */
  each<T>(value: unknown, where: string, read: (value: unknown, where: string) => T): Readonly<Record<string, T>>;
}

/** `what`: how the sentence begins, such as `The link`. */
export function createChecks(what: string): Checks {
  const wrong = (where: string, wanted: string): Error =>
    new Error(`${what} can’t be read: ${where} should be ${wanted}.`);
  function record(value: unknown, where: string): Fields {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(where, 'an object');
    return Object.fromEntries(Object.entries(value));
  }
  function text(value: unknown, where: string): string {
    if (typeof value !== 'string') throw wrong(where, 'text');
    return value;
  }
  function each<T>(value: unknown, where: string, read: (value: unknown, where: string) => T) {
    const entries = Object.entries(record(value, where));
    return Object.fromEntries(entries.map(([name, inside]) => [name, read(inside, `${where}[${JSON.stringify(name)}]`)]));
  }
  return {
    wrong,
    record,
    text,
    each,
    texts: (value, where) => each(value, where, text),
    only(value, where, names) {
      const fields = record(value, where);
      const strange = Object.keys(fields).find((name) => !names.includes(name));
      if (strange !== undefined) throw wrong(where, `without a field ${JSON.stringify(strange)}`);
      return fields;
    },
    list(value, where) {
      if (!Array.isArray(value)) throw wrong(where, 'a list');
      return value;
    },
    number(value, where) {
      if (typeof value !== 'number' || !Number.isFinite(value) || value < 0)
        throw wrong(where, 'a number, 0 or more');
      return value;
    },
    yes(value, where) {
      if (typeof value !== 'boolean') throw wrong(where, 'true or false');
      return value;
    },
  };
}

/** JSON as a value. `what` as for `createChecks`. @throws Error with a sentence that says where it stops being JSON. */
export function readJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (isCutOff(text))
      throw new Error(`${what} can’t be read: its end is missing. It was cut off when it was saved or sent: get it again.`);
    const place = error instanceof Error ? ` (${error.message})` : '';
    throw new Error(`${what} can’t be read: it isn’t JSON${place}.`);
  }
}

/** Whether JSON ends before what it has opened is closed. */
function isCutOff(text: string): boolean {
  let open = 0;
  let quoted = false;
  if (!/^\s*[[{]/.test(text)) return false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (quoted && char === '\\') at += 1;
    else if (char === '"') quoted = !quoted;
    else if (!quoted && (char === '{' || char === '[')) open += 1;
    else if (!quoted && (char === '}' || char === ']')) open -= 1;
  }
  return quoted || open > 0;
}
