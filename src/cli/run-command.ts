/** Chooses a command by the first word, and ends the process with what it says. */

export interface Command {
  /** In one line. */
  readonly says: string;
  /** Resolves with the exit code. */
  run(argv: readonly string[]): Promise<number>;
}

/** Runs the command that the words begin with. For `--help` it says which there are; without one, or with another, too, and ends with 2. */
export async function runCommandOf(commands: Readonly<Record<string, Command>>, [name = '', ...argv]: readonly string[]): Promise<void> {
  const list = Object.entries(commands).map(([each, { says }]) => `  ${each.padEnd(8)} ${says}`).join('\n');
  if (name === '--help' || name === '-h') {
    console.log(list);
    return;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    if (name !== '') console.error(`there is no command ${name}. There are:`);
    console.error(list);
    process.exitCode = 2;
    return;
  }
  try {
    process.exitCode = await command.run(argv);
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 2;
  }
}
