import { toBase64, utf8 } from '../../../../meta/index.ts';
import type { Secret } from '../../../generated/types.ts';

/** A Secret is Opaque unless it says otherwise; plain texts (`stringData`) become entries, and win over those of the same key. */
export function setDefaults(secret: Secret): Secret {
  const typed = secret.type ? secret : { ...secret, type: 'Opaque' };
  const { stringData, ...rest } = typed;
  if (stringData === undefined) return typed;
  const data: Record<string, string> = { ...typed.data };
  for (const [key, value] of Object.entries(stringData)) data[key] = toBase64(utf8(value));
  return { ...rest, data };
}
