/**
 * What an embedded cell and the page around it say to each other by `postMessage`. `embed.js` speaks it for the page; docs/embedding.md tells
 * those who write their own.
 */

export const themes = ['auto', 'light', 'dark'] as const;
/** `auto`: the system's choice. */
export type Theme = (typeof themes)[number];

/** From the page around: it wants to hear of heights from now on, and chooses the theme. */
export interface HelloMessage {
  readonly type: 'converge-hello';
  readonly theme: Theme;
}

/** From the frame: the height that its content takes, in CSS pixels. After a hello, and whenever it has changed. */
export interface HeightMessage {
  readonly type: 'converge-height';
  readonly heightPx: number;
}

/** Beyond this a height is a mistake: the longest cells of the course take some thousands. */
const mostHeightPx = 20_000;

export const isTheme = (value: unknown): value is Theme => themes.some((each) => each === value);

/** undefined: it is no such message. A theme may be missing. */
export function parseHello(data: unknown): HelloMessage | undefined {
  if (!isRecord(data) || data['type'] !== 'converge-hello') return undefined;
  const { theme = 'auto' } = data;
  return isTheme(theme) ? { type: 'converge-hello', theme } : undefined;
}

/** undefined: it is no such message, or no height that a cell may have. */
export function parseHeight(data: unknown): HeightMessage | undefined {
  if (!isRecord(data) || data['type'] !== 'converge-height') return undefined;
  const { heightPx } = data;
  const isPossible = typeof heightPx === 'number' && Number.isInteger(heightPx) && heightPx > 0 && heightPx <= mostHeightPx;
  return isPossible ? { type: 'converge-height', heightPx } : undefined;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
