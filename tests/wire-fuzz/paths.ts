/** Random paths with their parameters. */
import { kinds } from '../../src/engine/api/index.ts';
import type { Random } from '../../src/engine/index.ts';
import { groups, names, parameters, paths, pick, plurals, subresources } from './words.ts';

export function path(from: Random): string {
  const query = Array.from({ length: from.int(3) }, () => pick(parameters, from)).join('&');
  const mark = query === '' ? '' : `?${query.replaceAll(' ', '%20').replaceAll('(', '%28')}`;
  if (from.int(5) === 0) return (pick(paths, from) + mark).replace(/\?(.*)\?/, '?$1&');
  if (from.int(12) === 0) return custom(from) + mark;
  const kind = pick(kinds, from);
  const known = from.int(5) > 0;
  const group = known ? (kind.group === '' ? 'api/v1' : `apis/${kind.group}/${kind.version}`) : pick(groups, from);
  const plural = known ? kind.plural : pick(plurals, from);
  const inNamespace = known ? kind.namespaced : from.int(2) === 0;
  const space = from.int(3) > 0 ? 'default' : pick(names, from);
  const pieces = ['', group, ...(inNamespace && from.int(8) > 0 ? ['namespaces', space] : []), plural];
  if (from.int(5) > 1) pieces.push(pick(names, from));
  if (from.int(5) === 0) pieces.push(pick(subresources, from));
  return encodeURI(pieces.join('/')).replaceAll('%25', '%') + (from.int(20) === 0 ? '/' : '') + mark;
}

/** Of the kind that `prepare` makes, and streams into its pod. */
function custom(from: Random): string {
  const one = pick(['', '/a', '/b', '/web', '/a/status', '/a/scale'], from);
  return pick(
    [
      `/apis/fuzz.example.com/v1/namespaces/default/toys${one}`,
      `/apis/fuzz.example.com/v2/namespaces/default/toys${one}`,
      '/api/v1/namespaces/default/pods/fuzz/exec',
      '/api/v1/namespaces/default/pods/fuzz/attach',
      '/api/v1/namespaces/default/pods/fuzz/portforward',
      '/api/v1/namespaces/default/pods/fuzz/proxy/',
      '/openapi/v3/apis/fuzz.example.com/v1',
    ],
    from,
  );
}
