/** Commands that need nothing but the engine: those of the project's folder, and all that `converge.mjs` has. */
import type { Command } from './run-command.ts';
import type { serveCommand } from './serve/command.ts';

/** @param descriptions What `kubectl explain` says; by default what `npm run generate` has read. */
export const clusterCommands = (descriptions?: Parameters<typeof serveCommand>[1]) =>
  ({
    sim: {
      says: 'run the cluster under random faults: --seed N [--count N]',
      run: async (argv) => (await import('./sim/command.ts')).simCommand(argv),
    },
    serve: {
      says: 'the API over HTTP: --port N --nodes N --seed S --speed N --no-controllers A,B',
      run: async (argv) => (await import('./serve/command.ts')).serveCommand(argv, descriptions),
    },
    run: {
      says: 'a controller of a lesson on a real cluster: controller.ts --kubeconfig F --allow RULE',
      run: async (argv) => (await import('./run/command.ts')).runCommand(argv),
    },
    package: {
      says: 'what an image of such a controller is built from: controller.ts --out FOLDER --allow RULE',
      run: async (argv) => (await import('./package/command.ts')).packageCommand(argv),
    },
  }) satisfies Readonly<Record<string, Command>>;
