/** What an image of `converge package` starts: `converge run`, bundled with all it needs. */
import { runCommand } from '../run/command.ts';
import { runCommandOf } from '../run-command.ts';

await runCommandOf({ run: { says: 'a controller on a cluster: controller.ts --allow RULE', run: runCommand } }, process.argv.slice(2));
