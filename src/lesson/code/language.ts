/** What the files of an exercise are written in. `text`: anything that is only read, such as notes or data. */
export type Language = 'ts' | 'yaml' | 'sh' | 'text';

/** By a file's ending. Diagnoses are colored as a manifest is. */
export function languageOf(path: string): Language {
  if (/\.(?:ya?ml|diagnosis)$/.test(path)) return 'yaml';
  if (path.endsWith('.sh')) return 'sh';
  return path.endsWith('.ts') ? 'ts' : 'text';
}

/** The endings of files that an exercise is graded by. */
export const sourceEnding = /\.(?:ts|ya?ml|sh|diagnosis)$/;
