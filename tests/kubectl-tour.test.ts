/**
 * Real kubectls go through a tour of the served cluster and see what upstream would show them: the newest that is found (all of them with
 * `npm test -- --all`).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyNth, triesAll, someReading } from './scope.ts';
import { addonChapters } from './tour/addon-rows.ts';
import { findKubectls, type Guide, matches, startGuide } from './tour/guide.ts';
import { chapters, type Stop } from './tour/rows.ts';

const found = findKubectls();
const chosen = triesAll ? found : found.slice(-1);

test('the guide tells what is expected from what is not', () => {
  expect(matches('NAME  AGE\na-<x>  <age>\n', 'NAME     AGE   \na-b7     3m5s\n')).toBe(true);
  expect(matches('NAME  AGE\na  <age>\n', 'NAME     AGE\nb        3s\n')).toBe(false);
  expect(matches('<...>done (1)\n', 'first\ndone (1)\n')).toBe(true);
});

interface Tour {
  readonly title: string;
  readonly chapters: Readonly<Record<string, readonly Stop[]>>;
  readonly speed: number;
  readonly flags?: readonly string[];
}

/** Chapters of the second one don't need one another: by default one of them. */
const some = triesAll ? Object.entries(addonChapters) : everyNth(8, Object.entries(addonChapters), 1);
const tours: readonly Tour[] = [
  { title: 'all over', chapters, speed: 5 },
  { title: 'add-ons and loops', chapters: Object.fromEntries(some), speed: 20, flags: ['--addons', 'network-policies,ingress,coredns'] },
];

describe.each(chosen)('kubectl 1.$minor', (program) => {
  describe.each(tours)('$title', ({ chapters: all, speed, flags }) => {
    let guide: Guide;
    beforeAll(async () => {
      guide = await startGuide(program, speed, flags);
    }, 60_000);
    afterAll(() => guide.end());

    for (const [chapter, stops] of Object.entries(all)) {
      test(chapter, { timeout: 300_000 }, async () => {
        const wrong: string[] = [];
        for (const stop of someReading(12, stops, ({ run }) => run.split(' '), ({ shell, until }) => shell === true || until !== undefined)) {
          const told = await guide.visit(stop);
          if (told !== undefined) wrong.push(told);
        }
        expect(wrong.join('\n\n')).toBe('');
      });
    }
  });
});
