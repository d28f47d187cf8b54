/** Formats that texts are checked against (kube-openapi pkg/validation/strfmt). Others are taken as they are. */
import { parseCidr, parseGoDuration, parseIp } from '../../meta/index.ts';

type Check = (text: string) => boolean;

const day = (year: number, month: number, date: number): boolean => {
  const time = new Date(Date.UTC(year, month - 1, date));
  return time.getUTCMonth() === month - 1 && time.getUTCDate() === date;
};

const isDate: Check = (text) => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  return match !== null && day(Number(match[1]), Number(match[2]), Number(match[3]));
};

const isDateTime: Check = (text) =>
  text.length < 60 &&
  /^\d{4}-\d{2}-\d{2}[Tt ][0-2]\d:[0-5]\d:[0-6]\d(?:\.\d+)?(?:[Zz]|[+-]\d{2}:?\d{2})$/.test(text) &&
  isDate(text.slice(0, 10));

const isHostname: Check = (text) =>
  text.length <= 255 && text.split('.').every((part) => /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(part));

const isUri: Check = (text) => text.length < 10_000 && /^(?:[A-Za-z][A-Za-z0-9+.-]*:[^\s]+|\/[^\s]*)$/.test(text);

/** A UUID; with `version` one of that version. */
const uuid =
  (version: string): Check =>
  (text) =>
    new RegExp(`^[0-9a-f]{8}-?[0-9a-f]{4}-?${version}[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$`, 'i').test(text);

const checks: Readonly<Record<string, Check>> = {
  date: isDate,
  'date-time': isDateTime,
  datetime: isDateTime,
  duration: (text) => 'nanos' in parseGoDuration(text) || /^\d+ ?(?:days?|d|weeks?|w)$/.test(text),
  email: (text) => text.length < 320 && /^[^\s@<>"]+@[^\s@<>"]+$/.test(text),
  hostname: isHostname,
  ipv4: (text) => parseIp(text)?.family === 'IPv4',
  ipv6: (text) => parseIp(text)?.family === 'IPv6',
  cidr: (text) => parseCidr(text) !== undefined,
  mac: (text) => /^(?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}$/.test(text),
  uri: isUri,
  uuid: uuid('[0-9a-f]'),
  uuid3: uuid('3'),
  uuid4: uuid('4'),
  uuid5: uuid('5'),
  byte: (text) => /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text),
  hexcolor: (text) => /^#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/.test(text),
  'k8s-short-name': (text) => text.length <= 63 && /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(text),
  'k8s-long-name': (text) =>
    text.length <= 253 && /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/.test(text),
};

/** Whether a text has a format; unknown formats have no rule. */
export function hasFormat(format: string, text: string): boolean {
  return !Object.hasOwn(checks, format) || (checks[format]?.(text) ?? true);
}
