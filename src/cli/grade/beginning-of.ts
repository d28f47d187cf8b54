/** Characters that are kept of words which a submission may have chosen. */
const longestKept = 1_000;

export const beginningOf = (words: string): string => (words.length > longestKept ? `${words.slice(0, longestKept)}…` : words);

/** What an error says, as a sentence. */
export const sentenceOf = (error: unknown): string => beginningOf(error instanceof Error ? error.message : String(error));
