/** Where the pieces stand that most pages never fetch, the checks of all exercises among them. */
export const pieceUrls: Readonly<Record<string, string>> = import.meta.glob(
  ['../../../.generated/engine/*.txt', '!../../../.generated/engine/{core,full,kubectl,typescript,validation}.txt'],
  {
    query: '?url',
    import: 'default',
    eager: true,
  },
);
