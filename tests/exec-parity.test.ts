/** The real kubectl and ours, side by side: programs in containers. */
import { paritySuite } from './parity/suite.ts';
import { execChapters, execFiles } from './parity/table-exec.ts';

paritySuite(execChapters, execFiles);
