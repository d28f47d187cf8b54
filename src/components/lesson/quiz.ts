/** The quiz of a page that is plain HTML: what was answered, and putting earlier answers back. */
export interface QuizAnswer {
  /** "quiz-1" */
  readonly question: string;
  /** 0-based place of the answer as the lesson has it, wherever it is shown. */
  readonly answer: number;
  readonly right: boolean;
}

/** Earlier answers by question, as 0-based places. */
export type QuizAnswers = Readonly<Record<string, { readonly first: number; readonly last: number }>>;

/**
 * Marks the first answer when another is chosen, and tells every answer.
 * @returns what stops it.
 */
export function watchQuiz(root: ParentNode & EventTarget, answered: (answer: QuizAnswer) => void): () => void {
  const onChange = (event: Event): void => {
    const input = event.target;
    if (!(input instanceof HTMLInputElement) || !input.closest('[data-quiz]')) return;
    const answer = Number(input.value);
    markFirst(root, input.name, answer);
    const right = input.closest('.choice')?.classList.contains('right') ?? false;
    answered({ question: input.name, answer, right });
  };
  root.addEventListener('change', onChange);
  return () => root.removeEventListener('change', onChange);
}

/** Puts back what was answered on an earlier visit. */
export function restoreQuiz(root: ParentNode, answers: QuizAnswers): void {
  for (const [question, { first, last }] of Object.entries(answers)) {
    markFirst(root, question, first);
    const input = inputs(root, question).find(({ value }) => Number(value) === last);
    if (input) input.checked = true;
    markFirst(root, question, last);
  }
}

/** The first call for a question fixes its first answer; it is shown once another is chosen. */
function markFirst(root: ParentNode, question: string, answer: number): void {
  const all = inputs(root, question);
  const section = all[0]?.closest<HTMLElement>('[data-quiz]');
  if (!section) return;
  section.dataset.first ??= String(answer);
  const first = Number(section.dataset.first);
  for (const input of all) {
    input
      .closest('.choice')
      ?.querySelector('[data-first-tag]')
      ?.toggleAttribute('hidden', Number(input.value) !== first || answer === first);
  }
}

const inputs = (root: ParentNode, question: string): HTMLInputElement[] => [
  ...root.querySelectorAll<HTMLInputElement>(`[data-quiz] input[name="${CSS.escape(question)}"]`),
];
