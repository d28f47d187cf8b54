/** Whether keys that type a character are shortcuts: some readers speak to their computer, or slip (WCAG 2.1.4). */
const name = 'converge/character-keys';

export function charactersOn(): boolean {
  try {
    return localStorage.getItem(name) !== 'off';
  } catch {
    return true;
  }
}

/** Kept in this browser, if it keeps anything. */
export function setCharacters(on: boolean): void {
  try {
    if (on) localStorage.removeItem(name);
    else localStorage.setItem(name, 'off');
  } catch {
    // It holds for nobody then: the reader sees the box as it was.
  }
}
