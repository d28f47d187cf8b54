/**
 * The page of the site that the engine's sandboxed frames stand in (`public/engine/index.html`). A frame with `srcdoc` takes over the policy
 * of the document around it, and the course's own pages forbid `eval`, which the engine needs for the code that learners write.
 */
import { onceOnline } from './once-online.ts';
import { tr } from '../../lesson/words/words.ts';

const base = import.meta.env.BASE_URL.replace(/\/?$/, '/');
/**
 * Frames of an isolated page have to be served as isolated, and WebKit starts no worker in a frame that is where its page isn't: there are two
 * addresses. The development server knows files only.
 */
const address = `${base}engine/${crossOriginIsolated ? 'isolated/' : ''}${import.meta.env.DEV ? 'index.html' : ''}`;

let loading: Promise<Document> | undefined;

/** Resolves with that page's document, which is loaded once; rejects with a sentence, and may be called again then. */
export function engineHost(): Promise<Document> {
  loading ??= onceOnline(loadHost);
  loading.catch(() => (loading = undefined));
  return loading;
}

function loadHost(): Promise<Document> {
  const { promise, resolve, reject } = Promise.withResolvers<Document>();
  const frame = document.createElement('iframe');
  frame.title = 'engine';
  frame.tabIndex = -1;
  frame.hidden = true;
  frame.setAttribute('aria-hidden', 'true');
  frame.src = address;
  frame.addEventListener(
    'load',
    () => {
      // A page that says why there is none loads, too.
      if (frame.contentDocument?.title === 'engine') return resolve(frame.contentDocument);
      frame.remove();
      reject(new Error(tr('The engine could not be loaded (its page is missing). Run again when you are online.')));
    },
    { once: true },
  );
  document.body.append(frame);
  return promise;
}
