/** A rectangle in the drawing's own pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** As it is drawn, and where a Pod on its way is. */
export interface Wire {
  readonly path: string;
  readonly middle: { readonly x: number; readonly y: number };
}

/** The wire to the Pod of this uid, measured in the drawing. */
export function wireTo(root: HTMLElement, uid: string): Wire | undefined {
  const origin = root.getBoundingClientRect();
  const box = (selector: string): Box | undefined => {
    const rect = root.querySelector(selector)?.getBoundingClientRect();
    return rect && { x: rect.left - origin.left, y: rect.top - origin.top, width: rect.width, height: rect.height };
  };
  const id = CSS.escape(uid);
  const node = root.querySelector(`.tile[data-pod="${id}"]`)?.closest('.node')?.getBoundingClientRect();
  const above = node && node.top - origin.top - 20;
  return wirePath(box(`.sock .wanted[data-pod="${id}"] .pod`), box(`.tile[data-pod="${id}"] .pod`), above);
}

/** Where a socket's outline is, as a part of its drawing's width. */
const outline = 26.5 / 28;
/** So far beside the socket the wire runs down. */
const besidePx = 4;
const bendPx = 4;

/**
 * The wire from a socket down to its Pod: out of the socket's side, past the name below it, along above the nodes, into the Pod's node.
 *
 * @param above Where the horizontal stretch runs: between the sockets and the node.
 * @returns undefined if one of the ends isn't drawn.
 */
export function wirePath(socket: Box | undefined, pod: Box | undefined, above: number | undefined): Wire | undefined {
  if (!socket || !pod || above === undefined) return undefined;
  const side = { x: socket.x + socket.width * outline, y: socket.y + socket.height / 2 };
  const from = { x: socket.x + socket.width + besidePx };
  const toX = pod.x + pod.width / 2;
  const radius = Math.min(12, Math.abs(toX - from.x) / 2);
  const way = Math.sign(toX - from.x);
  const turn = way * radius;
  const start = `M${side.x} ${side.y}H${from.x - bendPx}q${bendPx} 0 ${bendPx} ${bendPx}`;
  const path =
    way === 0
      ? `${start}V${above + 20}`
      : `${start}V${above - radius}q0 ${radius} ${turn} ${radius}H${toX - turn}q${turn} 0 ${turn} ${radius}V${above + 20}`;
  return { path, middle: { x: from.x + (toX - from.x) * 0.56, y: above } };
}
