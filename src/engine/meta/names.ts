/** Rules for names, label keys and label values; each returns upstream's messages, none when the text is right. */

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
const QUALIFIED = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const VALUE = `(${QUALIFIED})?`;
const CONFIG_KEY = '[-._a-zA-Z0-9]+';

type Rule = (text: string) => readonly string[];
const NOTHING_WRONG: readonly string[] = [];

/** The whole text must match. */
function rule(pattern: string, words: string, examples: readonly string[]): Rule {
  const whole = new RegExp(`^(?:${pattern})$`);
  const shown = examples.map((each) => `'${each}', `).join(' or ');
  const message = `${words} (e.g. ${shown}regex used for validation is '${pattern}')`;
  return (text) => (whole.test(text) ? NOTHING_WRONG : [message]);
}

const label = rule(
  LABEL,
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
  ['my-name', '123-abc'],
);
const subdomain = rule(
  SUBDOMAIN,
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  ['example.com'],
);
const label1035 = rule(
  '[a-z]([-a-z0-9]*[a-z0-9])?',
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
  ['my-name', 'abc-123'],
);
const ALPHANUMERIC = "must consist of alphanumeric characters, '-', '_' or '.'";
const ENDS = 'and must start and end with an alphanumeric character';
const namePart = rule(QUALIFIED, `name part ${ALPHANUMERIC}, ${ENDS}`, ['MyName', 'my.name', '123-abc']);
const labelValue = rule(
  VALUE,
  `a valid label must be an empty string or ${ALPHANUMERIC.replace('must ', '')}, ${ENDS}`,
  ['MyValue', 'my_value', '12345'],
);
const configKey = rule(CONFIG_KEY, `a valid config key ${ALPHANUMERIC}`, ['key.name', 'KEY_NAME', 'key-name']);

const tooLong = (text: string, most: number, words = ''): readonly string[] =>
  text.length > most ? [`${words}must be no more than ${most} characters`] : NOTHING_WRONG;

/** Names, keys and values come by again and again: the right ones are remembered, the errors of others made anew. */
function remembering(check: Rule): Rule {
  const right = new Set<string>();
  return (text) => {
    if (right.has(text)) return NOTHING_WRONG;
    const errors = check(text);
    if (errors.length > 0) return errors;
    if (right.size >= MOST_REMEMBERED) right.clear();
    right.add(text);
    return NOTHING_WRONG;
  };
}

const MOST_REMEMBERED = 1024;

/** DNS-1123 label, at most 63: namespaces, containers, volumes. */
export const checkDnsLabel: Rule = remembering((text) => {
  const problems = label(text);
  const dotted = problems.length > 0 && subdomain(text).length === 0;
  return [...tooLong(text, 63), ...(dotted ? ['must not contain dots'] : problems)];
});

/** DNS-1035 label, at most 63: Services. */
export const checkDns1035Label: Rule = (text) => [...tooLong(text, 63), ...label1035(text)];

/** DNS-1123 subdomain, at most 253: most object names. */
export const checkDnsSubdomain: Rule = (text) =>
  text.length > 253 ? [...tooLong(text, 253), ...subdomain(text)] : subdomain(text);

/** Label and annotation keys, taint keys, finalizers: `[prefix/]name`. */
export const checkQualifiedName: Rule = remembering((text) => {
  const parts = text.split('/');
  const name = parts.at(-1) ?? '';
  if (parts.length > 2) {
    const words = namePart('/')[0]?.replace('name part', 'a qualified name') ?? '';
    return [`${words} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  }
  const errors: string[] = [];
  if (parts.length === 2) {
    const prefix = parts[0] ?? '';
    if (prefix === '') errors.push('prefix part must be non-empty');
    else errors.push(...checkDnsSubdomain(prefix).map((each) => `prefix part ${each}`));
  }
  if (name === '') errors.push('name part must be non-empty');
  errors.push(...tooLong(name, 63, 'name part '), ...namePart(name));
  return errors;
});

/** Label values: empty or at most 63 of alphanumerics, `-`, `_`, `.`. */
export const checkLabelValue: Rule = remembering((text) => [...tooLong(text, 63), ...labelValue(text)]);

/** What can stand between two slashes of a path: names of roles (apimachinery pkg/api/validation/path). */
export function checkPathSegment(text: string): readonly string[] {
  if (text === '.' || text === '..') return [`may not be '${text}'`];
  return ['/', '%'].filter((each) => text.includes(each)).map((each) => `may not contain '${each}'`);
}

/** Keys of a ConfigMap's data. */
export function checkConfigMapKey(text: string): readonly string[] {
  if (text === '.' || text === '..') return [`must not be '${text}'`];
  const errors = [...tooLong(text, 253), ...configKey(text)];
  if (text.startsWith('..')) errors.push("must not start with '..'");
  return errors;
}

/** No vowels and nothing that looks like another: names stay readable and clean (apimachinery pkg/util/rand). */
const SUFFIX_ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';
const SUFFIX_LENGTH = 5;
const MAX_GENERATED_BASE = 63 - SUFFIX_LENGTH;

/** `base` cut to 58 plus 5 drawn characters. `drawBelow(n)` gives a whole number from 0 to n-1. */
export function generateName(base: string, drawBelow: (limit: number) => number): string {
  return base.slice(0, MAX_GENERATED_BASE) + randomSuffix(SUFFIX_LENGTH, drawBelow);
}

/** `length` characters of upstream's alphabet for generated names. */
export function randomSuffix(length: number, drawBelow: (limit: number) => number): string {
  let suffix = '';
  for (let index = 0; index < length; index++) suffix += SUFFIX_ALPHABET.charAt(drawBelow(SUFFIX_ALPHABET.length));
  return suffix;
}

/** Resources of Kubernetes itself, `cpu` or `kubernetes.io/batch-cpu`; others belong to a domain: `example.com/gpu`. (upstream helper IsNativeResource) */
export function isNativeResource(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/');
}
