/** The real kubectl and ours, side by side: the verbs, and what everybody meets. Other topics have files beside this one. */
import { files } from './parity/files.ts';
import { paritySuite } from './parity/suite.ts';
import { chapters } from './parity/table.ts';

paritySuite(chapters, files);
