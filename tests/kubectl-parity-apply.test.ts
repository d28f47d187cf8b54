/** The real kubectl and ours, side by side: server-side apply and field owners. */
import { paritySuite } from './parity/suite.ts';
import { chapters, files } from './parity/table-apply.ts';

paritySuite(chapters, files);
