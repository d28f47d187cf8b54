/** How much JavaScript keeps in memory, in the page and in the worker in which the cluster lives. */
import type { Browser, CDPSession } from '@playwright/test';

interface Heap {
  /** "page", "worker": Chromium's word for what it is. */
  readonly type: string;
  readonly mb: number;
}

/** Of every page and worker of the browser, after a collection: only what is held counts. */
export async function heapsOf(browser: Browser): Promise<readonly Heap[]> {
  const session = await browser.newBrowserCDPSession();
  const { targetInfos } = await session.send('Target.getTargets', {
    filter: [{ type: 'page' }, { type: 'iframe' }, { type: 'worker' }],
  });
  const heaps: Heap[] = [];
  for (const { targetId, type } of targetInfos) {
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
    await ask(session, sessionId, 'HeapProfiler.collectGarbage');
    const { usedSize } = (await ask(session, sessionId, 'Runtime.getHeapUsage')) as { readonly usedSize: number };
    heaps.push({ type, mb: usedSize / 2 ** 20 });
    await session.send('Target.detachFromTarget', { sessionId });
  }
  await session.detach();
  return heaps;
}

let asked = 0;

/** Playwright has no session for a worker: what it is asked is passed on as text. */
function ask(session: CDPSession, sessionId: string, method: string): Promise<unknown> {
  asked += 1;
  const id = asked;
  return new Promise((resolve, reject) => {
    const heard = (told: { readonly sessionId: string; readonly message: string }): void => {
      const message = JSON.parse(told.message) as {
        readonly id?: number;
        readonly result?: unknown;
        readonly error?: { readonly message: string };
      };
      if (told.sessionId !== sessionId || message.id !== id) return;
      session.off('Target.receivedMessageFromTarget', heard);
      if (message.error === undefined) resolve(message.result);
      else reject(new Error(`${method}: ${message.error.message}`));
    };
    session.on('Target.receivedMessageFromTarget', heard);
    session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) }).catch(reject);
  });
}
