/**
 * Addresses and node ports of Services (pkg/registry/core/service/storage/alloc.go). They are given before a Service is validated
 * and belong to the request until it is over, and from then on to whatever Service is stored with them.
 */
import {
  isHeadless,
  needsHealthCheck,
  needsNodePorts,
  Service,
  type ServicePort,
  type ServiceSpec,
} from '../../api/index.ts';
import type { AllocatorFactory } from '../../apiserver/allocator.ts';
import { refuse } from '../../apiserver/outcome.ts';
import { isOf } from '../../apiserver/resource.ts';
import type { Random } from '../../kernel/index.ts';
import {
  type FieldError,
  formatIpv4,
  inRange,
  internalError,
  invalid,
  invalidValue,
  parseCidr,
  parseIp,
  shownList,
} from '../../meta/index.ts';
import { withFamilies } from './ip-families.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { drawFree, holds, type Pool, reservedOf } from './pool.ts';

/** What kubeadm gives the API server. */
const SERVICE_RANGE = '10.96.0.0/12';
const NODE_PORTS: Pool = { first: 30_000, last: 32_767, reserved: reservedOf(2768, 32, 128) };
const TAKEN_PORT = 'provided port is already allocated';

/** The allocator of Services. */
export const createServiceAllocator: AllocatorFactory = (resources, random) => {
  const services = resources.find('', 'v1', 'services');
  if (services === undefined) return undefined;
  const ledger = createLedger(services);
  const draws = { ips: random.fork('service-ips'), ports: random.fork('node-ports') };
  return {
    allocate({ exchange, dryRun }, object, old) {
      if (!isOf(Service, object) || (old !== undefined && !isOf(Service, old))) return object;
      // A later try begins anew.
      ledger.settle(exchange, undefined);
      if (old?.spec === object.spec) return object;
      const spec = allocated(object, old?.spec, { ledger, draws });
      const service = spec === object.spec ? object : { ...object, spec };
      if (!dryRun) ledger.reserve(exchange, service);
      return service;
    },
    settle: ledger.settle,
    stop: ledger.stop,
  };
};

interface Pools {
  readonly ledger: Ledger;
  readonly draws: { readonly ips: Random; readonly ports: Random };
}

function allocated(service: Service, old: ServiceSpec | undefined, pools: Pools): ServiceSpec {
  const { name } = service.metadata;
  const families = withFamilies(service.spec, old);
  if ('errors' in families) return refuse(invalid(Service, name, families.errors));
  let { spec } = families;
  const without = old === undefined || old.type === 'ExternalName';
  if (without && spec.type !== 'ExternalName' && !isHeadless(spec)) spec = withClusterIp(spec, name, pools);
  return withNodePorts(spec, old, name, pools);
}

const range = parseCidr(SERVICE_RANGE);
const size = range === undefined ? 0 : 2 ** (32 - range.bits);
const first = Number(range?.first.value ?? 0n);
/** Without the network's own address and its broadcast address. */
const IPS: Pool = { first: first + 1, last: first + size - 2, reserved: reservedOf(size, 16, 256) };

function withClusterIp(spec: ServiceSpec, name: string, { ledger, draws }: Pools): ServiceSpec {
  const [wanted = ''] = spec.clusterIPs ?? [];
  if (wanted === '') {
    const drawn = drawFree(IPS, ledger.hasIp, draws.ips);
    if (drawn === undefined) return refuse(internalError('failed to allocate a serviceIP: range is full'));
    const clusterIP = formatIpv4(BigInt(drawn));
    return { ...spec, clusterIP, clusterIPs: [clusterIP] };
  }
  const fault = clusterIpFault(wanted, ledger);
  if (fault === undefined) return spec;
  const ips = spec.clusterIPs ?? [];
  const error = invalidValue('spec.clusterIPs', ips, `failed to allocate IP ${wanted}: ${fault}`);
  return refuse(invalid(Service, name, [{ ...error, shown: shownList(ips) }]));
}

function clusterIpFault(wanted: string, ledger: Ledger): string | undefined {
  const address = parseIp(wanted);
  const value = Number(address?.value ?? 0n);
  if (address === undefined || range === undefined || !inRange(range, address)) return 'the provided network does not match the current range';
  if (!holds(IPS, value)) {
    return `the provided IP (${wanted}) is not in the valid range. The range of valid IPs is ${SERVICE_RANGE}`;
  }
  return ledger.hasIp(value) ? 'provided IP is already allocated' : undefined;
}

/** Node ports, and the port load balancers ask for health on. */
function withNodePorts(spec: ServiceSpec, old: ServiceSpec | undefined, name: string, pools: Pools): ServiceSpec {
  const kept = new Set(old === undefined ? [] : portsOf(old));
  const taken = new Set<number>();
  const refuseWith = (error: FieldError) => refuse(invalid(Service, name, [error]));
  const take = (wanted: number, path: string): number => {
    if (kept.has(wanted) || taken.has(wanted)) return wanted;
    const fault = portFault(wanted, pools.ledger);
    if (fault !== undefined) return refuseWith(invalidValue(path, wanted, fault));
    taken.add(wanted);
    return wanted;
  };
  const draw = (): number => {
    const isTaken = (port: number): boolean => pools.ledger.hasPort(port) || taken.has(port) || kept.has(port);
    const drawn = drawFree(NODE_PORTS, isTaken, pools.draws.ports);
    if (drawn === undefined) return refuse(internalError('failed to allocate a nodePort: range is full'));
    taken.add(drawn);
    return drawn;
  };
  let result = spec;
  if (needsNodePorts(spec)) {
    const ports = spec.ports ?? [];
    const filled = eachNodePort(ports, spec.allocateLoadBalancerNodePorts !== false, { take, draw });
    if (filled.some((port, index) => port !== ports[index])) result = { ...result, ports: filled };
  }
  if (!needsHealthCheck(result)) return result;
  const requested = result.healthCheckNodePort ?? 0;
  if (requested === 0) return { ...result, healthCheckNodePort: draw() };
  take(requested, 'spec.healthCheckNodePort');
  return result;
}

interface PortSource {
  take(wanted: number, path: string): number;
  draw(): number;
}

/** Entries for one port number (TCP and UDP) share a node port unless they name different ones. */
function eachNodePort(
  ports: readonly ServicePort[],
  mayDraw: boolean,
  { take, draw }: PortSource,
): readonly ServicePort[] {
  const known = new Map<number, number>();
  const named = new Map(ports.filter(({ nodePort }) => nodePort).toReversed().map((each) => [each.port, each.nodePort ?? 0]));
  return ports.map((entry, index) => {
    const requested = entry.nodePort ?? 0;
    if (requested === 0 && !mayDraw) return entry;
    const wanted = requested || known.get(entry.port) || named.get(entry.port);
    const nodePort = wanted ? take(wanted, `spec.ports[${index}].nodePort`) : draw();
    if (!known.has(entry.port)) known.set(entry.port, nodePort);
    return requested === nodePort ? entry : { ...entry, nodePort };
  });
}

function portFault(wanted: number, ledger: Ledger): string | undefined {
  const { first: lowest, last } = NODE_PORTS;
  if (!holds(NODE_PORTS, wanted)) {
    return `provided port is not in the valid range. The range of valid ports is ${lowest}-${last}`;
  }
  return ledger.hasPort(wanted) ? TAKEN_PORT : undefined;
}

function portsOf({ ports = [], healthCheckNodePort = 0 }: ServiceSpec): readonly number[] {
  return [...ports.map(({ nodePort = 0 }) => nodePort), healthCheckNodePort].filter((port) => port !== 0);
}
