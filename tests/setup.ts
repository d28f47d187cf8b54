/** Property tests draw from one seed, so that a run says the same every time; `FC_SEED=… npm test` looks elsewhere. */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 20_260_101) });
