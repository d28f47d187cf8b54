/** What the files of an exercise are written in. */
export type Language = 'ts' | 'yaml' | 'sh';

/** By a file's ending: what is neither a manifest nor a file of commands is TypeScript. Diagnoses are colored as a manifest is. */
export const languageOf = (path: string): Language => (/\.(?:ya?ml|diagnosis)$/.test(path) ? 'yaml' : path.endsWith('.sh') ? 'sh' : 'ts');

/** The endings that an exercise's files may have. */
export const sourceEnding = /\.(?:ts|ya?ml|sh|diagnosis)$/;
