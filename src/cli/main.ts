/** The commands for Node: `node src/cli/main.ts <command> …`. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Command, runCommandOf } from './run-command.ts';

// What Node has compiled once is read the next time: a command starts in half the time. Where the folder can't be written, all is as without.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url)));

const commands: Readonly<Record<string, Command>> = {
  sim: {
    says: 'run the cluster under random faults: --seed N [--count N]',
    run: async (argv) => (await import('./sim/command.ts')).simCommand(argv),
  },
  serve: {
    says: 'the API over HTTP: --port N --nodes N --seed S --speed N --no-controllers A,B',
    run: async (argv) => (await import('./serve/command.ts')).serveCommand(argv),
  },
  lesson: {
    says: 'check a lesson: check [name]; try its check: mutate name',
    run: async (argv) => (await import('./lesson/command.ts')).lessonCommand(argv),
  },
  grade: {
    says: 'grade what was handed in: FILE|FOLDER …; its options: --help',
    run: async (argv) => (await import('./grade/command.ts')).gradeCommand(argv),
  },
  cohort: {
    says: 'a page of a class, from the tables that grade has written',
    run: async (argv) => (await import('./cohort/command.ts')).cohortCommand(argv),
  },
  run: {
    says: 'a controller of a lesson on a real cluster: controller.ts --kubeconfig F --allow RULE',
    run: async (argv) => (await import('./run/command.ts')).runCommand(argv),
  },
  package: {
    says: 'what an image of such a controller is built from: controller.ts --out FOLDER --allow RULE',
    run: async (argv) => (await import('./package/command.ts')).packageCommand(argv),
  },
};

await runCommandOf(commands, process.argv.slice(2));
