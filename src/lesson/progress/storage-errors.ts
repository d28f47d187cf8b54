/** Why nothing is kept, as a sentence that says what to do. */
import { tr } from '../words/words.ts';

/** Of whatever a storage has thrown. */
export function storageErrorText(error: unknown): string {
  switch (error instanceof Error ? error.name : '') {
    case 'QuotaExceededError':
      return tr('This browser’s storage is full: what you do here is lost when you leave the page. Save your work as a file, or free some room.');
    case 'NewerWork':
      return tr('What is kept of this lesson was written by a newer version of this page, and is left as it is. What you do here is lost when you leave the page. Reload the page.');
    case 'VersionError':
    case 'NotFoundError':
      return tr('Another tab holds this site’s storage in another version: what you do here is lost when you leave the page. Close the other tabs of this site, and reload this one.');
    case 'TimeoutError':
      return tr('This site’s storage doesn’t answer: what you do here is lost when you leave the page. Close the other tabs of this site, and reload this one.');
    default:
      return tr('This browser doesn’t let the page keep anything: what you do here is lost when you leave the page.');
  }
}
