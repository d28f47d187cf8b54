/** Mistakes of an author that only the page would show: each is found, with its line. */
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { lessonSlugs, readLesson } from '../lesson-folder.ts';
import { pageMistakes } from './page-mistakes.ts';
import { throwPageMistakes, throwTranslationMistakes } from './read-page.ts';
import { fieldsOf, shapes } from './shapes.ts';

const lesson = `---
title: It’s dark
---

A *lamp*, [later](../17-scheduler/) in a [glossary](../../glossary/#term-watch).

<Prediction
  id="lit"
  ask="Is it lit?"
  options={[
    { text: 'yes', because: 'It is “on”.' },
    { text: 'no', because: 'Who switched it on?' },
  ]}
  cell="light"
  reads="lamp: (on|off)"
/>

<Exercise />

<Quiz
  questions={[
    {
      id: 'who',
      ask: 'Who?',
      answers: [
        { text: 'A loop.', right: true, because: 'It is.' },
        { text: 'You.', because: 'Do you wait?' },
      ],
    },
  ]}
/>

<Summary>
<WhatMatters>
- It is lit.
</WhatMatters>
</Summary>
`;
const places = { folder: 'src/lesson/node/page', lessons: ['12-replicaset', '17-scheduler'], pages: ['', 'glossary', 'checkpoints/3'], terms: ['term-watch', 'term-taint'] };
const found = (text: string): readonly string[] => pageMistakes(text, places).map(({ line, message }) => `${line}: ${message}`);

test('a lesson without mistakes has none', () => {
  expect(found(lesson)).toEqual([]);
});

test.each<[string, string, string, string]>([
  ['a property that none has', 'reads=', 'raeds=', '15: <Prediction> has no “raeds”; the nearest is “reads”'],
  ['a property where none is', '<Summary>', '<Summary title="x">', '33: <Summary> has no “title”; it takes none'],
  ['a property that is missing', '  ask="Is it lit?"\n', '', '7: <Prediction> needs “ask”, which is missing'],
  ['a prediction that nothing judges', '  reads="lamp: (on|off)"\n', '', '7: <Prediction> is judged by one of counts, reads, objects, value, and has none'],
  ['a prediction that two things judge', '  reads=', '  counts="on"\n  reads=', '7: <Prediction> is judged by one of counts, reads, objects, value, and has counts and reads'],
  ['an option without its reason', ", because: 'Who switched it on?'", '', '12: an item of “options” needs “because”, which is missing'],
  ['an option that is a text', "{ text: 'no', because: 'Who switched it on?' }", "'no'", '12: an item of “options” is a text; it has to be { text, because }'],
  ['a letter too many in an option', 'because: \'Who', 'becuase: \'Who', '12: an item of “options” has no “becuase”; the nearest is “because”'],
  ['an option that is there twice', "text: 'no'", "text: 'yes'", '12: “yes” is there twice'],
  ['one option', "    { text: 'no', because: 'Who switched it on?' },\n", '', '10: “options” has 1; at least 2'],
  ['a letter too many in an answer', 'right: true', 'rigth: true', '26: an item of “answers” has no “rigth”; the nearest is “right”'],
  ['two right answers', "text: 'You.',", "text: 'You.', right: true,", '27: exactly one of “answers” is right; here 2 are'],
  ['a tag that isn’t closed', '<Quiz\n', '<Quiz>\n', '20: Expected a closing tag for `<Quiz>`; end it with </Quiz>, or with /> where nothing stands in it'],
  ['a tag that another closes', '</WhatMatters>\n', '', '36: Unexpected closing tag `</Summary>`, expected corresponding closing tag for `<WhatMatters>`'],
  ['a comma that is missing', "'no', because", "'no' because", '12: Could not parse expression: Expected `,` or `}` but found `Identifier`'],
  ['a brace in the text', 'A *lamp*', 'A {lamp', '5: Unexpected end of file in expression, expected a corresponding closing brace for `{`; in Markdown { begins an expression: a brace of the text is written \\{ or stands in `code`'],
  ['a term without its prefix', '#term-watch', '#wach', '5: the link ../../glossary/#wach names no term of the glossary; the nearest is #term-watch'],
  ['a lesson that isn’t there', '../17-scheduler/', '../17-schedular/', '5: the link ../17-schedular/ leads to no page; the nearest is ../17-scheduler/'],
  ['a link from the root', '../17-scheduler/', '/lessons/17-scheduler/', '5: the link /lessons/17-scheduler/ leads elsewhere where the course has a base; write ../17-scheduler/'],
  ['a page that isn’t there', '../../glossary/#term-watch', '../../glosary/', '5: the link ../../glosary/ leads to no page; the nearest is ../../glossary/'],
  ['a term that isn’t there', '#term-watch', '#term-wach', '5: the link ../../glossary/#term-wach names no term of the glossary; the nearest is #term-watch'],
  ['a pattern that reads nothing', '"lamp: (on|off)"', '"lamp: on"', '15: “reads” reads what stands in its brackets, such as heater is (on|off): it needs one pair, and has 0'],
  ['a pattern that reads two things', '"lamp: (on|off)"', '"(lamp): (on|off)"', '15: “reads” reads what stands in its brackets, such as heater is (on|off): it needs one pair, and has 2'],
  ['no regular expression', '"lamp: (on|off)"', '"lamp: (on|off"', '15: “reads” is no regular expression: lamp: (on|off: Unterminated group'],
  ['a picture without words', 'A *lamp*', '![](page-mistakes.ts)', '5: the image has no text for who can’t see it: ![what it shows](picture.svg)'],
  ['a picture’s tag without words', 'A *lamp*', 'A <img src="page-mistakes.ts" />', '5: the image has no text for who can’t see it: <img alt="what it shows" />'],
  ['a picture that isn’t there', 'A *lamp*', '![A lamp](lamp.png)', '5: the link lamp.png leads to no file of the lesson’s folder; another lesson is ../17-scheduler/'],
])('a mistake is named with its line: %s', (_name, right, wrong, message) => {
  expect(lesson).toContain(right);
  expect(found(lesson.replace(right, () => wrong))).toContain(message);
});

test('a picture that has words, or none because it shows nothing, is no mistake', () => {
  expect(found(lesson.replace('A *lamp*', '![A lamp](page-mistakes.ts) <img alt="" src="page-mistakes.ts" />'))).toEqual([]);
});

test('a letter too many is one mistake', () => {
  expect(found(lesson.replace('reads=', 'raeds='))).toHaveLength(1);
  expect(found(lesson.replace('cell="light"', 'cel="light"'))).toEqual(['14: <Prediction> has no “cel”; the nearest is “cell”']);
});

test.each(Object.keys(shapes))('the properties of <%s> are those of the component', (name) => {
  const component = readFileSync(`src/components/lesson/${name}.astro`, 'utf8');
  const script = /^---\n([\s\S]*?)\n---/.exec(component)?.[1] ?? '';
  const file = ts.createSourceFile('component.ts', script, ts.ScriptTarget.Latest, true);
  const props = file.statements.filter(ts.isInterfaceDeclaration).find((each) => each.name.text === 'Props');
  const members = props?.members.map((member) => member.name?.getText() ?? '') ?? [];
  const shape = shapes[name];
  expect(shape && [...fieldsOf(shape)].sort()).toEqual(members.sort());
});

test('the lessons of the course have none', async () => {
  for (const lesson of lessonSlugs().map(readLesson)) {
    expect(() => throwPageMistakes(lesson)).not.toThrow();
    await expect(throwTranslationMistakes(lesson)).resolves.toBeUndefined();
  }
});
