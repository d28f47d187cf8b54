import type { Json } from '../../engine/index.ts';

/** As it crosses to the session; undefined: nothing that could. */
export function asJson(value: unknown): Json | undefined {
  const text: string | undefined = JSON.stringify(value);
  return text === undefined ? undefined : JSON.parse(text);
}
