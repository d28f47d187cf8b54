/** The look's colours as xterm takes them, and when they change. */
import type { ITheme } from '@xterm/xterm';

const tokens = {
  background: '--paper',
  foreground: '--ink',
  cursor: '--ink',
  cursorAccent: '--paper',
  selectionBackground: '--want-soft',
  black: '--ink',
  brightBlack: '--ink-3',
  white: '--ink-2',
  brightWhite: '--ink',
  red: '--fault-ink',
  brightRed: '--fault-ink',
  yellow: '--gap-ink',
  brightYellow: '--gap-ink',
  blue: '--want',
  brightBlue: '--want',
  magenta: '--want',
  brightMagenta: '--want',
  // There is no green: what is, is petrol.
  green: '--is',
  brightGreen: '--is',
  cyan: '--is',
  brightCyan: '--is',
} as const satisfies Partial<Record<keyof ITheme, string>>;

/** As the page now looks. */
export function themeNow(): ITheme {
  const probe = document.createElement('span');
  document.body.append(probe);
  const colours = Object.entries(tokens).map(([name, token]) => {
    probe.style.color = `var(${token})`;
    return [name, hex(getComputedStyle(probe).color)] as const;
  });
  probe.remove();
  return Object.fromEntries(colours);
}

/** Calls back when the theme has been changed, here or in the system. */
export function watchTheme(changed: () => void): void {
  new MutationObserver(changed).observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', changed);
}

/** Any colour the browser knows, painted and read back. */
function hex(colour: string): string {
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return '#808080';
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
