/** The page in the frame: tells the page around it how high it is, takes the theme from it, and listens to nothing else. */
import { type HeightMessage, parseHello, type Theme } from './protocol.ts';

/** The page around, as it has introduced itself. A page without an origin (a file, a sandbox) can't be named. */
let pageOrigin: string | undefined;
let sentPx = 0;

const shown = document.querySelector<HTMLElement>('main');

function tellHeight(): void {
  if (pageOrigin === undefined || shown === null) return;
  const heightPx = Math.ceil(shown.getBoundingClientRect().height);
  if (heightPx === sentPx || heightPx === 0) return;
  sentPx = heightPx;
  const message: HeightMessage = { type: 'converge-height', heightPx };
  parent.postMessage(message, pageOrigin);
}

function showTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  dataset['theme'] = theme === 'auto' ? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light') : theme;
}

addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
  if (source !== parent || source === window) return;
  const hello = parseHello(data);
  if (hello === undefined) return;
  pageOrigin = origin === 'null' ? '*' : origin;
  sentPx = 0;
  showTheme(hello.theme);
  tellHeight();
});
if (shown !== null) new ResizeObserver(tellHeight).observe(shown);

/** The link leads to the very cell. */
function aimLink(): void {
  const link = document.querySelector<HTMLAnchorElement>('[data-lesson-link]');
  if (link !== null) link.hash = location.hash;
}
addEventListener('hashchange', aimLink);
aimLink();

// The engine comes when a reader reaches the frame, and not with every page that has one. What fails now is tried by the first click.
const fetchEngine = (): void => void import('../islands/engine-files.ts').then(({ engineFiles }) => engineFiles.core()).catch(() => undefined);
for (const name of ['pointerover', 'focusin']) addEventListener(name, fetchEngine, { once: true });

/** Keys of a lesson's page that have no place here: its dialogs. */
document.addEventListener(
  'keydown',
  (event) => {
    const inCell = event.target instanceof Element && event.target.closest('[data-cell]') !== null;
    const isOfPage = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'p';
    if (!inCell || isOfPage) event.stopImmediatePropagation();
  },
  { capture: true },
);
