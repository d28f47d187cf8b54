/** The commands for Node: `node src/cli/main.ts <command> …`. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { clusterCommands } from './cluster-commands.ts';
import { type Command, runCommandOf } from './run-command.ts';

// What Node has compiled once is read the next time: a command starts in half the time. Where the folder can't be written, all is as without.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url)));

const { sim, serve, run, package: packaged } = clusterCommands();

const commands: Readonly<Record<string, Command>> = {
  sim,
  serve,
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
  run,
  package: packaged,
};

await runCommandOf(commands, process.argv.slice(2));
