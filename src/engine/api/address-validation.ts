/** Checks of addresses and ports (apimachinery pkg/util/validation, pkg/apis/core/validation). */
import { type FieldError, invalidValue, parseCidr, parseIp } from '../meta/index.ts';

const IP_RULE = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
const CIDR_RULE = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';

/** Names what is no IP address; whether it is one. */
export function validateIp(text: string, path: string, errors: FieldError[]): boolean {
  if (parseIp(text) !== undefined) return true;
  errors.push(invalidValue(path, text, IP_RULE));
  return false;
}

/** Names what is no range of addresses. */
export function validateCidr(text: string, path: string, errors: FieldError[]): void {
  if (parseCidr(text) === undefined) errors.push(invalidValue(path, text, CIDR_RULE));
}

/** Names the kinds of address by which no other machine can be reached. `text` is an address. */
export function validateNonSpecialIp(text: string, path: string, errors: FieldError[]): void {
  const ip = parseIp(text);
  if (ip === undefined) return;
  const { family, value } = ip;
  const v4 = family === 'IPv4';
  const say = (detail: string): void => {
    errors.push(invalidValue(path, text, detail));
  };
  if (value === 0n) say(`may not be unspecified (${text})`);
  if (v4 ? value >> 24n === 127n : value === 1n) say('may not be in the loopback range (127.0.0.0/8, ::1/128)');
  if (v4 ? value >> 16n === 0xa9fen : value >> 118n === 0x3fan) {
    say('may not be in the link-local range (169.254.0.0/16, fe80::/10)');
  }
  if (v4 ? value >> 8n === 0xe00000n : ((value >> 112n) & 0xff0fn) === 0xff02n) {
    say('may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)');
  }
}

/** Names a number that is no port. */
export function validatePortNumber(port: number, path: string, errors: FieldError[]): void {
  if (port < 1 || port > 65535) errors.push(invalidValue(path, port, 'must be between 1 and 65535, inclusive'));
}

/** Names what is no name of a container's port (IANA_SVC_NAME). */
export function validatePortName(name: string, path: string, errors: FieldError[]): void {
  const say = (detail: string): void => {
    errors.push(invalidValue(path, name, detail));
  };
  if (name.length > 15) say('must be no more than 15 characters');
  if (!/^[-a-z0-9]+$/.test(name)) say('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  if (!/[a-z]/.test(name)) say('must contain at least one letter (a-z)');
  if (name.includes('--')) say('must not contain consecutive hyphens');
  if (name.startsWith('-') || name.endsWith('-')) say('must not begin or end with a hyphen');
}
