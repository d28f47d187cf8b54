/** The page of a class: how far each exercise was won, where those who didn't stand, and a row for everybody. One file, without a script. */
import { commonFolder } from './common-folder.ts';
import { isolationWords, lacksIn } from '../isolation.ts';
import type { Row } from './rows.ts';

/** @param title Of the page: the class. */
export function cohortPage(rows: readonly Row[], title: string): string {
  const lessons = [...Map.groupBy(rows.filter(({ lesson }) => lesson !== ''), ({ lesson }) => lesson)];
  const body = [
    `<h1>${text(title)}</h1>`,
    `<p>${summary(rows)}</p>`,
    ...isolationParagraphs(rows),
    '<h2>Exercises</h2>',
    scrolling('Exercises', lessonTable(lessons)),
    ...lessons.flatMap(([lesson, own]) => causes(lesson, own)),
    '<h2>Everybody</h2>',
    scrolling('Everybody', everybody(rows)),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${text(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${body.join('\n')}
</main>
</body>
</html>
`;
}

const style = `
:root { color-scheme: light dark; --line: light-dark(#c9c9c2, #4a4a46); --soft: light-dark(#f2f1ec, #262624); --won: light-dark(#2f6f4f, #7fc8a0); --ink-2: light-dark(#55554f, #b3b3ab) }
body { margin: 0; background: light-dark(#fff, #1b1b1a); color: light-dark(#1d1d1b, #ecece6); font: 16px/24px system-ui, sans-serif }
main { max-width: 1200px; margin: 0 auto; padding: 24px 16px 64px }
h1 { font-size: 28px; line-height: 36px } h2 { margin-top: 40px; font-size: 20px } h3 { margin: 24px 0 4px; font-size: 16px }
.scroll { overflow-x: auto } .scroll:focus-visible { outline: 2px solid currentColor }
table { border-collapse: collapse; font-size: 15px } th, td { padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
td.n { text-align: right; font-variant-numeric: tabular-nums } td.words { min-width: 260px } td.short { white-space: nowrap } td p { margin: 0 } th .soft { font-weight: 400 } tbody th { overflow-wrap: anywhere; min-width: 120px; font-weight: 600 } thead th { min-width: 0; color: var(--ink-2); font-weight: 500 }
meter { width: 120px; height: 12px } li { margin: 4px 0 } .soft { color: var(--ink-2) } .won { color: var(--won) }
details { margin: 0 } summary { cursor: pointer }`;

const text = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Text with names of code between backticks. */
const words = (sentence: string): string => text(sentence).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

/** A wide table scrolls by itself, by keyboard too. */
const scrolling = (label: string, table: string): string => `<div class="scroll" tabindex="0" role="region" aria-label="${text(label)}">${table}</div>`;

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

function summary(rows: readonly Row[]): string {
  const files = new Set(rows.map(({ file }) => file)).size;
  const unfit = rows.filter(({ status }) => status === 'not graded').length;
  const missing = rows.filter(isMissing).length;
  const passed = rows.filter(({ status }) => status === 'passed').length;
  const rest = [
    ...(missing === 0 ? [] : [`${counted(missing, 'exercise', 'exercises')} not handed in`]),
    ...(unfit === 0 ? [] : [`${counted(unfit, 'file', 'files')} couldn’t be graded`]),
  ];
  return `${[`${counted(files, 'file', 'files')}, ${counted(rows.length - unfit - missing, 'exercise', 'exercises')} graded: ${passed} passed`, ...rest].join('; ')}.`;
}

/** How what was run was kept apart: a paragraph for each kind of machine that it ran on. */
function isolationParagraphs(rows: readonly Row[]): readonly string[] {
  const ran = rows.filter(({ isolation }) => isolation !== '');
  const kinds = [...Map.groupBy(ran, ({ isolation }) => isolationWords(lacksIn(isolation)).join(' '))];
  return kinds.map(([sentences, own]) => `<p class="soft">${kinds.length === 1 ? '' : `${own.length} of ${counted(ran.length, 'row', 'rows')}: `}${text(sentences)}</p>`);
}

const isMissing = ({ status }: Row): boolean => status === 'not handed in';

type Lesson = readonly [string, readonly Row[]];

function lessonTable(lessons: readonly Lesson[]): string {
  const lines = lessons.map(([lesson, rows]) => {
    const passed = rows.filter(({ status }) => status === 'passed').length;
    const points = rows.map((row) => Number(row.points)).sort((a, b) => a - b);
    const middle = points[Math.floor((points.length - 1) / 2)] ?? 0;
    const meter = `<meter min="0" max="${rows.length}" value="${passed}">${passed} of ${rows.length}</meter>`;
    return `<tr><th scope="row">${text(lesson)}</th><td class="n">${rows.filter((row) => !isMissing(row)).length}</td><td class="n">${passed}</td><td>${meter}</td><td class="n">${lesson === 'certificate' ? '' : middle}</td></tr>`;
  });
  const heads = ['exercise', 'handed in', 'passed', 'share', 'median points'].map((head) => `<th scope="col">${head}</th>`);
  return `<table><thead><tr>${heads.join('')}</tr></thead><tbody>${lines.join('\n')}</tbody></table>`;
}

/** Where those stand who haven't passed, commonest first. */
function causes(lesson: string, rows: readonly Row[]): readonly string[] {
  const failed = rows.filter(({ status, cause }) => status === 'failed' && cause !== '');
  if (failed.length === 0) return [];
  const groups = [...Map.groupBy(failed, ({ cause }) => cause)].sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || (a < b ? -1 : 1));
  const items = groups.map(([cause, own]) => `<li>${own.length} ${text(cause)}: <span class="soft">${words(own[0]?.question ?? '')}</span></li>`);
  return [`<h3>Why ${text(lesson)} wasn’t passed</h3>`, `<ul>${items.join('\n')}</ul>`];
}

function everybody(rows: readonly Row[]): string {
  const heads = ['name', 'exercise', 'points', 'universes', 'what was seen'].map((head) => `<th scope="col">${head}</th>`);
  const root = commonFolder(rows.map(({ file }) => file));
  const short = (words: string): string => words.replaceAll(root, '');
  const lines = [...rows].sort(byName).map((row) => line({ ...row, file: short(row.file), similar: short(row.similar) }));
  return `<table><thead><tr>${heads.join('')}</tr></thead><tbody>${lines.join('\n')}</tbody></table>`;
}

function byName(a: Row, b: Row): number {
  const keys = [a, b].map(({ name, file, lesson }) => `${name === '' ? file : name}\n${String(Number.parseInt(lesson, 10) || 99).padStart(2, '0')}`);
  return (keys[0] ?? '') < (keys[1] ?? '') ? -1 : 1;
}

function line(row: Row): string {
  const { file, name, lesson, status, points, of, passed, universes, stages } = row;
  const stands = status === 'not graded' ? 'couldn’t be graded' : universes === '' ? status : `${passed} of ${universes}`;
  const each = stages === '' || status === 'passed' ? [] : stages.split('; ').map((stage) => `<br><span class="soft">${text(stage)}</span>`);
  const cells = [
    `<td>${text(lesson)}</td>`,
    `<td class="n">${of === '' ? '' : text(`${points} of ${of}`)}</td>`,
    `<td class="short${status === 'passed' ? ' won' : ''}">${text(stands)}${each.join('')}</td>`,
    `<td class="words">${seenIn(row)}</td>`,
  ];
  return `<tr><th scope="row">${text(name === '' ? file : name)}${name === '' ? '' : `<br><span class="soft">${text(file)}</span>`}</th>${cells.join('')}</tr>`;
}

function seenIn({ cause, seen, question, questions, recall, predictions, similar, notes }: Row): string {
  return [
    cause === '' ? '' : `<details><summary>${text(cause)}</summary><p>${text(seen)}</p><p>${words(question)}</p></details>`,
    notes === '' ? '' : `<p>${text(notes)}</p>`,
    similar === '' ? '' : `<p>alike: ${text(similar)}</p>`,
    ...Object.entries({ questions, recall, predictions }).map(([name, count]) => (count === '' ? '' : `<p class="soft">${name}: ${text(count)}</p>`)),
  ].join('');
}
