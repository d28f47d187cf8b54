/** A session that takes long to be brought back: how far it is, and a button that stops it. */
import type { Runtime } from '../../runtimes/runtime.ts';
import { showPageBar } from './page-bar.ts';
import { tr } from '../words/words.ts';
import { trSaid } from '../words/said.ts';

export interface ReplayWatch {
  /** The replay is over, as it may be. */
  end(): void;
  /** Why it isn't there, as a sentence. */
  words(error: unknown): string;
}

export interface ReplayWatchOptions {
  readonly runtime: Pick<Runtime, 'on' | 'stop'>;
  after(ms: number, run: () => void): () => void;
}

/** Who waits shorter than that needs to know nothing. */
const patienceMs = 1_500;

/** Call it when the replay begins. */
export function watchReplay({ runtime, after }: ReplayWatchOptions): ReplayWatch {
  let bar: Bar | undefined;
  let [index, of] = [0, 0];
  let stopped = false;
  const deaf = runtime.on((event) => {
    if (event.type !== 'replaying') return;
    ({ index, of } = event);
    bar?.show(index, of);
  });
  const cancel = after(patienceMs, () => {
    bar = createBar(() => {
      stopped = true;
      runtime.stop();
    });
    bar.show(index, of);
  });
  return {
    end() {
      deaf();
      cancel();
      bar?.element.remove();
    },
    words(error) {
      if (stopped) return tr('The session was not restored: you stopped it. The next cell you run starts a new session in its place.');
      return tr('Your session can’t be brought back: {reason}', { reason: trSaid(error instanceof Error ? error.message : String(error)) });
    },
  };
}

interface Bar {
  readonly element: HTMLElement;
  show(index: number, of: number): void;
}

function createBar(stop: () => void): Bar {
  // Said once: the progress is beside it, for whoever asks.
  const words = tr('The session is being replayed, input by input. That can take a while.');
  const element = showPageBar(words, tr('Stop the replay'), stop);
  const progress = document.createElement('progress');
  progress.setAttribute('aria-label', tr('Inputs replayed'));
  const count = document.createElement('span');
  element.lastElementChild?.before(progress, count);
  return { element, show };

  function show(index: number, of: number): void {
    if (of === 0) return;
    progress.max = of;
    progress.value = index;
    count.textContent = `${index} of ${of}`;
  }
}
