/** The lesson's runtime: begins in the worker, moves to a WebContainer where lesson or reader want it. Loaded when first needed. */
import containerUrl from '../../../.generated/container-engine.txt?url';
import type { LessonPageData } from '../../lesson/page/data.ts';
import { takenHome } from '../../runtimes/webcontainer/layout.ts';
import { createSwitchingRuntime, type SwitchingRuntime } from '../../runtimes/switching-runtime.ts';
import { createWorkerRuntime } from '../../runtimes/worker/worker-runtime.ts';
import { engineFiles } from './engine-files.ts';
import { text } from './fetch-text.ts';
import { rememberPlace, wantedPlace } from './place-choice.ts';

const base = import.meta.env.BASE_URL.replace(/\/?$/, '/');

/** `guest`: the session is somebody else’s, so it stays where there is no network. */
export function createPageRuntime({ slug, runtime }: Pick<LessonPageData, 'slug' | 'runtime'>, guest: boolean): SwitchingRuntime {
  if (crossOriginIsolated) void import('../../runtimes/webcontainer/isolation.ts').then(({ settleIsolation }) => settleIsolation()).catch(() => undefined);
  return createSwitchingRuntime({
    worker: createWorkerRuntime({ engine: engineFiles }),
    async container(slow) {
      const { createContainerRuntime } = await import('../../runtimes/webcontainer/container-runtime.ts');
      return createContainerRuntime({
        slow,
        source: () => text(containerUrl),
        takenHome: () => text(base + takenHome),
      });
    },
    unsupported() {
      if (guest) return 'Someone else’s code runs in the worker, because a WebContainer has network access.';
      return crossOriginIsolated ? undefined : 'This page is not isolated from other origins, which a WebContainer needs.';
    },
    isolate: async () => (await import('../../runtimes/webcontainer/isolation.ts')).isolatePage(base),
    wanted: guest ? 'worker' : wantedPlace(slug, runtime),
    remember(choice) {
      if (!guest) rememberPlace(slug, choice);
      if (choice === 'worker')
        void import('../../runtimes/webcontainer/isolation.ts').then(({ unmarkPage }) => unmarkPage()).catch(() => undefined);
    },
  });
}
