/** Debian's nginx on a folder of built sites, with the configuration that docs/hosting.md prints. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../../scripts/machine/programs.ts';

export interface Nginx {
  /** Where the course is: `http://127.0.0.1:40123/course/`. */
  readonly url: string;
  close(): Promise<void>;
}

export const nginx = findProgram('nginx');

/** The block of the page under *nginx*, for this port and this folder in the place of the page's. */
export function documentedServer(port: number, folder: string): string {
  const page = readFileSync(fileURLToPath(new URL('../../docs/hosting.md', import.meta.url)), 'utf8');
  const block = /^```nginx\n([\s\S]*?)^```$/m.exec(page)?.[1];
  if (block === undefined) throw new Error('docs/hosting.md has no nginx configuration');
  return block.replaceAll('/srv/www', folder).replace('listen 8080;', `listen 127.0.0.1:${port};`);
}

/** Serves the site in `folder/course`; `work` is an empty folder for nginx's own files. */
export async function startNginx(program: string, folder: string, work: string): Promise<Nginx> {
  const port = await freePort();
  mkdirSync(work, { recursive: true });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${work}/${name};`).join('\n');
  const configuration = `daemon off;
master_process off;
pid ${work}/nginx.pid;
error_log ${work}/error.log;
events {}
http {
include /etc/nginx/mime.types;
access_log off;
${temporary}
${documentedServer(port, folder)}
}
`;
  writeFileSync(join(work, 'main.conf'), configuration);
  const child = spawn(program, ['-c', join(work, 'main.conf'), '-e', join(work, 'error.log')], { stdio: ['ignore', 'ignore', 'pipe'] });
  const url = `http://127.0.0.1:${port}/course/`;
  await answers(url, child);
  return { url, close: () => end(child) };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const bound = server.address();
      server.close(() => resolve(typeof bound === 'object' && bound !== null ? bound.port : 0));
    });
  });
}

/** Waits until it answers; what it says when it ends instead is the error. */
async function answers(url: string, child: ChildProcess): Promise<void> {
  let said = '';
  child.stderr?.on('data', (data: Buffer) => (said += data.toString()));
  const ended = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`nginx ended with ${code}: ${said}`)));
  });
  const answered = async (): Promise<void> => {
    while (!(await fetch(url).then(() => true, () => false))) await new Promise((resolve) => setTimeout(resolve, 50));
  };
  await Promise.race([answered(), ended]);
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill();
  });
}
