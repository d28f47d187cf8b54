/**
 * The content security policy of the course's pages. Each built page carries its own in a `<meta>`, which holds on every host; hosts that
 * send headers send one for all pages, too. Scripts in a page are allowed by their hash, so what is injected doesn't run.
 */
import { createHash } from 'node:crypto';

/** From here a WebContainer comes, and here a workspace is opened on request. */
const stackBlitz = 'https://stackblitz.com';

/** The policy of pages whose inline scripts have these hashes. `connect`: other servers that they send to. */
export function pagePolicy(hashes: readonly string[], connect: readonly string[] = []): string {
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'self'"],
    // The search is WebAssembly. `eval` stays forbidden.
    'script-src': ["'self'", "'wasm-unsafe-eval'", ...hashes.map((hash) => `'${hash}'`)],
    // Editor and terminal write style elements, and the built pages have style attributes.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'", stackBlitz, ...connect],
    'frame-src': ["'self'", stackBlitz],
    'form-action': ["'self'", stackBlitz],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** Of workers, which take theirs from the header of their own script: scripts and data of the site, and nothing else. */
export const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'";

/** Hashes of the scripts that stand in a page itself, as a policy names them, in order. */
export function inlineScriptHashes(html: string): readonly string[] {
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)];
  const inline = scripts.filter(([, attributes = '']) => !/\ssrc=/.test(attributes) && isScript(attributes));
  return [...new Set(inline.map(([, , text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`))];
}

/** Data in a `<script>` doesn't run. */
function isScript(attributes: string): boolean {
  const type = /\stype="([^"]*)"/.exec(attributes)?.[1];
  return type === undefined || /^(?:module|text\/javascript)$/.test(type);
}

/** The page with its policy, which stands before anything that it is about. */
export function withPolicy(html: string, connect: readonly string[] = []): string {
  const meta = `<meta http-equiv="Content-Security-Policy" content="${pagePolicy(inlineScriptHashes(html), connect)}">`;
  const charset = /<meta charset="utf-8"\s*\/?>/i.exec(html);
  if (charset === null) throw new Error('a page says no charset: its policy has no place');
  const end = charset.index + charset[0].length;
  return `${html.slice(0, end)}${meta}${html.slice(end)}`;
}
