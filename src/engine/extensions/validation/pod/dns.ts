/** Rules for a pod's DNS (pkg/apis/core/validation, validatePodDNSConfig). */
import type { PodSpec } from '../../../api/index.ts';
import { validateIp } from '../../../api/address-validation.ts';
import { checkDnsSubdomain, type FieldError, invalidValue, required, shownList } from '../../../meta/index.ts';

const mostServers = 3;
const mostSearches = 32;
const longestSearches = 2048;

/** `path` is `spec`, or `spec.template.spec`. */
export function dnsErrors({ dnsPolicy, dnsConfig }: PodSpec, path: string): readonly FieldError[] {
  const at = `${path}.dnsConfig`;
  const isNone = dnsPolicy === 'None';
  if (dnsConfig === undefined) return isNone ? [required(at, 'must provide `dnsConfig` when `dnsPolicy` is None')] : [];
  const { nameservers = [], searches = [], options = [] } = dnsConfig;
  if (isNone && nameservers.length === 0) {
    return [required(`${at}.nameservers`, 'must provide at least one DNS nameserver when `dnsPolicy` is None')];
  }
  const errors: FieldError[] = [];
  if (nameservers.length > mostServers) {
    errors.push(wrongList(`${at}.nameservers`, nameservers, `must not have more than ${mostServers} nameservers`));
  }
  for (const [index, server] of nameservers.entries()) validateIp(server, `${at}.nameservers[${index}]`, errors);
  searchErrors(searches, `${at}.searches`, errors);
  for (const [index, { name = '' }] of options.entries()) {
    if (name === '') errors.push(required(`${at}.options[${index}]`, 'must not be empty'));
  }
  return errors;
}

function wrongList(path: string, list: readonly string[], detail: string): FieldError {
  return { ...invalidValue(path, list, detail), shown: shownList(list) };
}

function searchErrors(searches: readonly string[], at: string, errors: FieldError[]): void {
  if (searches.length > mostSearches) errors.push(wrongList(at, searches, `must not have more than ${mostSearches} search paths`));
  if (searches.join(' ').length > longestSearches) {
    errors.push(wrongList(at, searches, `must not have more than ${longestSearches} characters (including spaces) in the search list`));
  }
  for (const [index, search] of searches.entries()) {
    // A dot alone, a dot at the end and underscores are right too; of the last upstream's words tell, but not the expression.
    if (search === '.') continue;
    const plain = search.replace(/\.$/, '').replaceAll('_', 'a');
    for (const message of checkDnsSubdomain(plain)) {
      errors.push(invalidValue(`${at}[${index}]`, search.replace(/\.$/, ''), message.replace("characters, '-'", "characters, '_', '-'")));
    }
  }
}
