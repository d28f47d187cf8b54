/** Completion of what is written with slashes: files and etcd's keys, a folder at a time. */
import type { Candidate } from './types.ts';

/** Paths below what has been typed, each up to its next slash. */
export function pathCandidates(paths: readonly string[], partial: string): readonly Candidate[] {
  const folder = partial.slice(0, partial.lastIndexOf('/') + 1);
  const found = new Set<string>();
  for (const path of paths) {
    if (!path.startsWith(partial)) continue;
    const slash = path.indexOf('/', partial.length);
    found.add(slash < 0 ? path : path.slice(0, slash + 1));
  }
  return [...found].sort().map((text) => {
    const shown = text.slice(folder.length);
    return { text, ...(shown !== '' && { shown }), ...(text.endsWith('/') && { open: true }) };
  });
}

/** Those that begin with what has been typed, in order, each once. */
export function beginning(words: readonly string[], partial: string): readonly Candidate[] {
  return [...new Set(words)].filter((word) => word.startsWith(partial)).sort().map((text) => ({ text }));
}
