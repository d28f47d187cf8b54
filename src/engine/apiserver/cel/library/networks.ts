/** Kubernetes' ip, cidr and url libraries. */
import { type Cidr, containsIp, formatIp, type Ip, maskedIp, parseCidr, parseIp, width } from '../../ip.ts';
import { CelError, noSuchOverload } from '../errors.ts';
import type { Library } from '../functions.ts';
import { asText, isCompound, list, mapFrom, type OpaqueValue, type Value } from '../values.ts';
import { parseUrl, type Url } from './url.ts';

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

function cidrOf(text: string): Cidr {
  const cidr = parseCidr(text);
  if (cidr === undefined)
    throw new CelError(
      `network address parse error during conversion from string: netip.ParsePrefix(${JSON.stringify(text)}): no '/'`,
    );
  return cidr;
}

const inNetwork = (network: string, ip: Ip): boolean => {
  const cidr = parseCidr(network);
  return cidr !== undefined && containsIp(cidr, ip);
};

const containsCidr = (outer: Cidr, inner: Cidr): boolean =>
  outer.length <= inner.length && containsIp(outer, maskedIp(inner));

function isGlobalUnicast(ip: Ip): boolean {
  const special = ['0.0.0.0/32', '255.255.255.255/32', '127.0.0.0/8', '224.0.0.0/4', '169.254.0.0/16'];
  const specialV6 = ['::/128', '::1/128', 'ff00::/8', 'fe80::/10'];
  return !(ip.version === 4 ? special : specialV6).some((network) => inNetwork(network, ip));
}

const ips: Library = [
  ['ip(string): net.IP', ([a]) => ipValue(ipOf(asText(a)))],
  ['isIP(string): bool', ([a]) => parseIp(asText(a)) !== undefined],
  ['ip.isCanonical(string): bool', ([a]) => formatIp(ipOf(asText(a))) === asText(a)],
  ['string(net.IP): string', ([a]) => opaqueOf(a).text],
  ['net.IP -> family(): int', ([a]) => BigInt(asIp(a).version)],
  ['net.IP -> isUnspecified(): bool', ([a]) => asIp(a).bits === 0n],
  ['net.IP -> isLoopback(): bool', ([a]) => inNetwork(asIp(a).version === 4 ? '127.0.0.0/8' : '::1/128', asIp(a))],
  [
    'net.IP -> isLinkLocalMulticast(): bool',
    ([a]) => inNetwork(asIp(a).version === 4 ? '224.0.0.0/24' : 'ff02::/16', asIp(a)),
  ],
  [
    'net.IP -> isLinkLocalUnicast(): bool',
    ([a]) => inNetwork(asIp(a).version === 4 ? '169.254.0.0/16' : 'fe80::/10', asIp(a)),
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
  ['net.CIDR -> isMasked(): bool', ([a]) => maskedIp(asCidr(a)).bits === asCidr(a).ip.bits && width(asCidr(a).ip) > 0],
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
