/** House rule: no file under `src/` imports itself by way of others. Imports of types count: they are how a reader goes from file to file. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

type Graph = ReadonlyMap<string, readonly string[]>;

/** File -> the files of the repository that it imports. */
function importGraph(): Graph {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src'], { cwd: root, encoding: 'utf8' });
  const files = listed.split('\n').filter((file) => /\.(ts|svelte|astro)$/.test(file) && existsSync(join(root, file)));
  const known = new Set(files);
  return new Map(files.map((file) => [file, importsOf(file).filter((target) => known.has(target))]));
}

function importsOf(file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^'?]+)/g)].map((match) => match[1] ?? '');
  return specifiers.map((specifier) =>
    specifier === 'converge/sdk' ? 'src/engine/sdk/index.ts' : normalize(join(dirname(file), specifier)),
  );
}

interface Visit {
  readonly index: number;
  /** The lowest index that can be reached from here. */
  low: number;
  isOpen: boolean;
}

/** Sets of nodes that reach each other (Tarjan's strongly connected components), those of one node left out. */
function circlesOf(graph: Graph): readonly (readonly string[])[] {
  const visits = new Map<string, Visit>();
  const open: string[] = [];
  const circles: string[][] = [];

  function visit(node: string): Visit {
    const own: Visit = { index: visits.size, low: visits.size, isOpen: true };
    visits.set(node, own);
    open.push(node);
    for (const target of graph.get(node) ?? []) {
      const seen = visits.get(target);
      if (seen === undefined) own.low = Math.min(own.low, visit(target).low);
      else if (seen.isOpen) own.low = Math.min(own.low, seen.index);
    }
    if (own.low === own.index) close(node);
    return own;
  }

  /** Takes the component that begins at `first` from the open nodes. */
  function close(first: string): void {
    const circle = open.splice(open.indexOf(first));
    for (const node of circle) {
      const seen = visits.get(node);
      if (seen !== undefined) seen.isOpen = false;
    }
    if (circle.length > 1) circles.push(circle.toSorted());
  }

  for (const node of graph.keys()) if (!visits.has(node)) visit(node);
  return circles;
}

test('circles are found', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['a', 'd']],
    ['d', ['e']],
    ['e', []],
  ]);
  expect(circlesOf(graph)).toEqual([['a', 'b', 'c']]);
});

test('no files import each other in a circle', () => {
  expect(circlesOf(importGraph()).map((circle) => circle.join(' <-> '))).toEqual([]);
});
