/** Loads what the view of the control plane asks, which in a page comes in a piece: before it is requested. */
export async function loadMap(): Promise<void> {
  await import('./map.ts');
}
