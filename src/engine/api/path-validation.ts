/** Names that are paths, or parts of one (apimachinery pkg/util/validation, pkg/api/validation/path). */
import { checkDnsSubdomain, type FieldError, invalidValue, required } from '../meta/index.ts';

const PATH = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";
const wholePath = new RegExp(`^${PATH}$`);

/** A host, a slash and a path: `acme.io/foo`. */
export function validateDomainPath(value: string, path: string): readonly FieldError[] {
  if (value === '') return [required(path)];
  const slash = value.indexOf('/');
  const [host, rest] = [value.slice(0, Math.max(slash, 0)), value.slice(slash + 1)];
  if (host === '' || rest === '') {
    return [invalidValue(path, value, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  }
  const errors = checkDnsSubdomain(host).map((message) => invalidValue(path, host, message));
  if (wholePath.test(rest)) return errors;
  return [...errors, invalidValue(path, rest, `Invalid path (regex used for validation is '${PATH}')`)];
}
