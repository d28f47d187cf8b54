/** The same after a reload of this tab, another in each. */
export function tabName(): string {
  try {
    const name = sessionStorage.getItem('converge-tab') ?? crypto.randomUUID();
    sessionStorage.setItem('converge-tab', name);
    return name;
  } catch {
    return 'tab';
  }
}
