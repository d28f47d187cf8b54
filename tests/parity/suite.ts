/**
 * Our kubectl prints what the real one prints, byte for byte: both run the same command lines, the real one over HTTP, each against a
 * cluster of its own with the same seed, the same start and the same past.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Command, commandOf, type Printed, type Row } from './command.ts';
import { createOurKubectl } from './ours.ts';
import { createRealKubectl, findKubectl, type RealKubectl } from './real.ts';
import { everyNth, onlyReads, sampleSize, someReading } from '../scope.ts';
import { createWorld, type World } from './world.ts';

const program = findKubectl();

/** Commands begin at whole multiples of this, so that both clusters are at the same second. */
const stepMs = 10_000;
/** Verbs that show ages by the client's clock: run again when a second passed between the two. */
const readsClock = new Set(['describe', 'events']);

/** Chapters whose lines are refused, nearly all: what a line that is left out would have left behind is missed in both worlds. */
const refused = new Set(['what is wrong']);

/** All that changes something, and every twentieth line that doesn't. */
const sampleOf = (chapter: string, rows: readonly Row[]): readonly Command[] =>
  someReading(
    20,
    rows.map(commandOf),
    ({ argv }) => (refused.has(chapter) ? ['get'] : argv),
    ({ interrupted, differs }) => interrupted || differs !== undefined,
  );

/**
 * Which of a chapter's lines the real one runs: by default every third of those that change something. For each of the others ours stands in,
 * so that the next lines find the same objects: starting the real one takes ten times as long as all else.
 */
function ofTheReal(rows: readonly Command[]): ReadonlySet<Command> {
  const canBeStoodIn = ({ argv, interrupted, differs, editor }: Command): boolean =>
    !onlyReads(argv) && argv[0] !== 'config' && !interrupted && differs === undefined && editor === undefined;
  return new Set([...rows.filter((row) => !canBeStoodIn(row)), ...everyNth(3, rows.filter(canBeStoodIn))]);
}

/** Chapters run in order, in two worlds of this suite's own. `files`: what the command lines name, by path. */
export function paritySuite(
  chapters: Readonly<Record<string, readonly Row[]>>,
  files: Readonly<Record<string, string>>,
): void {
  describe.runIf(program !== undefined)('our kubectl prints what the real one does', () => suite(chapters, files));
}

function suite(chapters: Readonly<Record<string, readonly Row[]>>, files: Readonly<Record<string, string>>): void {
  let worlds: readonly World[] = [];
  let real: RealKubectl | undefined;
  let ours: ReturnType<typeof createOurKubectl> | undefined;
  /** Ours in the real one's world. */
  let standIn: ReturnType<typeof createOurKubectl> | undefined;

  beforeAll(async () => {
    const startMs = Math.floor(Date.now() / 60_000) * 60_000 - 24 * 3_600_000;
    const theirs = await createWorld(startMs);
    const own = await createWorld(startMs);
    worlds = [theirs, own];
    real = await createRealKubectl(program ?? '', theirs, files);
    ours = createOurKubectl(own, files, real.kubeconfig);
    standIn = createOurKubectl(theirs, files, real.kubeconfig);
  });
  afterAll(() => real?.close());

  async function compare(command: Command, byTheReal: boolean): Promise<readonly string[]> {
    const now = Math.max(...worlds.map(({ cluster }) => cluster.now()));
    for (const world of worlds) await world.settleAt((Math.floor(now / stepMs) + 2) * stepMs);
    let found: readonly string[] = [];
    for (let attempt = 0; attempt < (readsClock.has(command.argv[0] ?? '') ? 3 : 1); attempt += 1) {
      if (real === undefined || standIn === undefined || ours === undefined) throw new Error('not started');
      found = differences(command, await (byTheReal ? real : standIn).run(command), await ours.run(command));
      if (found.length === 0) break;
    }
    return found;
  }

  for (const [chapter, rows] of Object.entries(chapters)) {
    test(chapter, { timeout: sampleSize(180_000, 600_000) }, async () => {
      const wrong: string[] = [];
      const commands = sampleOf(chapter, rows);
      const compared = ofTheReal(commands);
      for (const command of commands) {
        const found = await compare(command, compared.has(command));
        if (found.length > 0 && command.differs === undefined) wrong.push(`$ kubectl ${command.line}`, ...found);
        if (found.length === 0 && command.differs !== undefined)
          wrong.push(`$ kubectl ${command.line}`, 'does not differ any more');
      }
      expect(wrong.join('\n')).toBe('');
    });
  }
}

function differences(command: Command, theirs: Printed, own: Printed): readonly string[] {
  const named = command.argv[0] === 'diff' ? { ...theirs, stdout: withoutFolders(theirs.stdout) } : theirs;
  const [real, ours] = command.unordered ? [sorted(named), sorted(own)] : [named, own];
  const found: string[] = [];
  if (real.stdout !== ours.stdout) found.push(...changedLines('stdout', real.stdout, ours.stdout));
  if (command.interrupted) return found;
  if (real.stderr !== ours.stderr) found.push(...changedLines('stderr', real.stderr, ours.stderr));
  if (real.code !== ours.code) found.push(`exit code: real ${real.code}, ours ${ours.code}`);
  return found;
}

/** The real `kubectl diff` names two folders of its own, and the times of the files in them. */
const withoutFolders = (text: string): string => text.replace(/\S*\/(LIVE|MERGED)-\d+\//g, '$1/').replace(/^((?:---|\+\+\+) [^\t\n]*)\t.*$/gm, '$1');

/** The lines between what is alike at the beginning and at the end. */
function changedLines(stream: string, real: string, ours: string): readonly string[] {
  const a = real.split('\n');
  const b = ours.split('\n');
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const shown = (lines: readonly string[], sign: string) =>
    lines
      .slice(start, lines.length - end)
      .slice(0, 12)
      .map((line) => `  ${sign} ${JSON.stringify(line)}`);
  return [`${stream} at line ${start + 1}:`, ...shown(a, 'real'), ...shown(b, 'ours')];
}

function sorted({ stdout, stderr, code }: Printed): Printed {
  const inOrder = (text: string): string => text.split('\n').toSorted().join('\n');
  return { stdout: inOrder(stdout), stderr: inOrder(stderr), code };
}
