/** `embed.js` of a built site: other sites bring in `<converge-cell>` with `<script src="https://example.edu/course/embed.js" async></script>`. */
import { defineCellElement } from './converge-cell.ts';

const script = document.currentScript;
if (script instanceof HTMLScriptElement && customElements.get('converge-cell') === undefined) defineCellElement(new URL('.', script.src).href);
