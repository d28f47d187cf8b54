/** The real kubectl and ours, side by side: the verbs that are used less often. */
import { paritySuite } from './parity/suite.ts';
import { wholeChapters, wholeFiles } from './parity/table-whole.ts';

paritySuite(wholeChapters, wholeFiles);
