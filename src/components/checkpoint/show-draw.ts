/** The final's script: shows the questions and clusters of the learner's draw, and the ideas that they are about. Without it the page has all. */
import { type DrawGroup, drawKey, drawQuestions, drawsApart, isDraw } from '../../lesson/checkpoints/draw.ts';
import type { LessonPage } from '../../lesson/page/lesson-page.ts';
import type { LessonWork } from '../../lesson/progress/work.ts';
import { watchKnown } from './show-known.ts';
import { tr } from '../../lesson/words/words.ts';

const kept = (quiz: LessonWork['quiz']): number | undefined => {
  const draw = quiz[drawKey]?.last;
  return isDraw(draw) ? draw : undefined;
};

/** The number of a draw, as it stands among the answers. */
const answerOf = (draw: number): LessonWork['quiz'] => ({ [drawKey]: { first: draw, last: draw, right: false } });

export function watchFinal(root: ParentNode, page: LessonPage): void {
  const line = root.querySelector<HTMLElement>('[data-groups]');
  const groups: readonly DrawGroup[] = JSON.parse(line?.dataset.groups ?? '[]');
  const fresh = firstDraw();
  let shown: number | undefined;
  page.subscribe(({ work, phase }) => {
    if (phase === 'reading') return;
    const draw = kept(work.quiz);
    if (draw === undefined) page.keep({ quiz: { ...work.quiz, ...answerOf(fresh) } });
    else if (draw !== shown) {
      shown = draw;
      const keys = new Set(drawQuestions(groups, draw));
      showDraw(root, keys);
      if (line)
        line.textContent = tr('Draw {number}: {what}. The number is kept with your answers; another draw has others.', { number: draw, what: wordsOf(root) });
    }
  });
  // After the draw, so that the counts are those of what was drawn.
  watchKnown(root, page, ({ quiz }) => answerOf((kept(quiz) ?? fresh) + 1));
}

/** The first of a block: the next ones share no question with it. */
function firstDraw(): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint16Array(1));
  return drawn * drawsApart;
}

/** "15 questions and 3 clusters": of what is shown. */
function wordsOf(root: ParentNode): string {
  const shown = [...root.querySelectorAll('[data-drawable]:not([hidden])')];
  const clusters = shown.filter((each) => each.querySelector('[data-cell]') !== null).length;
  return tr('{questions} questions and {clusters} clusters', { questions: shown.length - clusters, clusters });
}

function showDraw(root: ParentNode, keys: ReadonlySet<string>): void {
  for (const question of root.querySelectorAll<HTMLElement>('[data-drawable]'))
    question.hidden = !keys.has(question.dataset.drawable ?? '');
  for (const item of root.querySelectorAll<HTMLElement>('[data-idea]')) {
    item.dataset.pool ??= item.dataset.idea;
    const all: Readonly<Record<string, number | 'found'>> = JSON.parse(item.dataset.pool ?? '{}');
    const drawn = Object.entries(all).filter(([key]) => keys.has(key));
    item.dataset.idea = JSON.stringify(Object.fromEntries(drawn));
    item.hidden = drawn.length === 0;
  }
}
