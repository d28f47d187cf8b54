/** `terraform` isn't part of the page's core. Rejects with a sentence when it can't be had now. */
export async function loadTerraform(): Promise<void> {
  await import('./terraform.ts');
}
