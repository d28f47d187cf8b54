// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { replayEarlyEvents } from './event-replay.ts';

let heard: string[] = [];

/** A page with one sleeping part and one button of the page's own script. */
function open(): { button: HTMLElement; pre: HTMLElement; all: HTMLElement; wake(): void; load(): void } {
  const page = document.implementation.createHTMLDocument();
  page.body.innerHTML = `
    <button id="all" data-lesson-action="run-all"></button>
    <astro-island ssr><button id="run"><svg></svg></button><pre tabindex="0"></pre><input type="radio"></astro-island>`;
  replayEarlyEvents(page);
  const get = (selector: string): HTMLElement => {
    const found = page.querySelector<HTMLElement>(selector);
    if (found === null) throw new Error(selector);
    return found;
  };
  return {
    button: get('#run'),
    pre: get('pre'),
    all: get('#all'),
    wake() {
      const island = get('astro-island');
      get('#run').addEventListener('click', () => heard.push('run'));
      get('pre').addEventListener('click', () => heard.push('edit'));
      get('pre').addEventListener('focus', () => heard.push('focus'));
      island.removeAttribute('ssr');
      island.dispatchEvent(new CustomEvent('astro:hydrate'));
    },
    load() {
      get('#all').addEventListener('click', () => heard.push('all'));
      page.dispatchEvent(new Event('DOMContentLoaded'));
    },
  };
}

beforeEach(() => {
  heard = [];
});

test('a press on a sleeping part is done once, when it is awake', () => {
  const { button, wake } = open();
  button.querySelector('svg')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  button.click();
  wake();
  expect(heard).toEqual(['run']);
  button.click();
  expect(heard).toEqual(['run', 'run']);
});

test('a press on a cell’s text is kept, too; what nobody pressed is left alone', () => {
  const { pre, wake } = open();
  pre.click();
  wake();
  expect(heard).toEqual(['edit']);
});

test('a press on a button of the page’s own script waits for that', () => {
  const { all, load } = open();
  all.click();
  expect(heard).toEqual([]);
  load();
  expect(heard).toEqual(['all']);
  all.click();
  expect(heard).toEqual(['all', 'all']);
});

test('a press never sends a form to nowhere', () => {
  const { button } = open();
  const click = new MouseEvent('click', { bubbles: true, cancelable: true });
  button.dispatchEvent(click);
  expect(click.defaultPrevented).toBe(true);
});

test('a focus that came early is told again', () => {
  const { pre, wake } = open();
  Object.defineProperty(pre.ownerDocument, 'activeElement', { value: pre });
  wake();
  expect(heard).toEqual(['focus']);
});

test('its text stands alone', () => {
  const { document: page } = globalThis;
  page.body.innerHTML = '<astro-island ssr><button></button></astro-island>';
  // As the page has it.
  new Function('document', `(${replayEarlyEvents})(document)`)(page);
  const button = page.querySelector('button');
  button?.click();
  button?.addEventListener('click', () => heard.push('run'));
  page.querySelector('astro-island')?.dispatchEvent(new CustomEvent('astro:hydrate'));
  expect(heard).toEqual(['run']);
});
