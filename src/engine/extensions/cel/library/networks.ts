/** Kubernetes' ip, cidr and url libraries. */
import { type IpAddress, inRange, parseCidr, parseIp } from '../../../meta/index.ts';
import { CelError, noSuchOverload } from '../errors.ts';
import type { Library } from '../functions.ts';
import { asText, isCompound, list, mapFrom, type OpaqueValue, type Value } from '../values.ts';
import { formatIp } from './ip-text.ts';
import { parseUrl, type Url } from './url.ts';

type Ip = IpAddress;

/** A network as it is written: also with bits behind its prefix. */
interface Cidr {
  readonly ip: Ip;
  readonly length: number;
}

interface IpValue extends OpaqueValue {
  readonly ip: Ip;
}
interface CidrValue extends OpaqueValue {
  readonly cidr: Cidr;
}
interface UrlValue extends OpaqueValue {
  readonly url: Url;
}

const isIp = (value: OpaqueValue): value is IpValue => value.type === 'net.IP';
const isCidr = (value: OpaqueValue): value is CidrValue => value.type === 'net.CIDR';
const isUrl = (value: OpaqueValue): value is UrlValue => value.type === 'kubernetes.URL';

function ipValue(ip: Ip): IpValue {
  const text = formatIp(ip);
  return { kind: 'opaque', type: 'net.IP', text, ip, equals: (other) => other.text === text };
}

function cidrValue(cidr: Cidr): CidrValue {
  const text = `${formatIp(cidr.ip)}/${cidr.length}`;
  return { kind: 'opaque', type: 'net.CIDR', text, cidr, equals: (other) => other.text === text };
}

function opaqueOf(value: Value | undefined): OpaqueValue {
  return isCompound(value) && value.kind === 'opaque' ? value : noSuchOverload();
}
function asIp(value: Value | undefined): Ip {
  const found = opaqueOf(value);
  return isIp(found) ? found.ip : noSuchOverload();
}
function asCidr(value: Value | undefined): Cidr {
  const found = opaqueOf(value);
  return isCidr(found) ? found.cidr : noSuchOverload();
}
function asUrl(value: Value | undefined): Url {
  const found = opaqueOf(value);
  return isUrl(found) ? found.url : noSuchOverload();
}

function ipOf(text: string): Ip {
  const ip = parseIp(text);
  if (ip === undefined)
    throw new CelError(
      `IP Address ${JSON.stringify(text)} parse error during conversion from string: ParseAddr(${JSON.stringify(text)}): unable to parse IP`,
    );
  return ip;
}

function readCidr(text: string): Cidr | undefined {
  const range = parseCidr(text);
  const ip = parseIp(text.split('/', 1)[0] ?? '');
  return range === undefined || ip === undefined ? undefined : { ip, length: range.bits };
}

const widthOf = ({ family }: Ip): bigint => (family === 'IPv4' ? 32n : 128n);

function maskedIp({ ip, length }: Cidr): Ip {
  const rest = widthOf(ip) - BigInt(length);
  return { ...ip, value: (ip.value >> rest) << rest };
}

const containsIp = ({ ip, length }: Cidr, other: Ip): boolean => inRange({ first: ip, bits: length }, other);

function cidrOf(text: string): Cidr {
  const cidr = readCidr(text);
  if (cidr === undefined)
    throw new CelError(
      `network address parse error during conversion from string: netip.ParsePrefix(${JSON.stringify(text)}): no '/'`,
    );
  return cidr;
}

const inNetwork = (network: string, ip: Ip): boolean => {
  const range = parseCidr(network);
  return range !== undefined && inRange(range, ip);
};

const containsCidr = (outer: Cidr, inner: Cidr): boolean =>
  outer.length <= inner.length && containsIp(outer, maskedIp(inner));

function isGlobalUnicast(ip: Ip): boolean {
  const special = ['0.0.0.0/32', '255.255.255.255/32', '127.0.0.0/8', '224.0.0.0/4', '169.254.0.0/16'];
  const specialV6 = ['::/128', '::1/128', 'ff00::/8', 'fe80::/10'];
  return !(ip.family === 'IPv4' ? special : specialV6).some((network) => inNetwork(network, ip));
}

const ips: Library = [
  ['ip(string): net.IP', ([a]) => ipValue(ipOf(asText(a)))],
  ['isIP(string): bool', ([a]) => parseIp(asText(a)) !== undefined],
  ['ip.isCanonical(string): bool', ([a]) => formatIp(ipOf(asText(a))) === asText(a)],
  ['string(net.IP): string', ([a]) => opaqueOf(a).text],
  ['net.IP -> family(): int', ([a]) => (asIp(a).family === 'IPv4' ? 4n : 6n)],
  ['net.IP -> isUnspecified(): bool', ([a]) => asIp(a).value === 0n],
  ['net.IP -> isLoopback(): bool', ([a]) => inNetwork(asIp(a).family === 'IPv4' ? '127.0.0.0/8' : '::1/128', asIp(a))],
  [
    'net.IP -> isLinkLocalMulticast(): bool',
    ([a]) => inNetwork(asIp(a).family === 'IPv4' ? '224.0.0.0/24' : 'ff02::/16', asIp(a)),
  ],
  [
    'net.IP -> isLinkLocalUnicast(): bool',
    ([a]) => inNetwork(asIp(a).family === 'IPv4' ? '169.254.0.0/16' : 'fe80::/10', asIp(a)),
  ],
  ['net.IP -> isGlobalUnicast(): bool', ([a]) => isGlobalUnicast(asIp(a))],
];

const cidrs: Library = [
  ['cidr(string): net.CIDR', ([a]) => cidrValue(cidrOf(asText(a)))],
  ['isCIDR(string): bool', ([a]) => parseCidr(asText(a)) !== undefined],
  ['string(net.CIDR): string', ([a]) => opaqueOf(a).text],
  ['net.CIDR -> ip(): net.IP', ([a]) => ipValue(asCidr(a).ip)],
  ['net.CIDR -> prefixLength(): int', ([a]) => BigInt(asCidr(a).length)],
  ['net.CIDR -> masked(): net.CIDR', ([a]) => cidrValue({ ip: maskedIp(asCidr(a)), length: asCidr(a).length })],
  ['net.CIDR -> containsIP(net.IP): bool', ([a, b]) => containsIp(asCidr(a), asIp(b))],
  ['net.CIDR -> containsIP(string): bool', ([a, b]) => containsIp(asCidr(a), ipOf(asText(b)))],
  ['net.CIDR -> containsCIDR(net.CIDR): bool', ([a, b]) => containsCidr(asCidr(a), asCidr(b))],
  ['net.CIDR -> containsCIDR(string): bool', ([a, b]) => containsCidr(asCidr(a), cidrOf(asText(b)))],
  ['net.CIDR -> isMasked(): bool', ([a]) => maskedIp(asCidr(a)).value === asCidr(a).ip.value],
];

const urls: Library = [
  [
    'url(string): kubernetes.URL',
    ([a]) => {
      const text = asText(a);
      const url = parseUrl(text);
      if (url === undefined)
        throw new CelError(
          `URL parse error during conversion from string: parse ${JSON.stringify(text)}: invalid URI for request`,
        );
      const value: UrlValue = {
        kind: 'opaque',
        type: 'kubernetes.URL',
        text,
        url,
        equals: (other) => other.text === text,
      };
      return value;
    },
  ],
  ['isURL(string): bool', ([a]) => parseUrl(asText(a)) !== undefined],
  ['kubernetes.URL -> getScheme(): string', ([a]) => asUrl(a).scheme],
  ['kubernetes.URL -> getHost(): string', ([a]) => asUrl(a).host],
  [
    'kubernetes.URL -> getHostname(): string',
    ([a]) =>
      asUrl(a)
        .host.replace(/:\d*$/, '')
        .replace(/^\[(.*)\]$/, '$1'),
  ],
  ['kubernetes.URL -> getPort(): string', ([a]) => /:(\d+)$/.exec(asUrl(a).host)?.[1] ?? ''],
  ['kubernetes.URL -> getEscapedPath(): string', ([a]) => asUrl(a).path],
  [
    'kubernetes.URL -> getQuery(): map(string, list(string))',
    ([a]) => mapFrom([...asUrl(a).query].map(([key, values]) => [key, list(values)] as const)),
  ],
];

export const networks: Library = [...ips, ...cidrs, ...urls];
