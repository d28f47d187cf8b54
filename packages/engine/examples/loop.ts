/** The loop around a controller's pass: informers say that something has changed, and a pass that fails is tried again. */
import type { Informer, KubernetesObject } from '@kubernetes/client-node';

const retryMs = 1000;

export function startLoop(informers: readonly Informer<KubernetesObject>[], reconcile: () => Promise<void>): void {
  let isRequested = false;
  let isRunning = false;

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    while (isRequested) {
      isRequested = false;
      try {
        await reconcile();
      } catch (error) {
        console.error(error);
        await new Promise((resolve) => setTimeout(resolve, retryMs));
        isRequested = true;
      }
    }
    isRunning = false;
  }

  for (const informer of informers) {
    informer.on('change', () => {
      isRequested = true;
      void run();
    });
    informer.on('error', () => void setTimeout(() => void informer.start(), retryMs));
    void informer.start();
  }
}

/** What was to be made is there already, or what was to be removed is gone. */
export async function unlessCode(code: number, request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === code)) throw error;
  }
}
