/** WordPress: pages and posts in a MySQL database, what is uploaded in its own folder. */
import type { HttpAnswer, HttpRequest, Process } from '../../sdk/index.ts';
import { query, type Server } from './mysql/client.ts';
import { type Answer, quote, type Result } from './mysql/database.ts';

const folder = '/var/www/html';
const uploads = `${folder}/wp-content/uploads`;
const versionFile = `${folder}/wp-includes/version.php`;
/** Copying its files to a new disk, and Apache's start. */
const [copyMs, startMs] = [2_000, 500];

const versionOf = (tag: string): string => /^\d+\.\d+(?:\.\d+)?/.exec(tag)?.[0] ?? '6.7.1';

/** Apache with WordPress: copies itself to a new disk, and answers from there. */
export function serveWordPress(process: Process): void {
  const { files } = process;
  const isNew = files.read(versionFile) === undefined;
  if (isNew) process.warn(`WordPress not found in ${folder} - copying now...`);
  process.after(isNew ? copyMs : startMs, () => {
    if (isNew) {
      for (const path of [`${folder}/wp-includes`, `${folder}/wp-content`, uploads]) files.makeFolder(path);
      files.write(versionFile, `<?php\n$wp_version = '${versionOf(process.tag)}';\n`);
      process.warn(`Complete! WordPress has been successfully copied to ${folder}`);
    }
    process.listen(80, (request, answer, remote) =>
      handle(process, request, (sent) => {
        process.log(`${remote} - - "${request.method} ${request.path} HTTP/1.1" ${sent.code} ${sent.body.length}`);
        answer(sent);
      }),
    );
    process.warn('[mpm_prefork:notice] [pid 1] AH00163: Apache/2.4.62 (Debian) configured -- resuming normal operations');
  });
  process.onTerminate(() => process.exit(0));
}

interface Site {
  readonly process: Process;
  readonly server: Server;
  readonly database: string;
  send(answer: HttpAnswer): void;
}

function siteOf(process: Process, send: (answer: HttpAnswer) => void): Site {
  const { WORDPRESS_DB_HOST: place = 'mysql', WORDPRESS_DB_USER: user = 'root', WORDPRESS_DB_PASSWORD: password = '', WORDPRESS_DB_NAME: database = 'wordpress' } = process.env;
  const [host = '', port = '3306'] = place.split(':');
  return { process, server: { host, port: Number(port), user, password }, database, send };
}

const page = (code: number, title: string, body: string): HttpAnswer => ({
  code,
  headers: { 'content-type': 'text/html; charset=UTF-8' },
  body: `<!DOCTYPE html>\n<html>\n<head><title>${title}</title></head>\n<body>\n${body}\n</body>\n</html>\n`,
});
const json = (code: number, value: unknown): HttpAnswer => ({ code, headers: { 'content-type': 'application/json; charset=UTF-8' }, body: `${JSON.stringify(value)}\n` });
const redirect = (location: string): HttpAnswer => ({ code: 302, headers: { location }, body: '' });

/** Goes on with the rows. Without a database there is the page that everybody knows. */
function ask(site: Site, sql: string, then: (result: Result) => void, otherwise?: (error: string) => void): void {
  const got = (answer: Answer): void => {
    if (!('error' in answer)) return then(answer);
    if (answer.error.startsWith('ERROR 1146') && otherwise !== undefined) return otherwise(answer.error);
    site.process.warn(`PHP Warning:  mysqli_real_connect(): ${answer.error.replace(/^ERROR /, '')}`);
    site.send(page(500, 'Database Error', '<h1>Error establishing a database connection</h1>'));
  };
  query(site.process, site.server, site.database, sql, got);
}

function handle(process: Process, request: HttpRequest, send: (answer: HttpAnswer) => void): void {
  const [path = '/'] = request.path.split('?');
  const site = siteOf(process, send);
  const { files } = process;
  if (path.startsWith('/wp-content/uploads/')) {
    const content = path.includes('..') ? undefined : files.read(`${folder}${path}`);
    return send(content === undefined ? page(404, 'Not Found', '<h1>Not Found</h1>') : { code: 200, headers: { 'content-type': 'application/octet-stream' }, body: content });
  }
  if (path === '/wp-json/wp/v2/media' && request.method === 'POST') return upload(site, request);
  if (path === '/wp-admin/install.php') return install(site, request);
  const toInstaller = (): void => send(redirect('/wp-admin/install.php'));
  if (path === '/wp-json/wp/v2/posts') return posts(site, request, toInstaller);
  if (path === '/wp-login.php') return ask(site, 'select option_value from wp_options', () => send(page(200, 'Log In', '<form name="loginform"></form>')), toInstaller);
  if (path !== '/' && path !== '/index.php') return send(page(404, 'Page not found', '<h1>Page not found</h1>'));
  ask(site, 'select option_value from wp_options', ({ rows: [[title = ''] = []] }) =>
    ask(site, 'select post_title from wp_posts', ({ rows }) => send(page(200, title, [`<h1>${title}</h1>`, ...rows.map(([each]) => `<h2>${each}</h2>`)].join('\n')))), toInstaller);
}

/** `filename` of the header `content-disposition` says what it is called. */
function upload({ process, send }: Site, { headers, body }: HttpRequest): void {
  const name = /filename="?([\w.-]+)/.exec(headers['content-disposition'] ?? '')?.[1];
  if (name === undefined) return send(json(400, { code: 'rest_upload_no_content_disposition', message: 'No Content-Disposition supplied.' }));
  const problem = process.files.write(`${uploads}/${name}`, body);
  send(problem === undefined ? json(201, { source_url: `/wp-content/uploads/${name}` }) : json(500, { code: 'rest_upload_unknown_error', message: problem }));
}

/** The site's title comes as the form of the installer sends it. */
function install(site: Site, { method, body }: HttpRequest): void {
  const { send } = site;
  const done = (): void => send(page(200, 'Success!', '<h1>Success!</h1>\n<p>WordPress has been installed. Thank you, and enjoy!</p>'));
  const form = (): void => {
    if (method !== 'POST') return send(page(200, 'WordPress &rsaquo; Installation', '<form id="setup" method="post" action="install.php?step=2"></form>'));
    const title = decodeURIComponent((/(?:^|&)weblog_title=([^&]*)/.exec(body)?.[1] ?? 'WordPress').replaceAll('+', ' '));
    ask(site, 'create table wp_posts (ID int, post_title text, post_content text)', () =>
      ask(site, "insert into wp_posts (post_title, post_content) values ('Hello world!', 'Welcome to WordPress.')", () =>
        ask(site, 'create table wp_options (option_id int, option_name text, option_value text)', () =>
          ask(site, `insert into wp_options (option_name, option_value) values ('blogname', ${quote(title)})`, done))));
  };
  ask(site, 'select option_value from wp_options', () => send(page(200, 'Already Installed', '<h1>Already Installed</h1>')), form);
}

function posts(site: Site, { method, body }: HttpRequest, toInstaller: () => void): void {
  const { send } = site;
  if (method !== 'POST') {
    const shown = ([id, title, content]: readonly string[]): unknown => ({ id: Number(id), title: { rendered: title }, content: { rendered: content } });
    return ask(site, 'select ID, post_title, post_content from wp_posts', ({ rows }) => send(json(200, rows.map(shown))), toInstaller);
  }
  const { title = '', content = '' } = parse(body);
  ask(site, `insert into wp_posts (post_title, post_content) values (${quote(title)}, ${quote(content)})`, () => send(json(201, { title: { rendered: title } })), toInstaller);
}

function parse(body: string): { readonly title?: string; readonly content?: string } {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null) return {};
    const text = (field: string): string => String((value as Record<string, unknown>)[field] ?? '');
    return { title: text('title'), content: text('content') };
  } catch {
    return {};
  }
}
