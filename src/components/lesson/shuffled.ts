/** The order in which a question's answers stand on the page: drawn from the lesson's seed, the same for every reader and every visit. */
import { createRandom, type Random } from '../../engine/index.ts';

export interface Shuffled {
  readonly answers: readonly { readonly right?: boolean }[];
}

/**
 * For each question of a quiz the places 0, 1, 2 … of its answers as they are written, in the order in which they are shown. Where the
 * right answers of all questions would stand in the same place, it draws again.
 */
export function shuffledPlaces(seed: number, questions: readonly Shuffled[]): readonly (readonly number[])[] {
  for (let tried = 0; ; tried += 1) {
    const random = createRandom(seed).fork(String(tried));
    const orders = questions.map(({ answers }, index) => shuffle(random.fork(String(index)), answers.length));
    const right = orders.map((order, index) => order.findIndex((place) => questions[index]?.answers[place]?.right === true));
    if (questions.length < 2 || new Set(right).size > 1) return orders;
  }
}

function shuffle(random: Random, count: number): readonly number[] {
  const drawn = Array.from({ length: count }, (_, place) => ({ place, draw: random.next() }));
  return drawn.sort((a, b) => a.draw - b.draw || a.place - b.place).map(({ place }) => place);
}
