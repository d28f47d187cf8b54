import type { Image } from '../../sdk/index.ts';

const FLAG = /^--?([a-z-]+)(?:=([\s\S]*))?$/;

/** Answers everything with one text. */
export const httpEcho: Image = {
  repository: 'docker.io/hashicorp/http-echo',
  hasTag: (tag) => ['latest', '1.0', '1.0.0', '0.2.3', '0.2.1', 'alpine'].includes(tag),
  sizeBytes: 2_885_000,
  user: 65532,
  entrypoint: ['/http-echo'],
  programs: {
    '/http-echo'(process) {
      const flags = flagsOf(process.argv.slice(1));
      const text = flags.get('text') ?? process.env['ECHO_TEXT'] ?? 'hello-world';
      const code = Number(flags.get('status-code') ?? 200);
      const listen = flags.get('listen') ?? ':5678';
      const port = Number(listen.slice(listen.lastIndexOf(':') + 1));
      const stamp = () => new Date(process.now()).toISOString().slice(0, 19).replaceAll('-', '/').replace('T', ' ');
      const heard = process.listen(port, (request, answer, remote) => {
        const host = request.headers['host'] ?? '';
        const agent = request.headers['user-agent'] ?? '';
        const size = text.length + 1;
        process.log(
          `${stamp()} ${host} ${remote} "${request.method} ${request.path} HTTP/1.1" ${code} ${size} "${agent}" 0s`,
        );
        const headers = {
          'x-app-name': 'http-echo',
          'x-app-version': '1.0.0',
          'content-type': 'text/plain; charset=utf-8',
        };
        answer({ code, headers, body: `${text}\n` });
      });
      if (!heard) {
        process.warn(`${stamp()} [ERR] Error starting server: listen tcp ${listen}: bind: address already in use`);
        process.after(0, () => process.exit(1));
        return;
      }
      process.log(`${stamp()} [INFO] server is listening on ${listen}`);
      process.onTerminate(() => process.exit(0));
    },
  },
};

/** `-text=hi`, `--text hi`. */
function flagsOf(args: readonly string[]): Map<string, string> {
  const flags = new Map<string, string>();
  args.forEach((arg, index) => {
    const match = FLAG.exec(arg);
    if (match !== null) flags.set(match[1] ?? '', match[2] ?? args[index + 1] ?? '');
  });
  return flags;
}
