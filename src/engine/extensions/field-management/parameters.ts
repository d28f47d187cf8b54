/** fieldManager and force, parsed at the door (upstream: apimachinery pkg/apis/meta/v1/validation). */

import type { Context } from '../../apiserver/context.ts';
import { refuseOptions } from '../../apiserver/parameters.ts';
import { type ApiRequest, type FieldError, invalidValue, required, tooLong } from '../../meta/index.ts';

const longestName = 128;
/** Checked before anything else. */
export function fieldManagerErrors({ query, method }: ApiRequest): readonly FieldError[] {
  return method === 'DELETE' ? [] : managerNameErrors(query['fieldManager'] ?? '', 'fieldManager');
}

/** Names by user agent. Clients are few; what makes up agents is forgotten. */
const names = new Map<string, string>();
const mostNames = 200;

/** Who writes: the parameter, or what the client calls itself. */
export function fieldManagerOf({ request }: Context): string {
  const given = request.query['fieldManager'] ?? '';
  if (given !== '') return given;
  const agent = request.headers['user-agent'] ?? '';
  let name = names.get(agent);
  if (name === undefined) {
    name = fromUserAgent(agent);
    if (names.size >= mostNames) names.clear();
    names.set(agent, name);
  }
  return name;
}

/** The same of an apply, which must say so, with whether it takes fields from others. Throws 422. */
export function applyOptionsOf({ request }: Context): { readonly manager: string; readonly force: boolean } {
  const manager = request.query['fieldManager'] ?? '';
  const errors = managerNameErrors(manager, 'fieldManager');
  if (manager === '') errors.unshift(required('fieldManager', 'is required for apply patch'));
  refuseOptions('PatchOptions', errors);
  return { manager, force: isTrue(request.query['force']) };
}

/** What is wrong with a manager's name, as the field of this path. */
export function managerNameErrors(name: string, path: string): FieldError[] {
  const errors: FieldError[] = [];
  if (utf8Length(name) > longestName) errors.push(tooLong(path, longestName));
  let at = 0;
  for (const each of name) {
    if (each !== ' ' && /[\p{C}\p{Z}]/u.test(each)) {
      const code = (each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
      errors.push(invalidValue(path, name, `invalid character U+${code} (at position ${at})`));
    }
    at += utf8Length(each);
  }
  return errors;
}

const isTrue = (value: string | undefined): boolean =>
  value !== undefined && value !== '0' && value.toLowerCase() !== 'false';

/** `kubectl/v1.33.1 (linux/amd64)` is kubectl. All controllers are parts of one program. */
function fromUserAgent(agent: string): string {
  const [name = ''] = agent.split('/', 1);
  if (name === 'controller') return 'kube-controller-manager';
  return name.replace(/[^\P{C} ]/gu, '').slice(0, longestName) || 'unknown';
}

/** Bytes, as Go counts a text's length. */
function utf8Length(text: string): number {
  let length = 0;
  for (const each of text) {
    const code = each.codePointAt(0) ?? 0;
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return length;
}
