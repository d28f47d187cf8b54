/** The deepest folder that all of these files are in or below, with its last slash; nothing where they have none in common. */
export function commonFolder(files: readonly string[]): string {
  const [first = ''] = files;
  let folder = first.slice(0, first.lastIndexOf('/') + 1);
  while (!files.every((file) => file.startsWith(folder))) folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);
  return folder;
}
