/** The real kubectl and ours, side by side: Jobs and what they make. */
import { paritySuite } from './parity/suite.ts';
import { batchChapters, batchFiles } from './parity/table-batch.ts';

paritySuite(batchChapters, batchFiles);
