import type { HttpAnswer, HttpRequest, Process } from '../../sdk/index.ts';

const folder = '/usr/local/apache2/htdocs';
const reasons: Readonly<Record<number, readonly [title: string, words: string]>> = {
  404: ['Not Found', 'The requested URL was not found on this server.'],
  405: ['Method Not Allowed', 'The requested method is not allowed for this URL.'],
};

/** Apache with the files in its folder: `It works!`. */
export function serveHttpd(process: Process): void {
  const heard = process.listen(80, (request, answer, remote) => {
    const { code, headers, body } = answerOf(process, request);
    process.log(`${remote} - - [${accessTime(process.now())}] "${request.method} ${request.path} HTTP/1.1" ${code} ${body.length}`);
    answer({ code, headers: { server: 'Apache/2.4.66 (Unix)', date: new Date(process.now()).toUTCString(), ...headers }, body: request.method === 'HEAD' ? '' : body });
  });
  const name = `AH00558: httpd: Could not reliably determine the server's fully qualified domain name, using ${process.ip}.`;
  process.warn(`${name} Set the 'ServerName' directive globally to suppress this message`);
  if (!heard) {
    process.warn('(98)Address already in use: AH00072: make_sock: could not bind to address 0.0.0.0:80\nno listening sockets available, shutting down\nAH00015: Unable to open logs');
    process.after(0, () => process.exit(1));
    return;
  }
  notice(process, 'mpm_event', 'AH00489: Apache/2.4.66 (Unix) configured -- resuming normal operations');
  notice(process, 'core', "AH00094: Command line: 'httpd -D FOREGROUND'");
  process.onTerminate(() => {
    notice(process, 'mpm_event', 'AH00492: caught SIGWINCH, shutting down gracefully');
    process.exit(0);
  });
}

/** `[Sat Nov 28 06:45:27.000000 2026]` */
function notice(process: Process, module: string, words: string): void {
  const [day, date, month, year, time] = timeWords(process.now());
  process.warn(`[${day} ${month} ${date} ${time}.000000 ${year}] [${module}:notice] [pid 1:tid 1] ${words}`);
}

/** `28/Nov/2026:06:45:27 +0000` */
function accessTime(timeMs: number): string {
  const [, date, month, year, time] = timeWords(timeMs);
  return `${date}/${month}/${year}:${time} +0000`;
}

/** `Sat`, `28`, `Nov`, `2026`, `06:45:27` */
const timeWords = (timeMs: number): readonly string[] => new Date(timeMs).toUTCString().replace(',', '').split(' ');

function answerOf({ files }: Process, { method, path }: HttpRequest): HttpAnswer {
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') return problem(405);
  const plain = path.replace(/[?#].*$/, '');
  const body = plain.split('/').includes('..') ? undefined : files.read(`${folder}${plain.endsWith('/') ? `${plain}index.html` : plain}`);
  return body === undefined ? problem(404) : { code: 200, headers: { 'content-type': 'text/html' }, body };
}

function problem(code: number): HttpAnswer {
  const [title, words] = reasons[code] ?? ['', ''];
  const page = ['<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">', '<html><head>', `<title>${code} ${title}</title>`, '</head><body>', `<h1>${title}</h1>`, `<p>${words}</p>`, '</body></html>', ''];
  return { code, headers: { 'content-type': 'text/html; charset=iso-8859-1' }, body: page.join('\n') };
}
