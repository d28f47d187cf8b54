/** Where the checks of all exercises stand. */
export const checkUrls: Readonly<Record<string, string>> = import.meta.glob('../../../.generated/engine/check-*.txt', {
  query: '?url',
  import: 'default',
  eager: true,
});
