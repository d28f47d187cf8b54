/** What an image of `converge package` starts: `converge run`, bundled with all it needs. */
import { runCommand } from '../run/command.ts';

process.exitCode = await runCommand(process.argv.slice(2));
