/** Why nothing is kept, as a sentence that says what to do. */

const lost = 'what you do here is lost when you leave the page';

/** Of whatever a storage has thrown. */
export function storageErrorText(error: unknown): string {
  switch (error instanceof Error ? error.name : '') {
    case 'QuotaExceededError':
      return `This browser’s storage is full: ${lost}. Save your work as a file, or free some room.`;
    case 'NewerWork':
      return `What is kept of this lesson was written by a newer version of this page: it is left as it is, and ${lost}. Reload the page.`;
    case 'VersionError':
    case 'NotFoundError':
      return `Another tab holds this site’s storage in another version: ${lost}. Close the other tabs of this site, and reload this one.`;
    case 'TimeoutError':
      return `This site’s storage doesn’t answer: ${lost}. Close the other tabs of this site, and reload this one.`;
    default:
      return `This browser doesn’t let the page keep anything: ${lost}.`;
  }
}
