import type { HttpAnswer, HttpRequest, Process } from '../../../sdk/index.ts';
import { flag, milliseconds, plain } from './flags.ts';
import { checkHealth } from './grpc-health-checking.ts';
import { guestbook } from './guestbook.ts';
import { mounttest } from './mounttest.ts';
import { netexec } from './netexec.ts';

/** `agnhost COMMAND …`: servers and small tools in one program. */
export function runAgnhost(process: Process): string | undefined {
  const [, name = '', ...args] = process.argv;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    process.warn(`Error: unknown command "${name}" for "app"\nRun 'app --help' for usage.`);
    process.after(0, () => process.exit(1));
    return undefined;
  }
  process.onTerminate(() => process.exit(0));
  command(process, args);
  return undefined;
}

type Command = (process: Process, args: readonly string[]) => void;

const commands: Readonly<Record<string, Command>> = {
  pause: (process) => process.log('Paused'),
  netexec,
  'serve-hostname'(process, args) {
    const port = Number(flag(args, 'port') ?? 9376);
    process.listen(port, (_request, answer) => answer(plain(process.hostname)));
    process.log(`Serving on port ${port}.`);
  },
  'test-webserver': (process) =>
    void process.listen(80, (request, answer) => {
      const path = request.path.replace(/\?.*$/, '').replace(/(.)\/$/, '$1');
      const names = process.files.list(path);
      if (names !== undefined) return answer(page(names));
      const content = process.files.read(path);
      answer(content === undefined ? { ...plain('404 page not found\n'), code: 404 } : plain(content));
    }),
  connect(process, args) {
    const target = args.find((each) => !each.startsWith('-')) ?? '';
    let over = false;
    const end = (code: number, words: string) => {
      if (over) return;
      over = true;
      if (words !== '') process.warn(words);
      process.exit(code);
    };
    process.after(milliseconds(flag(args, 'timeout') ?? '10s'), () => end(1, 'TIMEOUT'));
    process.request(`http://${target}/`, {}, (answer) => {
      if (typeof answer !== 'string') return end(0, '');
      const words: Readonly<Record<string, string>> = {
        'connection refused': 'REFUSED',
        'timed out': 'TIMEOUT',
        'bad address': 'DNS',
      };
      end(1, words[answer] ?? 'OTHER');
    });
  },
  'dns-suffix'(process) {
    print(process, suffixes(process).join(','));
  },
  'dns-server-list'(process) {
    print(process, nameservers(process).join(','));
  },
  'etc-hosts': (process) => print(process, (process.files.read('/etc/hosts') ?? '').replace(/\n$/, '')),
  guestbook,
  'grpc-health-checking': checkHealth,
  'logs-generator': generateLogs,
  liveness,
  porter,
  mounttest,
  'entrypoint-tester': (process) => print(process, `[${process.argv.join(' ')}]`),
  'fake-gitserver': (process) =>
    void process.listen(8000, (_request, answer) => answer(plain('I am a fake git server'))),
};

/** What Go's file server says of a folder. */
function page(names: readonly string[]): HttpAnswer {
  const lines = names.map((name) => `<a href="${name}">${name}</a>\n`);
  return { code: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: `<pre>\n${lines.join('')}</pre>\n` };
}

function print(process: Process, text: string): void {
  process.log(text);
  process.after(0, () => process.exit(0));
}

function suffixes({ files }: Process): readonly string[] {
  return /^search (.*)$/m.exec(files.read('/etc/resolv.conf') ?? '')?.[1]?.split(' ') ?? [];
}

function nameservers({ files }: Process): readonly string[] {
  return [...(files.read('/etc/resolv.conf') ?? '').matchAll(/^nameserver (\S+)$/gm)].map((match) => match[1] ?? '');
}

/** Healthy for ten seconds: the probe of the documentation's first example. */
function liveness(process: Process): void {
  const startedMs = process.now();
  const seconds = () => (process.now() - startedMs) / 1000;
  process.listen(8080, (request, answer) => {
    const [path = ''] = request.path.split('?', 1);
    if (path === '/started') return answer(plain(`${seconds()}s`));
    if (path !== '/healthz') return answer({ ...plain('404 page not found\n'), code: 404 });
    answer(seconds() > 10 ? { ...plain(`error: ${seconds()}`), code: 500 } : plain('ok'));
  });
}

/** `SERVE_PORT_80=text` serves the text on that port, with `--json-response` as a document that names the method. */
function porter(process: Process, args: readonly string[]): void {
  const isJson = args.includes('--json-response');
  for (const [name, text] of Object.entries(process.env)) {
    const port = Number(/^SERVE_(?:TCP_|TLS_)?PORT_(\d+)$/.exec(name)?.[1] ?? 0);
    const say = ({ method }: HttpRequest): HttpAnswer =>
      isJson ? { code: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ Method: method, Body: text }) } : plain(text);
    if (port > 0) process.listen(port, (request, answer) => answer(say(request)));
  }
}

const METHODS = ['GET', 'POST', 'PUT'];
const NAMESPACES = ['kube-system', 'default', 'ns'];

/** Lines of a pretended API server, evenly over a time; then it ends. */
function generateLogs(process: Process, args: readonly string[]): void {
  const total = Number(flag(args, 'log-lines-total') ?? flag(args, 't') ?? 0);
  const durationMs = milliseconds(flag(args, 'run-duration') ?? flag(args, 'd') ?? '1s');
  if (!(total > 0) || durationMs <= 0) {
    process.warn(`Invalid total number of lines: ${total}`);
    return process.after(0, () => process.exit(1));
  }
  const periodMs = durationMs / total;
  const draw = (below: number) => Math.floor(process.random() * below);
  const write = (number: number): void => {
    if (number >= total) return process.exit(0);
    const name = Array.from({ length: 3 + draw(5) }, () => String.fromCharCode(97 + draw(26))).join('');
    const at = new Date(process.now()).toISOString();
    const time = `${at.slice(5, 7)}${at.slice(8, 10)} ${at.slice(11, 23)}000`;
    const path = `/api/v1/namespaces/${NAMESPACES[draw(3)]}/pods/${name}`;
    process.log(`I${time}       1 logs_generator.go:76] ${number} ${METHODS[draw(3)]} ${path} ${200 + draw(400)}`);
    const waitMs = Math.round((number + 1) * periodMs) - Math.round(number * periodMs);
    process.after(waitMs, () => write(number + 1), { background: true });
  };
  write(0);
}
