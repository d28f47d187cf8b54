/** The real kubectl and ours over metrics that objects say. */
import { paritySuite } from './parity/suite.ts';
import { metricsChapters, metricsFiles } from './parity/table-metrics.ts';

paritySuite(metricsChapters, metricsFiles);
