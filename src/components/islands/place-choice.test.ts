import { afterEach, expect, test, vi } from 'vitest';
import { rememberPlace, wantedPlace } from './place-choice.ts';

const slug = '28-your-own-operator';

/** A browser, and what it keeps. */
function browse(navigator: object, kept: Record<string, string> = {}): void {
  vi.stubGlobal('navigator', { userAgent: 'X11; Linux', maxTouchPoints: 0, ...navigator });
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept[key] ?? null, setItem: (key: string, value: string) => (kept[key] = value) });
}
afterEach(() => vi.unstubAllGlobals());

test('a lesson’s wish counts where nothing was chosen; on small devices, and where data is saved, only the reader’s does', () => {
  browse({});
  expect([wantedPlace(slug, 'webcontainer'), wantedPlace(slug, undefined)]).toEqual(['webcontainer', 'auto']);
  for (const navigator of [{ userAgent: 'iPhone' }, { userAgent: 'Macintosh', maxTouchPoints: 5 }, { connection: { saveData: true } }]) {
    browse(navigator);
    expect(wantedPlace(slug, 'webcontainer')).toBe('worker');
    rememberPlace(slug, 'webcontainer');
    expect(wantedPlace(slug, undefined)).toBe('webcontainer');
  }
  browse({});
  rememberPlace(slug, 'worker');
  expect(wantedPlace(slug, 'webcontainer')).toBe('worker');
});

test('a browser that keeps nothing forgets the choice, and breaks nothing', () => {
  browse({});
  vi.stubGlobal('localStorage', undefined);
  rememberPlace(slug, 'worker');
  expect(wantedPlace(slug, 'webcontainer')).toBe('webcontainer');
});
