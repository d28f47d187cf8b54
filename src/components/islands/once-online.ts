/** The browser says that it is online when it has a network; the first requests over it often fail all the same. */
const mostTries = 5;
const pauseMs = 1000;

/**
 * Loads something of the page; where the browser is offline, not before the page's server answers: some browsers never fetch a module again
 * whose first fetch has failed.
 */
export async function onceOnline<T>(load: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    if (!navigator.onLine) await serverAnswers();
    try {
      return await load();
    } catch (error) {
      if (navigator.onLine || tries === mostTries) throw error;
    }
  }
}

/** Until it does, or has failed to for some seconds over a network. One on this machine answers without a network, too. */
async function serverAnswers(): Promise<void> {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    if (await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)) return;
    if (navigator.onLine) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    else {
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
      tries = 0;
    }
  }
}
