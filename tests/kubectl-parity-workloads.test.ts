/** The real kubectl and ours, side by side: DaemonSets, StatefulSets and ReplicationControllers that run. */
import { paritySuite } from './parity/suite.ts';
import { workloadChapters, workloadFiles } from './parity/table-workloads.ts';

paritySuite(workloadChapters, workloadFiles);
