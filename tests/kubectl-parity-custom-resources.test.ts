/** Our kubectl prints of custom resources and policies what the real one does. */
import { paritySuite } from './parity/suite.ts';
import { customResourceChapters, customResourceFiles } from './parity/table-custom-resources.ts';

paritySuite(customResourceChapters, customResourceFiles);
