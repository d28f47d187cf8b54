/**
 * `converge.mjs`, the file that a learner takes home from the site: a cluster for the real kubectl, and controllers on any cluster. Bundled by
 * scripts/build-worker.ts with all it needs.
 */
import { enableCompileCache } from 'node:module';
import { descriptions } from 'converge:descriptions';
import { clusterCommands } from './cluster-commands.ts';
import { runCommandOf } from './run-command.ts';

enableCompileCache();

await runCommandOf(clusterCommands((type, field) => descriptions[type]?.[field] ?? ''), process.argv.slice(2));
