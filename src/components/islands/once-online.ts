/** The browser says that it is online when it has a network; the first requests over it often fail all the same. */
const triesOnceOnline = 4;
const pauseMs = 1000;

/** Loads something of the page; what fails because the browser is offline is tried again when it is back. */
export async function onceOnline<T>(load: () => Promise<T>): Promise<T> {
  let tries = 0;
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (navigator.onLine && tries === 0) throw error;
      tries = navigator.onLine ? tries - 1 : triesOnceOnline;
      await (navigator.onLine ? new Promise((resolve) => setTimeout(resolve, pauseMs)) : backOnline());
    }
  }
}

const backOnline = (): Promise<unknown> => new Promise((resolve) => addEventListener('online', resolve, { once: true }));
