/** An id is said once a page: labels, links and what is kept go by it. Looked at in the pages as they are built. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Ids that stand in this page more than once, in order. */
export function doubledIds(html: string): readonly string[] {
  // What stands in scripts and templates isn't part of the page.
  const page = html.replaceAll(/<(script|template)\b[\s\S]*?<\/\1>/g, '').replaceAll(/<!--[\s\S]*?-->/g, '');
  const ids = [...page.matchAll(/<[a-z][^<>]*?\sid=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi)].map(([, a, b, c]) => a ?? b ?? c ?? '');
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) < index))];
}

/** One sentence for each page of the site in which an id occurs twice. */
export function doubledIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.html'))
    .flatMap((path) => doubledIds(readFileSync(join(folder, path), 'utf8')).map((id) => `${path}: the id "${id}" is there twice`));
}
