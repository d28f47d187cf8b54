/** The program that was started: by npm from the project's folder, or one file that was taken home. */
import { basename } from 'node:path';

export { takenHome } from '../runtimes/webcontainer/layout.ts';

/** This program is one file, with all it needs. A browser may have numbered it: `converge (1).mjs`. */
export const isOneFile = (program: string | undefined = process.argv[1]): boolean => program !== undefined && /^converge.*\.mjs$/.test(basename(program));

/** How this command is started, for usage texts: `npm run serve --` or `node converge.mjs serve`. `program`: the path of what was started. */
export function startedBy(command: 'serve' | 'sim' | 'run' | 'package', program: string | undefined = process.argv[1]): string {
  if (program !== undefined && isOneFile(program)) return `node ${basename(program)} ${command}`;
  return command === 'serve' || command === 'sim' ? `npm run ${command} --` : `npm run converge -- ${command}`;
}
