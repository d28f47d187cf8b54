/** What moves by itself in the page: frames, presses that end it, and readers who want none of it. */
import type { Motion } from '../../lesson/page/playback-parts.ts';

export const motion: Motion = {
  still: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
  frame(run) {
    const id = requestAnimationFrame(run);
    return () => cancelAnimationFrame(id);
  },
  presses(run) {
    const kinds = ['keydown', 'pointerdown'] as const;
    for (const kind of kinds) addEventListener(kind, run, { capture: true });
    return () => {
      for (const kind of kinds) removeEventListener(kind, run, { capture: true });
    };
  },
};
