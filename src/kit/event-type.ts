/** What a watch event says of its object. */

/** `DELETED` */
export function eventType(chunk: unknown): string {
  return typeof chunk === 'object' && chunk !== null && 'type' in chunk ? String(chunk.type) : '';
}
