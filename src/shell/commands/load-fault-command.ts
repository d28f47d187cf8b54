/** `converge fault` isn't part of the page's core, and its words come with it. Rejects with a sentence when it can't be had now. */
export async function loadFaultCommand(): Promise<void> {
  await import('./converge.ts');
}
