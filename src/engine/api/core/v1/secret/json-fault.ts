import { fromBase64, fromUtf8, goKind, type Json } from '../../../../meta/index.ts';

/** What Go's decoder says of bytes (in base64) that aren't one JSON object; undefined for one. */
export function jsonObjectFault(base64: string): string | undefined {
  const decoded = fromBase64(base64);
  const text = 'bytes' in decoded ? fromUtf8(decoded.bytes) : undefined;
  if (text === undefined) return 'invalid character looking for beginning of value';
  if (text.trim() === '') return 'unexpected end of JSON input';
  try {
    const value: Json = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return undefined;
    // A null leaves a Go map as it is.
    if (value === null) return undefined;
    return `json: cannot unmarshal ${goKind(value)} into Go value of type map[string]interface {}`;
  } catch {
    return syntaxFault(text);
  }
}

/** Go names the first character that can't be there; further in only the fact is reported. */
function syntaxFault(text: string): string {
  const first = text.trimStart().charAt(0);
  const startsValue = /[{["\d\-tfn]/.test(first);
  return startsValue ? 'unexpected end of JSON input' : `invalid character '${first}' looking for beginning of value`;
}
