import { trSaid } from '../../lesson/words/said.ts';
/** Asks one question at a time: while an answer is on its way, only the newest of the next questions waits. */
export interface LatestQuery<Answer> {
  readonly answer: Answer | undefined;
  /** Why the last one wasn't answered; ''. */
  readonly trouble: string;
  ask(question: () => Promise<Answer>): void;
}

export function createLatestQuery<Answer>(): LatestQuery<Answer> {
  let answer = $state.raw<Answer>();
  let trouble = $state('');
  let next: (() => Promise<Answer>) | undefined;
  let busy = false;

  async function go(): Promise<void> {
    if (busy) return;
    busy = true;
    for (let question = next; question !== undefined; question = next) {
      next = undefined;
      try {
        answer = await question();
        trouble = '';
      } catch (error) {
        trouble = trSaid(error instanceof Error ? error.message : String(error));
      }
    }
    busy = false;
  }

  return {
    get answer() {
      return answer;
    },
    get trouble() {
      return trouble;
    },
    ask(question) {
      next = question;
      void go();
    },
  };
}
