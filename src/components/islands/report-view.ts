/** The last check as the report draws it. */
import { lineDiff } from '../../lesson/editor/diff.ts';
import { noCluster } from '../../lesson/universes/cases/no-cluster.ts';
import { stageWords } from '../../lesson/universes/report.ts';
import type { LessonWork } from '../../lesson/progress/work.ts';
import type { Glyph } from '../../lesson/universes/types.ts';
import type { CauseGlyph, ReportView, Rungs } from '../../viz/report.ts';
import { tr } from '../../lesson/words/words.ts';

const glyphs: Readonly<Record<Glyph, CauseGlyph>> = {
  'too-many': 'over',
  'too-few': 'under',
  'stood-still': 'stuck',
  waiting: 'stuck',
  restless: 'over',
  orphan: 'orphan',
  threw: 'threw',
  hung: 'stuck',
};

/** `files`: as they stand now. `chosen`: the seed whose words are shown. `typeErrors`: words for those there are now. `ladder`: by cause. */
export function reportView(
  kept: NonNullable<LessonWork['report']>,
  files: Readonly<Record<string, string>>,
  chosen: number | undefined,
  { typeErrors, ladder = {} }: { readonly typeErrors?: string | undefined; readonly ladder?: Readonly<Record<string, Rungs>> } = {},
): ReportView {
  const { report } = kept;
  const picked = report.groups.flatMap(({ failures }) => failures).find(({ seed }) => seed === chosen);
  const outdated = outdatedWords(kept.files, files);
  const isWithoutCluster = report.groups.some(({ failures }) => failures.some(({ weather }) => weather === noCluster));
  return {
    total: report.universes - report.left,
    passed: report.passed,
    ...(report.stages && { stage: stageWords(report) }),
    passedWords: tr(isWithoutCluster ? 'gave the right answer' : 'broke no rule, and reached the desired state'),
    causes: report.groups.map(({ cause, glyph, failures }) => ({
      id: cause,
      glyph: glyphs[glyph],
      words: cause,
      seeds: failures.map(({ seed }) => seed),
    })),
    ...(outdated === undefined ? {} : { outdated }),
    ...(typeErrors === undefined ? {} : { typeErrors }),
    ...(picked === undefined
      ? {}
      : {
          chosen: {
            seed: picked.seed,
            cause: picked.cause,
            scenario: picked.scenario,
            signal: picked.weather,
            seen: picked.seen,
            question: picked.question,
            ...(ladder[picked.cause] === undefined ? {} : { rungs: ladder[picked.cause] as Rungs }),
            ...(picked.weather === noCluster ? { withoutCluster: true as const } : {}),
          },
        }),
  };
}

/** "checked before you changed line 11"; undefined while the files are those that were checked. */
function outdatedWords(
  checked: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): string | undefined {
  for (const [name, text] of Object.entries(now)) {
    const before = checked[name];
    if (before === undefined || before === text) continue;
    const line = lineDiff(before, text).findIndex(({ type }) => type !== 'same') + 1;
    return tr('checked before you changed line {line} of {file}', { line, file: name });
  }
  return undefined;
}
