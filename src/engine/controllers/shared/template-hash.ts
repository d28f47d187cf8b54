/** Names for templates: the same template has the same name, wherever it comes from. */
import { hash32 } from 'converge/sdk';

/**
 * Hash of a template, or of a patch that has one, and of how often its name was taken, in the alphabet of upstream's SafeEncodeString:
 * digits become consonants and numbers that spell no words.
 */
export function templateHash(template: object, collisions: number): string {
  // In whatever order the fields came, it is the same template.
  const text = JSON.stringify(template, inOrder) + (collisions === 0 ? '' : `/${collisions}`);
  return String(hash32(text)).replace(/\d/g, (digit) => '456789bcdf'[Number(digit)] ?? digit);
}

function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
