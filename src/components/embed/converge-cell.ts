/** `<converge-cell>`: a cell of the course in the page of another site. It is a frame that is as high as what it shows. */
import { cellAddress } from './address.ts';
import { type HelloMessage, isTheme, parseHeight } from './protocol.ts';

/** Until the frame has answered. */
const firstHeightPx = 240;
/** What the frame may do. Its origin is the course's, so it can't reach the page around it; a link opens in a tab of its own. */
const sandbox = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox';

/** @param course The address of the course, with a slash at its end. Call it once for each document. */
export function defineCellElement(course: string): void {
  const { origin } = new URL(course);

  class CellElement extends HTMLElement {
    static readonly observedAttributes = ['lesson', 'cell', 'theme', 'language', 'nodes', 'seed', 'label'];
    readonly #frame = document.createElement('iframe');

    connectedCallback(): void {
      const frame = this.#frame;
      // Through the object model, which a page's own policy of styles doesn't forbid.
      this.style.display = 'block';
      frame.style.cssText = `display: block; width: 100%; height: ${firstHeightPx}px; border: 0; color-scheme: normal`;
      frame.setAttribute('sandbox', sandbox);
      frame.allow = 'clipboard-write';
      frame.loading = 'lazy';
      frame.addEventListener('load', this.#greet);
      addEventListener('message', this.#hear);
      // Its text may not have been read yet.
      if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', this.#open, { once: true });
      else this.#open();
    }

    disconnectedCallback(): void {
      removeEventListener('message', this.#hear);
      document.removeEventListener('DOMContentLoaded', this.#open);
      this.#frame.removeEventListener('load', this.#greet);
      this.#frame.remove();
    }

    attributeChangedCallback(name: string): void {
      if (!this.#frame.isConnected) return;
      if (name === 'theme') this.#greet();
      else this.#open();
    }

    readonly #open = (): void => {
      const frame = this.#frame;
      const read = (name: string): string | undefined => this.getAttribute(name) ?? undefined;
      frame.title = read('label') ?? 'A cell that runs in a simulated Kubernetes cluster';
      const [lesson, cell, theme, language, nodes, seed] = ['lesson', 'cell', 'theme', 'language', 'nodes', 'seed'].map(read);
      const address = cellAddress(course, { lesson, cell, theme, language, nodes, seed, text: this.textContent ?? '' });
      if (frame.src !== address) frame.src = address;
      // In a shadow: the element's own text is what stands here without this script.
      const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
      if (!frame.isConnected) shadow.append(frame);
    };

    readonly #greet = (): void => {
      const theme = this.getAttribute('theme');
      const hello: HelloMessage = { type: 'converge-hello', theme: isTheme(theme) ? theme : 'auto' };
      this.#frame.contentWindow?.postMessage(hello, origin);
    };

    readonly #hear = (event: MessageEvent<unknown>): void => {
      if (event.source !== this.#frame.contentWindow || event.origin !== origin) return;
      const message = parseHeight(event.data);
      if (message !== undefined) this.#frame.style.height = `${message.heightPx}px`;
    };
  }

  customElements.define('converge-cell', CellElement);
}
