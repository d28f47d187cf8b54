/**
 * `converge.mjs`, the file that a learner takes home from the site: a cluster for the real kubectl, and controllers on any cluster. Bundled by
 * scripts/build-worker.ts with all it needs.
 */
import { enableCompileCache } from 'node:module';
import { descriptions } from 'converge:descriptions';
import { type Command, runCommandOf } from './run-command.ts';

enableCompileCache();

const commands: Readonly<Record<string, Command>> = {
  serve: {
    says: 'a cluster on this machine, for the real kubectl: --port N --nodes N --kubeconfig F',
    run: async (argv) => (await import('./serve/command.ts')).serveCommand(argv, (type, field) => descriptions[type]?.[field] ?? ''),
  },
  run: {
    says: 'a controller on any cluster: controller.ts --kubeconfig F --allow RULE',
    run: async (argv) => (await import('./run/command.ts')).runCommand(argv),
  },
  package: {
    says: 'what an image of a controller is built from: controller.ts --out FOLDER --allow RULE',
    run: async (argv) => (await import('./package/command.ts')).packageCommand(argv),
  },
  sim: {
    says: 'a cluster under random faults: --seed N [--count N]',
    run: async (argv) => (await import('./sim/command.ts')).simCommand(argv),
  },
};

await runCommandOf(commands, process.argv.slice(2));
