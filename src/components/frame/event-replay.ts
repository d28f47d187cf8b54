/**
 * What is pressed before the script of its part of the page is there. It is in the page's first bytes, as its own text: so it reaches
 * for nothing outside itself.
 */

/** Keeps a press on a sleeping part of the page, and does it when that part is awake; a focus is told again. */
export function replayEarlyEvents(page: Document): void {
  const kept = new Set<HTMLElement>();
  let ready = false;

  /** Awake: the script that hears a press on it is there. */
  function sleeping(element: HTMLElement): Element | Document | undefined {
    return element.closest('astro-island[ssr]') ?? (!ready && element.matches('[data-lesson-action]') ? page : undefined);
  }

  page.addEventListener(
    'click',
    (event) => {
      // What the browser itself knows how to do needs nobody.
      const pressed = event.target instanceof Element ? event.target.closest<HTMLElement>('button, pre, a, input, label, summary') : null;
      if (pressed === null || !pressed.matches('button, pre')) return;
      const part = sleeping(pressed);
      if (part === undefined) return;
      // A form must not be sent to nowhere.
      event.preventDefault();
      // Pressed again because nothing happened: once.
      if (kept.has(pressed)) return;
      kept.add(pressed);
      const press = (): void => {
        kept.delete(pressed);
        pressed.click();
      };
      part.addEventListener(part === page ? 'DOMContentLoaded' : 'astro:hydrate', press, { once: true });
    },
    true,
  );

  // Not told to anybody above the part itself, but seen on its way down.
  page.addEventListener(
    'astro:hydrate',
    ({ target }) => {
      const { activeElement } = page;
      if (target instanceof Element && activeElement?.matches('pre') && target.contains(activeElement))
        activeElement.dispatchEvent(new FocusEvent('focus'));
    },
    true,
  );
  page.addEventListener('DOMContentLoaded', () => (ready = true), { once: true });
}
