/** What every lesson may use without an import; lesson/cells/mdast-plugin.ts brings it in. */
export { default as Cell } from './Cell.astro';
export { default as Ends } from './Ends.astro';
export { default as Exercise } from './Exercise.astro';
export { default as Lives } from './Lives.astro';
export { default as LoopFigure } from './LoopFigure.astro';
export { default as Mistakes } from './Mistakes.astro';
export { default as OneLine } from './OneLine.astro';
export { default as Prediction } from './Prediction.astro';
export { default as Quiz } from './Quiz.astro';
export { default as WhatMatters } from './WhatMatters.astro';
