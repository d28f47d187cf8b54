/** The real kubectl and ours, side by side: roles, bindings, what one may do and who one is. */
import { paritySuite } from './parity/suite.ts';
import { chapters, files } from './parity/table-auth.ts';

paritySuite(chapters, files);
