import { describe, expect, test } from 'vitest';
import { translatedFields } from './fields.ts';
import { languageOfFile, languageOfPath, lessonId, pathIn, slugOfId } from './languages.ts';

describe('a translation’s fields', () => {
  const original = {
    title: 'Quorum',
    number: 6,
    seed: 7,
    exercise: { file: 'backup.sh', hints: ['One', 'Two'], ladder: { 'lost it': { look: 'Here', fragment: 'etcdctl' } } },
  };

  test('are the lesson’s where they are left out', () => {
    const { fields, differing } = translatedFields(original, { title: 'Mehrheit', exercise: { hints: ['Eins', 'Zwei'], ladder: { 'lost it': { look: 'Dort' } } } });
    expect(fields).toEqual({
      title: 'Mehrheit',
      number: 6,
      seed: 7,
      exercise: { file: 'backup.sh', hints: ['Eins', 'Zwei'], ladder: { 'lost it': { look: 'Dort', fragment: 'etcdctl' } } },
    });
    expect(differing).toEqual([]);
  });

  test('may repeat what isn’t prose, and may not change it', () => {
    const { differing } = translatedFields(original, { number: 6, seed: 8, nodes: 1, exercise: { file: 'other.sh', hints: ['Eins'], ladder: { 'lost all': { look: 'Dort' } } } });
    expect(differing.map((path) => path.join('.'))).toEqual(['seed', 'nodes', 'exercise.file', 'exercise.hints', 'exercise.ladder.lost all']);
  });
});

describe('a language’s pages', () => {
  test('stand in its folder, those of the first language in none', () => {
    expect([lessonId('6-quorum', 'en'), lessonId('6-quorum', 'de')]).toEqual(['lessons/6-quorum', 'de/lessons/6-quorum']);
    expect(['lessons/6-quorum', 'de/lessons/6-quorum'].map(slugOfId)).toEqual(['6-quorum', '6-quorum']);
    expect(['', 'lessons/6-quorum/', 'de', 'de/lessons/6-quorum/', 'design/'].map(languageOfPath)).toEqual(['en', 'en', 'de', 'de', 'en']);
  });

  test('are found from each other', () => {
    expect(pathIn('de', 'lessons/6-quorum/')).toBe('de/lessons/6-quorum/');
    expect(pathIn('en', 'de/lessons/6-quorum/')).toBe('lessons/6-quorum/');
    expect(pathIn('de', 'de/lessons/6-quorum/')).toBe('de/lessons/6-quorum/');
  });

  test('are written in files beside the lesson', () => {
    expect(['1-a/1-b/index.mdx', '1-a/1-b/index.de.mdx', '1-a/1-b/index.pt-BR.mdx'].map(languageOfFile)).toEqual([undefined, 'de', 'pt-BR']);
  });
});
