import type { HttpAnswer, Process } from '../../sdk/index.ts';

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

/** A small web server of the files in `/www`. Its port is 8000, or that of the variable PORT. */
export function serveHelloWorld(process: Process): void {
  const port = Number(process.env['PORT'] ?? defaultPort);
  if (!process.listen(port, (request, answer) => answer(page(process, request.path)))) {
    process.warn('httpd: bind: Address already in use');
    process.after(0, () => process.exit(1));
    return;
  }
  process.log('httpd started');
  process.onTerminate(() => process.after(shutdownMs, () => process.exit(0)));
}
