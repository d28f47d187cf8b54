/** Links of a lesson that would lead nowhere. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { nearest } from '../../nearest.ts';
import type { AuthorMistake } from '../mistake.ts';

export interface Link {
  readonly line: number;
  readonly url: string;
}

/** What links can lead to. */
export interface Places {
  /** The lesson's folder. */
  readonly folder: string;
  /** Slugs of all lessons. */
  readonly lessons: readonly string[];
  /** Other pages, by their path: `glossary`, `checkpoints/3`. */
  readonly pages: readonly string[];
  /** Anchors of the glossary: `term-watch`. */
  readonly terms: readonly string[];
}

/** A page of a lesson is `/lessons/<slug>/`, wherever the course stands: links begin there. */
export function linkMistakes(links: readonly Link[], places: Places): readonly AuthorMistake[] {
  return links.flatMap(({ line, url }) => {
    const message = messageOf(url, places);
    return message === undefined ? [] : [{ line, message: `the link ${url} ${message}` }];
  });
}

function messageOf(url: string, { folder, lessons, pages, terms }: Places): string | undefined {
  if (/^(?:[a-z]+:|#)/.test(url)) return undefined;
  const { pathname, hash } = new URL(url, 'http://course/lessons/this/');
  const path = pathname.replace(/^\/|\/$/g, '');
  if (!url.startsWith('../') && !url.startsWith('/')) return existsSync(join(folder, url.replace(/[?#].*$/, ''))) ? undefined : 'leads to no file of the lesson’s folder; another lesson is ../17-scheduler/';
  const slug = /^lessons\/([^/]+)$/.exec(path)?.[1];
  const wanted = slug === undefined ? { name: path, known: pages, ending: '../../' } : { name: slug, known: lessons, ending: '../' };
  const near = nearest(wanted.name, wanted.known) ?? '';
  if (!wanted.known.includes(wanted.name)) return `leads to no page; the nearest is ${wanted.ending}${near}/`;
  if (path === 'glossary' && hash !== '' && !terms.includes(hash.slice(1))) return `names no term of the glossary; the nearest is #${nearest(hash.slice(1).replace(/^(?!term-)/, 'term-'), terms) ?? ''}`;
  if (url.startsWith('/')) return `leads elsewhere where the course has a base; write ${wanted.ending}${wanted.name}/${hash}`;
  return undefined;
}
