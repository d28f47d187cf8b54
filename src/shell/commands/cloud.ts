/** `converge cloud`: the page on which a person sees what is rented in the cloud, and changes it past every controller. */
import type { CloudConsole, CloudObject, CloudPlural } from '../../engine/index.ts';
import { formatRows } from '../../kubectl/printers/table.ts';
import type { Command, Process } from '../types.ts';

const help = `Usage: converge cloud                              what is rented
       converge cloud list balancers                or machines, disks, routes
       converge cloud show balancer NAME
       converge cloud create machine NAME zone=converge-1a instanceType=standard-4
       converge cloud edit balancer NAME targets=node-1,node-2
       converge cloud edit machine NAME power=off
       converge cloud delete balancer NAME          the cluster isn't told
       converge cloud quota balancers [NUMBER]      how many the account may have
`;

interface KindOfPage {
  readonly plural: CloudPlural;
  /** As it is typed: "balancer", "balancers". */
  readonly word: string;
  readonly columns: readonly string[];
  rows(cloud: CloudConsole): readonly (readonly string[])[];
  /** On the page of everything only where there are some. */
  readonly isOptional?: boolean;
}

const kinds: readonly KindOfPage[] = [
  {
    plural: 'loadbalancers',
    word: 'balancer',
    columns: ['NAME', 'STATE', 'ADDRESS', 'LISTENERS', 'TARGETS', 'SERVICE'],
    rows: (cloud) =>
      cloud.loadBalancers().map(({ name, state, address, listeners, targets, tags }) => [
        name,
        state,
        address || '-',
        listeners.map(({ port, nodePort, protocol }) => `${port}:${nodePort}/${protocol}`).join(',') || '-',
        targets.join(',') || '-',
        tags?.['kubernetes.io/service-name'] || '-',
      ]),
  },
  {
    plural: 'machines',
    word: 'machine',
    columns: ['NAME', 'STATE', 'POWER', 'TYPE', 'ZONE', 'ADDRESS'],
    rows: (cloud) => cloud.machines().map(({ name, state, power = 'on', instanceType, zone, address }) => [name, state, power, instanceType, zone, address || '-']),
  },
  {
    plural: 'disks',
    word: 'disk',
    columns: ['NAME', 'STATE', 'SIZE', 'ZONE', 'MACHINE', 'CLAIM'],
    rows: (cloud) => cloud.disks().map(({ name, state, size, zone, attachedTo, tags }) => [name, state, size, zone, attachedTo || '-', tags?.['kubernetes.io/created-for/pvc/name'] || '-']),
    isOptional: true,
  },
  {
    plural: 'routes',
    word: 'route',
    columns: ['NAME', 'STATE', 'DESTINATION', 'TARGET'],
    rows: (cloud) => cloud.routes().map(({ name, state, destination, target }) => [name, state, destination, target]),
    isOptional: true,
  },
];

export const cloudCommand: Command = async (args, process) => {
  const { cloud } = process.options;
  const [, action = 'list', word, name, ...rest] = args;
  if (cloud === undefined) return 1;
  if (action === 'help' || action === '--help') {
    process.stdout(help);
    return 0;
  }
  if (action === 'list' && word === undefined) return listAll(cloud, process);
  const kind = kinds.find((each) => each.word === word || `${each.word}s` === word);
  if (kind === undefined) return refuse(process, `the cloud has no "${word ?? ''}": there are ${kinds.map((each) => `${each.word}s`).join(', ')}`);
  if (action === 'list') return list(cloud, kind, process);
  if (action === 'quota') return quota(cloud, kind, name, process);
  if (action === 'create' && name !== undefined) return create(cloud, kind, name, rest, process);
  if (!['show', 'create', 'delete', 'edit'].includes(action)) return refuse(process, `unknown action "${action}"\n${help}`);
  const found = cloud.list(kind.plural).find((each) => each.name === name);
  if (name === undefined) return refuse(process, `${action} needs the name of a ${kind.word}: see "converge cloud list"`);
  if (found === undefined) return refuse(process, `there is no ${kind.word} "${name}"`);
  if (action === 'show') process.stdout(`${JSON.stringify(found, null, 2)}\n`);
  else if (action === 'delete') {
    cloud.remove(kind.plural, name);
    process.stdout(`${kind.word} ${name} is being deleted\n`);
  } else return edit(cloud, kind, found, rest, process);
  return 0;
};

function listAll(cloud: CloudConsole, process: Process): number {
  const shown = kinds.filter(({ plural, isOptional }) => isOptional !== true || cloud.list(plural).length > 0);
  for (const [index, kind] of shown.entries()) {
    if (index > 0) process.stdout('\n');
    list(cloud, kind, process);
  }
  return 0;
}

function list(cloud: CloudConsole, { word, columns, rows }: KindOfPage, process: Process): number {
  const all = rows(cloud);
  process.stdout(all.length === 0 ? `No ${word}s.\n` : formatRows([columns, ...all]));
  return 0;
}

function quota(cloud: CloudConsole, { plural, word }: KindOfPage, given: string | undefined, process: Process): number {
  if (given !== undefined && !/^\d{1,4}$/.test(given)) return refuse(process, 'a quota is a number from 0 to 9999');
  if (given !== undefined) cloud.setQuota(plural, Number(given));
  process.stdout(`${cloud.list(plural).length} of ${cloud.quota(plural)} ${word}s\n`);
  return 0;
}

function edit(cloud: CloudConsole, { plural, word }: KindOfPage, now: CloudObject, changes: readonly string[], process: Process): number {
  if (changes.length === 0) return refuse(process, `edit needs fields and their values, such as targets=node-1,node-2`);
  return tried(process, `${word} ${now.name} is changed`, () => void cloud.edit(plural, now.name, fieldsIn(changes, now)));
}

function create(cloud: CloudConsole, { plural, word }: KindOfPage, name: string, words: readonly string[], process: Process): number {
  return tried(process, `${word} ${name} is being provisioned`, () => cloud.create(plural, { ...fieldsIn(words, undefined), name }));
}

function tried(process: Process, done: string, act: () => void): number {
  try {
    act();
  } catch (error) {
    return refuse(process, error instanceof Error ? error.message : String(error));
  }
  process.stdout(`${done}\n`);
  return 0;
}

/** An alias, so that it counts as JSON. */
type ListenerFields = { readonly protocol: string; readonly port: number; readonly nodePort: number };

type Fields = Readonly<Record<string, string | readonly string[] | readonly ListenerFields[] | number>>;

/** `field=value`, each of the type that the field has now. */
function fieldsIn(words: readonly string[], now: CloudObject | undefined): Fields {
  return Object.fromEntries(
    words.map((word) => {
      const [, field, value = ''] = /^(\w+)=(.*)$/s.exec(word) ?? [];
      if (field === undefined) throw new Error(`"${word}" isn't field=value`);
      return [field, field === 'listeners' ? listenersIn(value) : typedAs(field === 'targets' ? [] : now?.[field], value)];
    }),
  );
}

/** `80:31080/TCP,443:31443/TCP`, as they are listed. */
function listenersIn(value: string): readonly ListenerFields[] {
  return value.split(',').map((each) => {
    const [, port, nodePort, protocol = 'TCP'] = /^(\d+):(\d+)(?:\/([A-Z]+))?$/.exec(each) ?? [];
    if (port === undefined) throw new Error(`"${each}" is no listener such as 80:31080/TCP`);
    return { protocol, port: Number(port), nodePort: Number(nodePort) };
  });
}

function typedAs(now: unknown, value: string): string | readonly string[] | number {
  if (Array.isArray(now)) return value === '' ? [] : value.split(',');
  return typeof now === 'number' ? Number(value) : value;
}

function refuse(process: Process, message: string): number {
  process.stderr(`converge: ${message.trimEnd()}\n`);
  return 1;
}
