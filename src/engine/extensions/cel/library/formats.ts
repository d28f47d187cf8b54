/** Kubernetes' format library: `format.dns1123Label().validate(self.name)` is an optional list of what is wrong. */
import { checkDnsLabel, checkDnsSubdomain, checkLabelValue, checkQualifiedName } from '../../../meta/index.ts';
import { noSuchOverload } from '../errors.ts';
import type { Library } from '../functions.ts';
import { parseTimestamp } from '../time.ts';
import { asText, isCompound, list, NONE, type OpaqueValue, type Spend, some, type Value } from '../values.ts';
import { parseUrl } from './url.ts';

type Check = (text: string) => readonly string[];

interface FormatValue extends OpaqueValue {
  readonly check: Check;
}

const prefix =
  (check: Check): Check =>
  (text) =>
    check(text.endsWith('-') ? `${text.slice(0, -1)}a` : text);

const dns1035: Check = (text) => {
  if (text.length <= 63 && /^[a-z](?:[-a-z0-9]*[a-z0-9])?$/.test(text)) return [];
  return [
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
  ];
};

const matches =
  (pattern: RegExp, message: string): Check =>
  (text) =>
    pattern.test(text) ? [] : [message];

function datetime(text: string): readonly string[] {
  try {
    parseTimestamp(text);
    return [];
  } catch {
    return ['invalid datetime'];
  }
}

const CHECKS: Readonly<Record<string, Check>> = {
  dns1123Label: checkDnsLabel,
  dns1123Subdomain: checkDnsSubdomain,
  dns1035Label: dns1035,
  dns1123LabelPrefix: prefix(checkDnsLabel),
  dns1123SubdomainPrefix: prefix(checkDnsSubdomain),
  dns1035LabelPrefix: prefix(dns1035),
  qualifiedName: checkQualifiedName,
  labelValue: checkLabelValue,
  uri: (text) => (parseUrl(text) === undefined ? ['invalid URI'] : []),
  uuid: matches(
    /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/,
    'does not match the UUID format',
  ),
  byte: matches(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, 'invalid base64'),
  date: (text) => datetime(`${text}T00:00:00Z`).map(() => 'invalid date'),
  datetime,
};

const TYPE = 'kubernetes.NamedFormat';
const isFormat = (value: OpaqueValue): value is FormatValue => value.type === TYPE;

function named(name: string): FormatValue | undefined {
  const check = Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined;
  if (check === undefined) return undefined;
  return { kind: 'opaque', type: TYPE, text: name, check, equals: (other) => other.text === name };
}

function validate(format: Value | undefined, text: string, spend: Spend): Value {
  spend(text.length / 10);
  if (!isCompound(format) || format.kind !== 'opaque' || !isFormat(format)) return noSuchOverload();
  const problems = format.check(text);
  return problems.length === 0 ? NONE : some(list(problems));
}

export const formats: Library = [
  ...Object.keys(CHECKS).map((name): Library[number] => [
    `format.${name}(): ${TYPE}`,
    () => named(name) ?? noSuchOverload(),
  ]),
  [
    `format.named(string): optional(${TYPE})`,
    ([a]) => {
      const format = named(asText(a));
      return format === undefined ? NONE : some(format);
    },
  ],
  [`${TYPE} -> validate(string): optional(list(string))`, ([a, b], spend) => validate(a, asText(b), spend)],
];
