/** Programs about a machine: its processes, its addresses, connections of its own. */
import { fromByteText, toByteText } from '../../engine/index.ts';
import type { Machine } from '../host.ts';
import type { Steps } from '../task.ts';
import { nc } from './nc.ts';
import { find, waitFor } from './network.ts';
import { options, type Tool } from './tool.ts';
import { nameOfUser } from './user.ts';

/** A program that needs a machine. */
export type MachineProgram = (tool: Tool, machine: Machine) => Steps | number;

export const machinePrograms: Readonly<Record<string, MachineProgram>> = {
  ps,
  top: ps,
  kill,
  nc,
  nslookup,
  ping,
  traceroute: ping,
  ifconfig,
  ip,
  netstat,
  ss: netstat,
};

function ps({ host, output, name, args }: Tool, machine: Machine): number {
  output.write('PID   USER     TIME  COMMAND\n');
  const processes = [...machine.processes()];
  const line = (pid: number, words: readonly string[]) =>
    output.write(`${String(pid).padStart(5)} ${nameOfUser(host).padEnd(8)}  0:00 ${toByteText(words.join(' '))}\n`);
  for (const each of processes) line(each.pid, each.argv);
  const own = processes.some((each) => each.pid === host.pid && each.argv[0]?.endsWith(name) === true);
  if (!own) line(machine.nextPid, [name, ...args.map(fromByteText)]);
  return 0;
}

function kill(tool: Tool, machine: Machine): number {
  const signal = tool.args.find((each) => each.startsWith('-')) ?? '-TERM';
  const processes = [...machine.processes()];
  let code = 0;
  for (const word of tool.args.filter((each) => !each.startsWith('-'))) {
    const target = processes.find(({ pid }) => pid === Number(word));
    if (target === undefined) {
      tool.error.write(`sh: can't kill pid ${word}: No such process\n`);
      code = 1;
    } else if (signal === '-0') continue;
    else if (/^-(9|KILL|SIGKILL)$/.test(signal)) {
      // The kernel shields process 1 from signals of its own container.
      if (target.pid !== 1) target.kill();
    } else target.terminate();
  }
  return code;
}

const dnsServer = '10.96.0.10';

function* nslookup(tool: Tool, machine: Machine): Steps {
  const [name = ''] = options(tool.args, ['type']).words;
  const found = yield* find(tool, name);
  tool.output.write(`Server:\t\t${dnsServer}\nAddress:\t${dnsServer}:53\n\n`);
  if (found === undefined) {
    const tried = name.includes('.')
      ? [name]
      : machine.searchDomains.map((domain) => `${name}.${domain}`);
    for (const each of tried) tool.output.write(`** server can't find ${each}: NXDOMAIN\n\n`);
    return 1;
  }
  for (const address of found.addresses) tool.output.write(`Name:\t${found.name}\nAddress: ${address}\n`);
  tool.output.write('\n');
  return 0;
}

function* ping(tool: Tool, machine: Machine): Steps {
  const { given, words } = options(tool.args, ['c', 'W', 'w', 'i', 's']);
  const [host = ''] = words;
  const found = yield* find(tool, host);
  const ip = found?.addresses[0];
  if (ip === undefined) {
    tool.error.write(`ping: bad address '${host}'\n`);
    return 1;
  }
  tool.output.write(`PING ${host} (${ip}): 56 data bytes\n`);
  const count = Number(given.get('c') ?? Number.POSITIVE_INFINITY);
  let received = 0;
  let sent = 0;
  tool.shell.state.loops.running += 1;
  try {
    for (; sent < count && !tool.output.broken; sent += 1) {
      const from = tool.host.now();
      const answer = yield* waitFor<'reply' | 'unreachable'>(tool, 1000, (done) => {
        if (!machine.echo(ip, () => done('reply'))) done('unreachable');
      });
      if (answer === 'reply') {
        received += 1;
        tool.output.write(
          `64 bytes from ${ip}: seq=${sent} ttl=${ip.startsWith('127.') || ip === machine.ip ? 64 : 62} time=${(tool.host.now() - from || 0.05).toFixed(3)} ms\n`,
        );
      }
      if (sent + 1 < count) yield Math.max(0, 1000 - (tool.host.now() - from));
    }
  } finally {
    tool.shell.state.loops.running -= 1;
  }
  const loss = sent === 0 ? 0 : Math.round(((sent - received) / sent) * 100);
  tool.output.write(
    `\n--- ${host} ping statistics ---\n${sent} packets transmitted, ${received} packets received, ${loss}% packet loss\n`,
  );
  return received > 0 ? 0 : 1;
}

function ifconfig({ output }: Tool, { ip: address }: Machine): number {
  output.write(
    `eth0      Link encap:Ethernet  HWaddr ${macOf(address)}\n          inet addr:${address}  Bcast:${address.replace(/\d+$/, '255')}  Mask:255.255.255.0\n          UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1\n\nlo        Link encap:Local Loopback\n          inet addr:127.0.0.1  Mask:255.0.0.0\n          UP LOOPBACK RUNNING  MTU:65536  Metric:1\n\n`,
  );
  return 0;
}

function macOf(address: string): string {
  return ['02', '42', ...address.split('.').map((part) => Number(part).toString(16).padStart(2, '0'))].join(':');
}

function ip({ output, error, args }: Tool, { ip: address }: Machine): number {
  if (args.some((word) => /^(?:add|change|del|delete|flush|replace|set)$/.test(word))) {
    error.write('ip: RTNETLINK answers: Operation not permitted\n');
    return 2;
  }
  if (/^r/.test(args.find((each) => !each.startsWith('-')) ?? '')) {
    const gateway = address.replace(/\d+$/, '1');
    output.write(
      `default via ${gateway} dev eth0 \n${address.replace(/\d+$/, '0')}/24 dev eth0 scope link  src ${address} \n`,
    );
    return 0;
  }
  output.write(
    `1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue qlen 1000\n    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00\n    inet 127.0.0.1/8 scope host lo\n       valid_lft forever preferred_lft forever\n`,
  );
  output.write(
    `2: eth0@if7: <BROADCAST,MULTICAST,UP,LOWER_UP,M-DOWN> mtu 1500 qdisc noqueue qlen 1000\n    link/ether ${macOf(address)} brd ff:ff:ff:ff:ff:ff\n    inet ${address}/24 brd ${address.replace(/\d+$/, '255')} scope global eth0\n       valid_lft forever preferred_lft forever\n`,
  );
  return 0;
}

function netstat({ output }: Tool, machine: Machine): number {
  output.write(
    'Active Internet connections (only servers)\nProto Recv-Q Send-Q Local Address           Foreign Address         State       \n',
  );
  for (const port of machine.openPorts()) {
    output.write(`tcp        0      0 ${`0.0.0.0:${port}`.padEnd(23)} ${'0.0.0.0:*'.padEnd(23)} LISTEN      \n`);
  }
  return 0;
}
