/** The real kubectl and ours, side by side: kinds of the groups beside core. */
import { paritySuite } from './parity/suite.ts';
import { otherKindChapters, otherKindFiles } from './parity/table-other-kinds.ts';

paritySuite(otherKindChapters, otherKindFiles);
