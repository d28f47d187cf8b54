/** The real kubectl and ours, side by side: flags that few know. */
import { paritySuite } from './parity/suite.ts';
import { flagChapters, flagFiles } from './parity/table-flags.ts';

paritySuite(flagChapters, flagFiles);
