import type { HttpAnswer, Image, Process } from '../../sdk/index.ts';

const folder = '/www';
const defaultPort = 8000;
/** Until the shell around the server has ended. */
const shutdownMs = 1_000;
const headers = { 'content-type': 'text/html' };

/** The file of a path below its folder. */
function page({ files }: Process, path: string): HttpAnswer {
  const plain = path.replace(/[?#].*$/, '');
  const file = `${folder}${plain.endsWith('/') ? `${plain}index.html` : plain}`;
  const body = plain.split('/').includes('..') ? undefined : files.read(file);
  return body === undefined ? { code: 404, headers, body: '404 Not Found\n' } : { code: 200, headers, body };
}

/** A small web server with one page, which says hello. Its port is 8000, or that of the variable PORT. */
export const helloWorld: Image = {
  repository: 'docker.io/crccheck/hello-world',
  hasTag: (tag) => tag === 'latest' || /^v1\.0\.[01]$/.test(tag),
  sizeBytes: 2_050_000,
  command: ['httpd'],
  unix: true,
  files: { [`${folder}/index.html`]: '<pre>\nHello World\n</pre>\n' },
  programs: {
    httpd(process) {
      const port = Number(process.env['PORT'] ?? defaultPort);
      if (!process.listen(port, (request, answer) => answer(page(process, request.path)))) {
        process.warn('httpd: bind: Address already in use');
        process.after(0, () => process.exit(1));
        return;
      }
      process.log('httpd started');
      process.onTerminate(() => process.after(shutdownMs, () => process.exit(0)));
    },
  },
};
