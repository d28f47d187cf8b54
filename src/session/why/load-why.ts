/** Loads what explains causes and effects, which in a page comes in a piece: before it is requested. */
export async function loadWhy(): Promise<void> {
  await import('./why.ts');
}
