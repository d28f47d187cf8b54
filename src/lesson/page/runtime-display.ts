/** What the runtime reports and the page only shows. */
import type { RuntimeEvent } from '../../runtimes/runtime.ts';
import type { PageState } from './page-state.ts';
import { runtimeWords } from './live-session.ts';

export function runtimeDisplay(event: RuntimeEvent): Partial<PageState> | undefined {
  switch (event.type) {
    case 'state':
      return { runtime: runtimeWords(event) };
    case 'place':
      return { place: event.place };
    case 'endless':
      return { endless: event.watch };
    default:
      return undefined;
  }
}
