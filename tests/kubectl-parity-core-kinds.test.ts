/** The real kubectl and ours, side by side: Secret, Service, Endpoints, ServiceAccount, volumes and claims, limits and quotas. */
import { paritySuite } from './parity/suite.ts';
import { chapters, files } from './parity/table-core-kinds.ts';

paritySuite(chapters, files);
