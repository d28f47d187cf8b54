/** TypeScript -> JavaScript, types stripped and lines kept, with sucrase. */
import { transform } from 'sucrase';
import type { Compile } from './compile.ts';
import { type Place, problemAt, ProblemError } from './problem.ts';

export const compileTypeScript: Compile = (file, source) => {
  try {
    return transform(source, {
      transforms: ['typescript', 'imports'],
      disableESTransforms: true,
      production: true,
      filePath: file,
    }).code;
  } catch (error) {
    throw new ProblemError(parseProblem(file, source, error));
  }
};

function parseProblem(file: string, source: string, error: unknown) {
  const text = error instanceof Error ? error.message : String(error);
  const match = /^(?:Error transforming .*?: )?(.*?)(?: \((\d+):(\d+)\))?$/s.exec(text);
  const place: Place | undefined =
    match?.[2] === undefined ? undefined : { file, line: Number(match[2]), column: Number(match[3]) };
  return problemAt(
    `SyntaxError: ${match?.[1] ?? text}`,
    '',
    'This line, or the end of the one before it, is not finished or has something too many: look for a missing bracket, comma or quote.',
    // A parser sees that something is missing only at the next thing: at the file's end that is an empty line.
    place === undefined ? undefined : lastWritten(place, source),
    () => source,
  );
}

/** Moves a place on an empty line back to the end of the last line that has something. */
function lastWritten(place: Place, source: string): Place {
  const lines = source.split('\n');
  let line = Math.min(place.line, lines.length);
  while (line > 1 && (lines[line - 1] ?? '').trim() === '') line -= 1;
  return line === place.line ? place : { ...place, line, column: (lines[line - 1] ?? '').trimEnd().length };
}
