/** `kubectl create service clusterip|nodeport|loadbalancer|externalname`. */
import type { Verb } from '../../command.ts';
import { CliError } from '../../errors.ts';
import type { Flag } from '../../flags.ts';
import { type Generator, generatorVerb } from './generator.ts';

const TCP: Flag = { name: 'tcp', type: 'list', help: "Port pairs can be specified as '<port>:<targetPort>'." };

interface Kind {
  readonly name: string;
  readonly type: string;
  readonly short: string;
  readonly usage: string;
  readonly flags: readonly Flag[];
}

const kinds: readonly Kind[] = [
  {
    name: 'clusterip',
    type: 'ClusterIP',
    short: 'Create a ClusterIP service',
    usage: 'NAME [--tcp=<port>:<targetPort>] [--dry-run=server|client|none]',
    flags: [TCP, { name: 'clusterip', type: 'string', help: "An address of your own, or 'None'" }],
  },
  {
    name: 'externalname',
    type: 'ExternalName',
    short: 'Create an ExternalName service',
    usage: 'NAME --external-name external.name [--dry-run=server|client|none]',
    flags: [TCP, { name: 'external-name', type: 'string', help: 'External name of service' }],
  },
  {
    name: 'loadbalancer',
    type: 'LoadBalancer',
    short: 'Create a LoadBalancer service',
    usage: 'NAME [--tcp=port:targetPort] [--dry-run=server|client|none]',
    flags: [TCP],
  },
  {
    name: 'nodeport',
    type: 'NodePort',
    short: 'Create a NodePort service',
    usage: 'NAME [--tcp=port:targetPort] [--dry-run=server|client|none]',
    flags: [TCP, { name: 'node-port', type: 'int', default: '0', help: 'Port of the nodes' }],
  },
];

function generatorOf({ name, type, short, usage, flags }: Kind): Generator {
  return {
    name,
    short,
    usage,
    flags,
    ...(type === 'ExternalName' && { required: ['external-name'] }),
    resource: { group: '', version: 'v1', kind: 'Service', plural: 'services', namespaced: true },
    failure: `failed to create ${type} service:`,
    build({ flags: given }, service) {
      const clusterIP = given.has('clusterip') ? given.string('clusterip') : '';
      const externalName = given.has('external-name') ? given.string('external-name') : '';
      const nodePort = given.has('node-port') ? given.int('node-port') : 0;
      const pairs = given.list('tcp');
      if (clusterIP !== 'None' && pairs.length === 0 && type !== 'ExternalName') {
        throw new CliError('at least one tcp port specifier must be provided');
      }
      if (
        type === 'ExternalName' &&
        !/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(externalName)
      ) {
        throw new CliError(`invalid service external name ${externalName}`);
      }
      const ports = pairs.map((pair) => portOf(pair, nodePort));
      const labels = { app: service };
      return {
        kind: 'Service',
        apiVersion: 'v1',
        metadata: { name: service, creationTimestamp: null, labels },
        spec: {
          ...(ports.length > 0 && { ports }),
          selector: labels,
          ...(clusterIP !== '' && { clusterIP }),
          type,
          ...(externalName !== '' && { externalName }),
        },
        status: { loadBalancer: {} },
      };
    },
  };
}

/** `80`, `80:8080`, `80:http`. */
function portOf(pair: string, nodePort: number) {
  const [first = '', target] = pair.split(':');
  const port = portNumber(first);
  const isNumber = target !== undefined && /^[+-]?\d+$/.test(target);
  if (isNumber && (Number(target) < 1 || Number(target) > 65535)) {
    throw new CliError('must be between 1 and 65535, inclusive');
  }
  if (target !== undefined && !isNumber) checkPortName(target);
  return {
    name: pair.replaceAll(':', '-'),
    protocol: 'TCP',
    port,
    targetPort: target === undefined ? port : isNumber ? Number(target) : target,
    ...(nodePort !== 0 && { nodePort }),
  };
}

function portNumber(word: string): number {
  if (!/^\d+$/.test(word)) throw new CliError(`strconv.ParseUint: parsing ${JSON.stringify(word)}: invalid syntax`);
  if (Number(word) > 65535) {
    throw new CliError(`strconv.ParseUint: parsing ${JSON.stringify(word)}: value out of range`);
  }
  return Number(word);
}

function checkPortName(name: string): void {
  const wrong: string[] = [];
  if (name.length > 15) wrong.push('must be no more than 15 characters');
  if (!/^[-a-z0-9]+$/.test(name)) wrong.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  if (!/[a-z]/.test(name)) wrong.push('must contain at least one letter (a-z)');
  if (name.includes('--')) wrong.push('must not contain consecutive hyphens');
  if (name.startsWith('-') || name.endsWith('-')) wrong.push('must not begin or end with a hyphen');
  if (wrong.length > 0) throw new CliError(wrong.join(','));
}

export const service: Verb = {
  name: 'service',
  aliases: ['svc'],
  short: 'Create a service using a specified subcommand',
  usage: '',
  children: kinds.map(generatorOf).map(generatorVerb),
};
