/** The promise's value, or an Error with these words when it takes longer. */
export function withTimeout<T>(promise: Promise<T>, ms: number, words: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(words)), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(late));
  });
}
