import type { HttpAnswer, HttpRequest, Image, Process } from '../../sdk/index.ts';

/** What Kubernetes' own tests use: servers and small tools in one program. */
export const agnhost: Image = {
  repository: 'registry.k8s.io/e2e-test-images/agnhost',
  hasTag: (tag) => /^2\.\d+(\.\d+)?$/.test(tag) || tag === 'latest',
  sizeBytes: 52_800_000,
  entrypoint: ['/agnhost'],
  command: ['pause'],
  unix: ['curl'],
  programs: { '/agnhost': run },
};

function run(process: Process): string | undefined {
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
    process.log('Serving on port 9376.'.replace('9376', String(port)));
  },
  'test-webserver': (process) =>
    void process.listen(80, (request, answer) => {
      const content = process.files.read(request.path.replace(/\?.*$/, ''));
      answer(content === undefined ? { ...plain('404 page not found\n'), code: 404 } : plain(content));
    }),
  connect(process, args) {
    const target = args.find((each) => !each.startsWith('-')) ?? '';
    const seconds = Number.parseFloat(flag(args, 'timeout') ?? '10');
    let over = false;
    const end = (code: number, words: string) => {
      if (over) return;
      over = true;
      if (words !== '') process.warn(words);
      process.exit(code);
    };
    process.after(seconds * 1000, () => end(1, 'TIMEOUT'));
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
  'logs-generator'(process, args) {
    const total = Number(flag(args, 'log-lines-total') ?? 0);
    const perSecond = total / Math.max(1, Number.parseFloat(flag(args, 'run-duration') ?? '1'));
    const periodMs = Math.max(1, Math.round(1000 / Math.max(perSecond, 0.001)));
    const write = (number: number) => {
      if (number >= total) return;
      process.log(`I${number} ${Math.floor(process.random() * 1000)} line`);
      process.after(periodMs, () => write(number + 1), { background: true });
    };
    write(0);
  },
  'fake-gitserver': (process) =>
    void process.listen(8000, (_request, answer) => answer(plain('I am a fake git server'))),
};

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

function flag(args: readonly string[], name: string): string | undefined {
  const at = args.findIndex((each) => each === `--${name}` || each.startsWith(`--${name}=`) || each === `-${name}`);
  if (at < 0) return undefined;
  const [, value] = (args[at] ?? '').split('=', 2);
  return value ?? args[at + 1];
}

function plain(body: string): HttpAnswer {
  return { code: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
}

/** A server that says who it is and does what it is asked. */
function netexec(process: Process, args: readonly string[]): void {
  const port = Number(flag(args, 'http-port') ?? 8080);
  const startedMs = process.now();
  const delayMs = Number(flag(args, 'delay-shutdown') ?? 0) * 1000;
  if (delayMs > 0) process.onTerminate(() => process.after(delayMs, () => process.exit(0)));
  process.log(`Started HTTP server on port ${port}`);
  const heard = process.listen(port, (request, answer, remote) => {
    const [path = '', query = ''] = request.path.split('?', 2);
    process.log(`GET ${path}`);
    serve(process, { path, query: parameters(query), request, remote, startedMs }, answer);
  });
  if (heard) return;
  process.warn(`Error from net.Listen(): listen tcp :${port}: bind: address already in use`);
  process.after(0, () => process.exit(1));
}

interface Asked {
  readonly path: string;
  readonly query: ReadonlyMap<string, string>;
  readonly request: HttpRequest;
  readonly remote: string;
  readonly startedMs: number;
}

function serve(process: Process, asked: Asked, answer: (answer: HttpAnswer) => void): void {
  const { path, query, request, remote, startedMs } = asked;
  switch (path) {
    case '/':
      return answer(plain(`NOW: ${new Date(process.now()).toISOString()}`));
    case '/hostname':
    case '/hostName':
      return answer(plain(process.hostname));
    case '/echo':
      return answer({ ...plain(query.get('msg') ?? ''), code: Number(query.get('code') ?? 200) });
    case '/clientip':
      return answer(plain(`${remote}:${40_000 + Math.floor(process.random() * 20_000)}`));
    case '/header':
      return answer(plain(request.headers[(query.get('key') ?? '').toLowerCase()] ?? ''));
    case '/healthz':
      return answer(plain(''));
    case '/readyz':
      return answer(plain('ok'));
    case '/uptime':
      return answer(plain(String((process.now() - startedMs) / 1000)));
    case '/exit': {
      const waitMs = Number.parseFloat(query.get('timeout') ?? '0') * 1000;
      process.after(waitMs, () => process.exit(Number(query.get('code') ?? 0)));
      return;
    }
    case '/dial': {
      const target = `http://${query.get('host') ?? ''}:${query.get('port') ?? '80'}/${query.get('request') ?? ''}`;
      return process.request(target, {}, (result) => {
        const body = typeof result === 'string' ? { errors: [result] } : { responses: [result.body] };
        answer(plain(JSON.stringify(body)));
      });
    }
    default:
      return answer({ ...plain('404 page not found\n'), code: 404 });
  }
}

function parameters(query: string): ReadonlyMap<string, string> {
  const result = new Map<string, string>();
  for (const pair of query.split('&')) {
    const [name = '', value = ''] = pair.split('=', 2);
    if (name !== '') result.set(name, unescaped(value));
  }
  return result;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
