/**
 * The small programs of a Unix image, a line a group. In the page most of them come in a piece (`session/needs.ts` loads it before an input
 * that may start one); until then they are undefined, and only their names are known.
 */
import type { Host } from '../host.ts';
import { archivePrograms } from './archive.ts';
import { awk } from './awk/index.ts';
import { curl } from './curl.ts';
import { everydayPrograms } from './everyday.ts';
import { filePrograms } from './files.ts';
import { machinePrograms } from './machine.ts';
import { networkPrograms } from './network.ts';
import { pieceExtras, pieceMachinePrograms, piecePrograms } from './piece-names.ts';
import { sed } from './sed.ts';
import { systemPrograms } from './system.ts';
import { textPrograms } from './text.ts';
import type { Program } from './tool.ts';
import { userPrograms } from './user.ts';

const SHELLS = new Set(['sh', 'ash']);

type Table<P> = Readonly<Record<string, P>>;

/** What of busybox comes in the piece, and what an image may have beside it (`curl`). */
const pieceTables = (): readonly (Table<Program> | undefined)[] => [textPrograms, filePrograms, archivePrograms, networkPrograms, userPrograms, everydayPrograms, { sed, awk, curl }];

/** The program of that name, or of that path in a folder for programs. */
export function programOf({ packages, machine }: Host, name: string): Program | undefined {
  const base = name.replace(/^\/(usr\/)?(local\/)?s?bin\//, '');
  if (Object.hasOwn(systemPrograms, base)) return systemPrograms[base];
  if (piecePrograms.has(base)) return loaded(base, pieceTables());
  if (packages.includes(base)) return pieceExtras.has(base) ? loaded(base, pieceTables()) : undefined;
  if (machine === undefined || !pieceMachinePrograms.has(base)) return undefined;
  const ofMachine = loaded(base, [machinePrograms]);
  return (tool) => ofMachine(tool, machine);
}

function loaded<P>(name: string, tables: readonly (Table<P> | undefined)[]): P {
  const program = tables.find((table) => table !== undefined && Object.hasOwn(table, name))?.[name];
  if (program === undefined) throw new Error(`the program ${name} isn’t loaded: nothing said before that it would be used`);
  return program;
}

/** Loads those that come in the piece. */
export async function loadPrograms(): Promise<void> {
  await import('./text.ts');
}

/** bash is one where the image has it. */
export function isShell({ packages }: Pick<Host, 'packages'>, name: string): boolean {
  const base = name.replace(/^\/(usr\/)?bin\//, '');
  return SHELLS.has(base) || (base === 'bash' && packages.includes(base));
}

/** Names that stand in /bin of a machine. */
export function programNames(packages: readonly string[]): readonly string[] {
  return [...plainNames(), ...pieceMachinePrograms, ...SHELLS, ...packages].sort();
}

/** Names that need no machine. */
export function plainProgramNames(packages: readonly string[]): readonly string[] {
  return [...plainNames(), ...SHELLS, ...packages].sort();
}

const plainNames = (): readonly string[] => [...Object.keys(systemPrograms), ...piecePrograms];

/** Whether a word is the name of a shell or of a program that comes in the piece: what has no such word in it starts none of them. */
export const mayStartPiecePrograms = (word: string): boolean =>
  SHELLS.has(word) || piecePrograms.has(word) || pieceMachinePrograms.has(word) || pieceExtras.has(word);
