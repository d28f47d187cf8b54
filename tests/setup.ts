/** Property tests draw from one seed, so that a run tries the same every time; `npm test -- --seed N` draws others. */
import fc from 'fast-check';
import { chosenSeed } from './scope.ts';

fc.configureGlobal({ seed: chosenSeed ?? 20_260_101 });
