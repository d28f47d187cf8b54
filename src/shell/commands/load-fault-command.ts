/** `converge fault` isn't part of the page's core. Rejects with a sentence when it can't be had now. */
export async function loadFaultCommand(): Promise<void> {
  await Promise.all([import('./converge.ts'), import('./fault-words.ts')]);
}
