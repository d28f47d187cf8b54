/** Upstream's words for texts and numbers that many rules share (apimachinery pkg/util/validation). */

const alphanumeric = "must consist of alphanumeric characters, '-', '_' or '.'";
const ends = 'and must start and end with an alphanumeric character';
const qualified = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';

export const isNoLabel = `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', ${ends} (e.g. 'my-name',  or '123-abc', regex used for validation is '${label}')`;
export const isNoSubdomain = `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', ${ends} (e.g. 'example.com', regex used for validation is '${label}(\\.${label})*')`;
export const isNo1035Label =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const namePart = `${alphanumeric}, ${ends} (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${qualified}')`;
export const isNoQualifiedName = `name part ${namePart}`;
export const isNoQualifiedNameAtAll = `a qualified name ${namePart} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`;
export const isNoLabelValue = `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', ${ends} (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(${qualified})?')`;
export const isNoConfigKey = `a valid config key ${alphanumeric} (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')`;
export const isNoPercent =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";

export const isNoIp = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
export const isNoCidr = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';
export const isNegative = 'must be greater than or equal to 0';
export const isNotPositive = 'must be greater than zero';
export const isImmutable = 'field is immutable';
export const isNoPort = 'must be between 1 and 65535, inclusive';
export const isNoId = 'must be between 0 and 2147483647, inclusive';
export const isNoMode = 'must be a number between 0 and 0777 (octal), both inclusive';
export const isNoSelectorOperator = 'not a valid selector operator';

/** `"must be no more than 63 characters"`. */
export const isLongerThan = (characters: number): string => `must be no more than ${characters} characters`;

/** `path: Invalid value: value: why`, the value as JSON. */
export function invalid(path: string, value: unknown, why: string): string {
  return `${path}: Invalid value: ${JSON.stringify(value)}: ${why}`;
}

/** `path: Required value`, and why. */
export function required(path: string, why = ''): string {
  return `${path}: Required value${why === '' ? '' : `: ${why}`}`;
}

export function forbidden(path: string, why: string): string {
  return `${path}: Forbidden: ${why}`;
}

export function duplicate(path: string, value: unknown): string {
  return `${path}: Duplicate value: ${JSON.stringify(value)}`;
}

/** `supported`: in upstream's order. */
export function unsupported(path: string, value: unknown, ...supported: readonly string[]): string {
  return `${path}: Unsupported value: ${JSON.stringify(value)}: supported values: ${supported.map((each) => JSON.stringify(each)).join(', ')}`;
}

export function tooLong(path: string, bytes: number): string {
  return `${path}: Too long: may not be more than ${bytes} bytes`;
}

export function notFound(path: string, value: unknown): string {
  return `${path}: Not found: ${JSON.stringify(value)}`;
}

/** Of a list that is too long. */
export function tooMany(path: string, actual: number, most: number): string {
  return `${path}: Too many: ${actual}: must have at most ${most} items`;
}

/** The same as `invalid`, of a value that upstream prints as Go does. */
export function invalidGo(path: string, shown: string, why: string): string {
  return `${path}: Invalid value: ${shown}: ${why}`;
}

/** A list of texts as Go prints it. */
export function goList(values: readonly string[], type = 'string'): string {
  return `[]${type}{${values.map((each) => JSON.stringify(each)).join(', ')}}`;
}
