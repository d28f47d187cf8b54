/** Pods as squares on a canvas: each state has a shape of its own, not only a colour. */
import { pitchPx, squarePx } from '../../../viz/pod-grid.ts';
import type { PodState, PodView } from '../../../viz/model.ts';

export interface Ink {
  readonly is: string;
  readonly want: string;
  readonly gap: string;
  readonly fault: string;
  readonly edge: string;
}

/** The theme's colours as they are for this element. A canvas knows neither variables nor light-dark(): the browser resolves them. */
export function inkOf(element: HTMLElement): Ink {
  const color = (name: string): string => {
    element.style.color = `var(--${name})`;
    return getComputedStyle(element).color;
  };
  return { is: color('is'), want: color('want'), gap: color('gap'), fault: color('fault'), edge: color('edge') };
}

const s = squarePx;

/** One square with its upper left corner at the origin. */
const shapes: Readonly<Record<PodState, (on: CanvasRenderingContext2D, ink: Ink) => void>> = {
  running(on, ink) {
    on.fillStyle = ink.is;
    on.fillRect(1, 1, s - 2, s - 2);
  },
  'not-ready'(on, ink) {
    on.fillStyle = ink.is;
    on.fillRect(1, 1, s - 2, s - 2);
    on.clearRect(4, 4, s - 8, s - 8);
  },
  starting(on, ink) {
    outline(on, ink.gap);
    on.fillStyle = ink.gap;
    on.fillRect(1, s / 2, s - 2, s / 2 - 1);
  },
  pending: (on, ink) => outline(on, ink.gap),
  missing(on, ink) {
    outline(on, ink.want);
    line(on, ink.gap, 1, s - 1, s - 1, 1);
  },
  terminating(on, ink) {
    line(on, ink.is, 1, 6, 6, 1);
    line(on, ink.is, 1, s - 1, s - 1, 1);
    line(on, ink.is, 6, s - 1, s - 1, 6);
  },
  'crash-loop'(on, ink) {
    outline(on, ink.fault);
    on.fillStyle = ink.fault;
    on.fillRect(1, 1, 4.5, s - 2);
  },
  failed(on, ink) {
    outline(on, ink.fault);
    line(on, ink.fault, 3.5, 3.5, s - 3.5, s - 3.5);
    line(on, ink.fault, 3.5, s - 3.5, s - 3.5, 3.5);
  },
  succeeded(on, ink) {
    outline(on, ink.is);
    line(on, ink.is, 3.5, 6, 5.5, 8.5);
    line(on, ink.is, 5.5, 8.5, 8.5, 4);
  },
  unknown(on, ink) {
    on.setLineDash([1.5, 2]);
    outline(on, ink.edge);
    on.setLineDash([]);
  },
};

function outline(on: CanvasRenderingContext2D, color: string): void {
  on.strokeStyle = color;
  on.lineWidth = 1.5;
  on.strokeRect(1.75, 1.75, s - 3.5, s - 3.5);
}

function line(on: CanvasRenderingContext2D, color: string, x1: number, y1: number, x2: number, y2: number): void {
  on.strokeStyle = color;
  on.lineWidth = 1.25;
  on.beginPath();
  on.moveTo(x1, y1);
  on.lineTo(x2, y2);
  on.stroke();
}

export interface Squares {
  readonly pods: readonly Pick<PodView, 'state' | 'uid'>[];
  /** In rows of so many. */
  readonly columns: number;
  readonly width: number;
  readonly height: number;
  readonly selected: string | undefined;
}

/** Whether the picture is the same: most of the time a Pod's words change, not its state. */
export function sameSquares(a: Squares, b: Squares): boolean {
  const chosen = ({ pods, selected }: Squares): number => (selected === undefined ? -1 : pods.findIndex(({ uid }) => uid === selected));
  return (
    a.columns === b.columns &&
    a.width === b.width &&
    a.height === b.height &&
    a.pods.length === b.pods.length &&
    a.pods.every(({ state }, index) => state === b.pods[index]?.state) &&
    chosen(a) === chosen(b)
  );
}

/** Draws all of them. Each shape is drawn once and copied. */
export function drawSquares(canvas: HTMLCanvasElement, { pods, columns, width, height, selected }: Squares, ink: Ink): void {
  const scale = devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale);
  if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale);
  const on = canvas.getContext('2d');
  if (on === null) return;
  on.setTransform(scale, 0, 0, scale, 0, 0);
  on.clearRect(0, 0, width, height);
  const stamps = stampsOf(ink, scale);
  for (const [index, { state, uid }] of pods.entries()) {
    const [x, y] = [(index % columns) * pitchPx, Math.floor(index / columns) * pitchPx];
    const stamp = stamps.get(state);
    // The chosen one is smaller, in a frame: what went beyond its square would be cut at the picture's edge.
    const inset = uid === selected ? 2.5 : 0;
    if (stamp !== undefined) on.drawImage(stamp, x + inset, y + inset, s - 2 * inset, s - 2 * inset);
    if (uid !== selected) continue;
    on.strokeStyle = ink.want;
    on.lineWidth = 2;
    on.strokeRect(x + 1, y + 1, s - 2, s - 2);
  }
}

let made: { readonly key: string; readonly stamps: ReadonlyMap<PodState, HTMLCanvasElement> } | undefined;

function stampsOf(ink: Ink, scale: number): ReadonlyMap<PodState, HTMLCanvasElement> {
  const key = `${Object.values(ink).join()} ${scale}`;
  if (made?.key === key) return made.stamps;
  const stamps = new Map<PodState, HTMLCanvasElement>();
  for (const state of states) {
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(s * scale);
    canvas.height = Math.round(s * scale);
    const on = canvas.getContext('2d');
    if (on === null) continue;
    on.scale(scale, scale);
    shapes[state](on, ink);
    stamps.set(state, canvas);
  }
  made = { key, stamps };
  return stamps;
}

const states: readonly PodState[] = ['running', 'not-ready', 'starting', 'pending', 'missing', 'terminating', 'crash-loop', 'failed', 'succeeded', 'unknown'];
